/** What the template of a shortcode can ask for; `INNER` stands for what is inside it. */
type TemplateValues = {
  /** `.Get "name"`, or `.Get 0`. */
  word(name: string | number): string | undefined
  parameter(name: string): string | undefined
  /** `i18n "key"`; undefined where no file has the key. */
  translation(key: string): string | undefined
  /** The address of what `ref` names. */
  reference(name: string): string
}

/** Stands in the result for what is inside the shortcode. */
export const INNER = '\u0002'

const ACTION = /\{\{(-?)\s*([^{}]{0,500}?)\s*(-?)\}\}/g
const COMMENT = /\{\{-?\s*\/\*[\s\S]{0,5000}?\*\/\s*-?\}\}/g
const FILTERS = new RegExp(
  '^(?:markdownify|safe(?:HTML|HTMLAttr|URL)|htmlUnescape|plainify|strings\\.TrimSpace|' +
    '\\$?\\.Page\\.RenderString|(?:rel|abs|relLang)URL)$',
)

type Part = { readonly kind: 'text' | 'action'; readonly text: string }

/**
 * The HTML of a simple template: text, words of the shortcode, parameters, and what is inside it.
 * Undefined for one that computes: nothing is run.
 */
export function fillTemplate(template: string, values: TemplateValues): string | undefined {
  const parts = cutTemplate(template.replace(COMMENT, ''))
  const filling = new Filling(parts, values)
  const text = filling.fill(true, undefined)
  return text === undefined || !filling.isDone ? undefined : text
}

function cutTemplate(template: string): readonly Part[] {
  const parts: Part[] = []
  let from = 0
  let trims = false
  const addText = (text: string, trimsEnd: boolean) => {
    const start = trims ? text.trimStart() : text
    parts.push({ kind: 'text', text: trimsEnd ? start.trimEnd() : start })
  }
  for (const found of template.matchAll(ACTION)) {
    const [whole, before, text = '', after] = found
    addText(template.slice(from, found.index), before === '-')
    parts.push({ kind: 'action', text })
    trims = after === '-'
    from = found.index + whole.length
  }
  addText(template.slice(from), false)
  return parts
}

class Filling {
  readonly #parts: readonly Part[]
  readonly #values: TemplateValues
  readonly #variables = new Map<string, string | undefined>()
  #at = 0

  constructor(parts: readonly Part[], values: TemplateValues) {
    this.#parts = parts
    this.#values = values
  }

  get isDone(): boolean {
    return this.#at >= this.#parts.length
  }

  /** The text up to `else` or `end`; undefined if something is not understood. */
  fill(isShown: boolean, dot: string | undefined): string | undefined {
    let out = ''
    while (this.#at < this.#parts.length) {
      const { kind, text } = this.#parts[this.#at] ?? { kind: 'text', text: '' }
      if (kind === 'text') out += isShown ? text : ''
      else if (text === 'end' || text === 'else') return out
      else {
        const written = this.#act(text, isShown, dot)
        if (written === undefined) return undefined
        out += written
      }
      this.#at++
    }
    return out
  }

  #act(text: string, isShown: boolean, dot: string | undefined): string | undefined {
    const [, keyword, condition = ''] = /^(with|if)\s+(.+)$/s.exec(text) ?? []
    if (keyword !== undefined) return this.#branch(keyword, condition, isShown, dot)
    const [, name, expression = ''] = /^(\$\w+)\s*:?=\s*(.+)$/s.exec(text) ?? []
    const value = this.#evaluate(name === undefined ? text : expression, dot)
    if (value === undefined) return undefined
    if (name === undefined) return isShown ? (value.text ?? '') : ''
    if (isShown) this.#variables.set(name, value.text)
    return ''
  }

  #branch(
    keyword: string,
    condition: string,
    isShown: boolean,
    dot: string | undefined,
  ): string | undefined {
    const value = this.#evaluate(condition, dot)
    if (value === undefined) return undefined
    const holds = value.text !== undefined && value.text !== ''
    this.#at++
    const first = this.fill(isShown && holds, keyword === 'with' ? value.text : dot)
    if (first === undefined || this.isDone) return undefined
    if (this.#parts[this.#at]?.text === 'end') return first
    this.#at++
    const second = this.fill(isShown && !holds, dot)
    return second === undefined || this.#parts[this.#at]?.text !== 'end'
      ? undefined
      : first + second
  }

  /** The value of an expression; undefined if it is more than words and known filters. */
  #evaluate(
    expression: string,
    dot: string | undefined,
  ): { readonly text: string | undefined } | undefined {
    const [head = '', ...filters] = expression.split('|').map((each) => each.trim())
    let value = this.#readHead(head, dot)
    for (const filter of filters) {
      const standard = /^default\s+["`]([^"`]*)["`]$/.exec(filter)?.[1]
      if (standard !== undefined) value &&= { text: value.text || standard }
      else if (!FILTERS.test(filter)) return undefined
    }
    return value
  }

  #readHead(
    head: string,
    dot: string | undefined,
  ): { readonly text: string | undefined } | undefined {
    const inner = head.replace(/^\((.*)\)$/s, '$1').trim()
    const literal = /^"([^"]*)"$|^`([^`]*)`$/.exec(inner)
    if (literal !== null) return { text: literal[1] ?? literal[2] ?? '' }
    if (/^\$?\.Inner(?:Deindent)?$/.test(inner)) return { text: INNER }
    if (inner === '.' && dot !== undefined) return { text: dot }
    if (this.#variables.has(inner)) return { text: this.#variables.get(inner) }
    const [, name, place] = /^\$?\.Get\s+(?:["`]([^"`]+)["`]|(\d+))$/.exec(inner) ?? []
    if (name !== undefined) return { text: this.#values.word(name.toLowerCase()) }
    if (place !== undefined) return { text: this.#values.word(Number(place)) }
    const parameter = /^(?:\$?\.?[Ss]ite|\$?\.Page|\$?\.Page\.Site)\.Params\.([\w.]+)$/.exec(inner)
    if (parameter !== null) return { text: this.#values.parameter(parameter[1] ?? '') }
    const [, standard, rest] = /^default\s+["`]([^"`]*)["`]\s+(.+)$/s.exec(inner) ?? []
    const value = rest === undefined ? undefined : this.#readHead(rest, dot)
    if (value !== undefined) return { text: value.text || standard }
    const [, key] = /^(?:i18n|T)\s+["`]([^"`]+)["`](?:\s+[$.\w]+)?$/.exec(inner) ?? []
    if (key !== undefined) {
      const text = this.#values.translation(key)
      return text === undefined ? undefined : { text }
    }
    const [, target] = /^(?:rel)?ref\s+\$?\.(?:Page)?\s+(.+)$/.exec(inner) ?? []
    if (target !== undefined) {
      const name = this.#readHead(target, dot)?.text
      return name === undefined ? undefined : { text: this.#values.reference(name) }
    }
    const [, filter = '', argument = ''] = /^(\S+)\s+(.+)$/s.exec(inner) ?? []
    return FILTERS.test(filter) ? this.#readHead(argument, dot) : undefined
  }
}
