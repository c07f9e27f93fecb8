/** Deeper than any configuration. */
const DEPTH_MAX = 30

const PARTS = [
  /[ \t\r\n]+|\\\n|#[^\n]*/,
  /(?<prefix>[rRbBuUfF]{0,2})(?<quote>"""|'''|"|')/,
  /(?<number>-?\d[\d_]*(?:\.\d*)?(?:[eE][+-]?\d+)?)/,
  /(?<name>[A-Za-z_]\w*)/,
  /(?<sign>[^\s\w])/,
]
const TOKEN = new RegExp(PARTS.map(({ source }) => source).join('|'), 'y')

type Token =
  | { readonly kind: 'text'; readonly value: string | undefined }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly value: string }
  | { readonly kind: 'sign'; readonly value: string }

/**
 * The constants that a Python file assigns at its top level: texts, numbers, lists, tuples and
 * dictionaries, and names of earlier constants. Nothing is run; what is computed is absent.
 */
export function readPythonLiterals(text: string): Readonly<Record<string, unknown>> {
  const constants = new Map<string, unknown>()
  const assignment = /^([A-Za-z_]\w*)[ \t]*(?::[^=\n]{0,200})?(\+?)=(?!=)/gm
  for (let found = assignment.exec(text); found !== null; found = assignment.exec(text)) {
    const [whole, name = '', plus] = found
    const reader = new LiteralReader(text, found.index + whole.length, constants)
    const value = reader.read()
    const before = constants.get(name)
    if (plus === '') constants.set(name, value)
    else if (Array.isArray(before) && Array.isArray(value)) {
      constants.set(name, [...before, ...value])
    } else if (typeof before === 'string' && typeof value === 'string') {
      constants.set(name, before + value)
    }
    assignment.lastIndex = Math.max(assignment.lastIndex, reader.end)
  }
  return Object.fromEntries([...constants].filter(([, value]) => value !== undefined))
}

class LiteralReader {
  /** Offset behind what was read. */
  end: number
  readonly #text: string
  readonly #constants: ReadonlyMap<string, unknown>
  #next: Token | undefined
  /** Whether lines go on: inside brackets. */
  #open = 0

  constructor(text: string, from: number, constants: ReadonlyMap<string, unknown>) {
    this.#text = text
    this.end = from
    this.#constants = constants
  }

  /** The value of an assignment; undefined where it is computed. */
  read(): unknown {
    this.#advance()
    const value = this.#readSum(0)
    return this.#next === undefined ? value : undefined
  }

  #readSum(depth: number): unknown {
    let value = this.#readValue(depth)
    while (this.#isSign('+')) {
      this.#advance()
      const other = this.#readValue(depth)
      if (typeof value === 'string' && typeof other === 'string') value += other
      else if (Array.isArray(value) && Array.isArray(other)) value = [...value, ...other]
      else value = undefined
    }
    return value
  }

  #readValue(depth: number): unknown {
    const token = this.#next
    if (token === undefined || depth > DEPTH_MAX) return undefined
    if (token.kind === 'text') return this.#readTexts()
    if (token.kind === 'number') return this.#take(token.value)
    if (token.kind === 'name') return this.#readName(token.value)
    if (token.value === '{') return this.#readTable(depth)
    if (token.value === '[') return this.#readList(']', depth).values
    if (token.value !== '(') return undefined
    const { values, isTuple } = this.#readList(')', depth)
    return isTuple ? values : values[0]
  }

  #readName(name: string): unknown {
    const words: Readonly<Record<string, unknown>> = { True: true, False: false, None: null }
    const value = Object.hasOwn(words, name) ? words[name] : this.#constants.get(name)
    this.#advance()
    // A call, a member or an element of it is computed.
    const isComputed = this.#isSign('(') || this.#isSign('.') || this.#isSign('[')
    if (isComputed) this.#skipRest()
    return isComputed ? undefined : value
  }

  /** Passes over what is computed, up to the comma or bracket that ends it. */
  #skipRest(): void {
    for (let depth = 0; this.#next !== undefined; this.#advance()) {
      if (this.#next.kind !== 'sign') continue
      if ('([{'.includes(this.#next.value)) depth += 1
      else if (')]}'.includes(this.#next.value)) {
        if (depth === 0) return
        depth -= 1
      } else if (depth === 0 && ',:'.includes(this.#next.value)) return
    }
  }

  /** Texts that follow each other are one. */
  #readTexts(): string | undefined {
    let whole: string | undefined = ''
    while (this.#next?.kind === 'text') {
      const { value } = this.#next
      whole = whole === undefined || value === undefined ? undefined : whole + value
      this.#advance()
    }
    return whole
  }

  #readList(close: string, depth: number): { values: readonly unknown[]; isTuple: boolean } {
    const values: unknown[] = []
    let isTuple = false
    this.#advance()
    while (this.#next !== undefined && !this.#isSign(close)) {
      const value = this.#readSum(depth + 1)
      if (!this.#isSign(',') && !this.#isSign(close)) this.#skipRest()
      if (value !== undefined) values.push(value)
      if (!this.#isSign(',')) break
      isTuple = true
      this.#advance()
    }
    this.#take(undefined)
    return { values, isTuple: isTuple || values.length === 0 }
  }

  #readTable(depth: number): Readonly<Record<string, unknown>> {
    const entries: [string, unknown][] = []
    this.#advance()
    while (this.#next !== undefined && !this.#isSign('}')) {
      const key = this.#readSum(depth + 1)
      if (!this.#isSign(':')) break
      this.#advance()
      const value = this.#readSum(depth + 1)
      if (!this.#isSign(',') && !this.#isSign('}')) this.#skipRest()
      if ((typeof key === 'string' || typeof key === 'number') && value !== undefined) {
        entries.push([String(key), value])
      }
      if (!this.#isSign(',')) break
      this.#advance()
    }
    this.#take(undefined)
    return Object.fromEntries(entries)
  }

  #take<Value>(value: Value): Value {
    this.#advance()
    return value
  }

  #isSign(sign: string): boolean {
    return this.#next?.kind === 'sign' && this.#next.value === sign
  }

  /** Reads the next token; a line feed outside brackets ends the assignment. */
  #advance(): void {
    this.#next = undefined
    for (;;) {
      TOKEN.lastIndex = this.end
      const found = TOKEN.exec(this.#text)
      if (found === null) return
      const [whole] = found
      const { prefix = '', quote, number, name, sign } = found.groups ?? {}
      if (/^\s/.test(whole) && whole.includes('\n') && this.#open <= 0) return
      this.end += whole.length
      if (quote !== undefined) this.#next = { kind: 'text', value: this.#readText(prefix, quote) }
      else if (number !== undefined) this.#next = { kind: 'number', value: readNumber(number) }
      else if (name !== undefined) this.#next = { kind: 'name', value: name }
      else if (sign !== undefined && sign !== '#' && sign !== '\\') this.#takeSign(sign)
      else continue
      return
    }
  }

  #takeSign(sign: string): void {
    if ('([{'.includes(sign)) this.#open += 1
    if (')]}'.includes(sign)) this.#open -= 1
    this.#next = { kind: 'sign', value: sign }
  }

  #readText(prefix: string, quote: string): string | undefined {
    const from = this.end
    for (let at = from; at < this.#text.length; at += 1) {
      if (this.#text[at] === '\\') at += 1
      else if (this.#text.startsWith(quote, at)) {
        this.end = at + quote.length
        const inner = this.#text.slice(from, at)
        // Braces of a formatted text are computed.
        if (/f/i.test(prefix) && /[{}]/.test(inner)) return undefined
        return /r/i.test(prefix) ? inner : decodeEscapes(inner)
      }
    }
    this.end = this.#text.length
    return undefined
  }
}

function readNumber(text: string): number {
  return Number(text.replaceAll('_', ''))
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' }

function decodeEscapes(text: string): string {
  return text.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|([\s\S]))/g,
    (whole, two, four, one) => {
      const code: unknown = two ?? four
      if (typeof code === 'string') return String.fromCharCode(Number.parseInt(code, 16))
      const sign = String(one)
      return ESCAPES[sign] ?? ('\\\'"'.includes(sign) ? sign : whole)
    },
  )
}
