import type { PageUnits } from './_page_units.ts'
import { decodeEntities, type Row, splitWords } from './facts.ts'

const CODE_SPAN = /(?<!`)(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g
const PICTURE =
  /!\[((?:[^[\]]|\[[^[\]]*\])*)\]\(\s*(?:<([^>\n]*)>|((?:[^\s()]|\([^()]*\))*))[^()\n]*\)/g
const LABEL = String.raw`((?:[^[\]]|\[(?:[^[\]]|\[[^[\]]*\])*\])*)`
const TARGET = String.raw`(?:<([^>\n]*)>|((?:[^\s()]|\([^()]*\))*))`
const TITLE = String.raw`(?:\s+(?:"[^"]*"|'[^']*'|\([^)]*\)))?`
const LINK = new RegExp(String.raw`\[${LABEL}\]\(\s*${TARGET}${TITLE}\s*\)`, 'g')
const BY_NAME = /(!?)\[((?:[^[\]]|\[[^[\]]*\])+)\](?:\[([^\]]*)\])?/g
const STRING = `"[^"]*"|'[^']*'`
const BRACES = String.raw`\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}`
const ASSIGNED = String.raw`(?:\s*=\s*(?:${STRING}|${BRACES}|[^\s"'>{]+))?`
const TAG = new RegExp(
  String.raw`<(\/?)([A-Za-z][\w.:-]*)((?:\s+(?:[\w:@.-]+${ASSIGNED}|${BRACES}))*)\s*\/?>`,
  'g',
)
const INLINE_TAG =
  /^(?:a|abbr|b|bdi|cite|code|data|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|u|var)$/
const PART = `(?:[.#][\\w.:%-]+|[\\w:@-]+=(?:${STRING}|[^\\s{}"']+)|markdown)`
const ATTRIBUTES = new RegExp(`\\{:?[ \\t]*${PART}(?:[ \\t]+${PART})*[ \\t]*\\}`, 'g')

/** Reads the rows of a paragraph, heading or table: words, links, pictures, anchors. */
export function readParagraph(rows: readonly Row[], page: PageUnits): void {
  const read = new Paragraph(rows, page)
  read.take()
}

type Match = readonly (string | undefined)[] & { readonly 0: string }

class Paragraph {
  readonly #rows: readonly Row[]
  readonly #page: PageUnits
  #text: string
  #anchors: string[] = []

  constructor(rows: readonly Row[], page: PageUnits) {
    this.#rows = rows
    this.#page = page
    this.#text = rows.map(({ text }) => text).join('\n')
  }

  take(): void {
    const heading = /^[\s>]*#{1,6}\s+(.*?)\s*#*\s*$/.exec(this.#text)
    if (heading !== null) this.#text = heading[1] ?? ''
    this.#replace(CODE_SPAN, ([, , inner = '']) => maskCode(inner))
    this.#takeAttributes(heading !== null)
    this.#replace(/^[\s>]*\[(?!\^)[^\]\n]+\]:\s+\S.*$/gm, () => '')
    this.#replace(/\[\^[^\]\n]+\]:?|^\s*\*\[[^\]\n]+\]:/gm, () => '')
    this.#replace(PICTURE, ([, , angled, plain], row) => {
      this.#page.addPicture(angled ?? plain ?? '', row)
      return ' '
    })
    this.#replace(LINK, ([, shown = '', angled, plain], row) => {
      this.#page.addLink(cleanLabel(shown), angled ?? plain ?? '', row)
      return shown
    })
    this.#takeNamedLinks()
    this.#takeTags()
    const shown = unmask(this.#text)
    const [first] = this.#rows
    if (heading !== null && first !== undefined) {
      this.#page.addHeading(decodeEntities(shown), this.#anchors, first)
    } else if (first !== undefined && !this.#page.isAtTop) {
      for (const id of this.#anchors) this.#page.add('anchor', id, first)
    }
    this.#takeWords(shown)
  }

  #takeAttributes(isHeading: boolean): void {
    this.#replace(ATTRIBUTES, ([whole]) => {
      const found = /#([^\s}]+)|\bid=["']?([^\s"'}]+)/.exec(whole)
      const id = found?.[1] ?? found?.[2]
      if (id !== undefined && isHeading) this.#anchors.push(id)
      return ''
    })
  }

  #takeNamedLinks(): void {
    const { definitions } = this.#page
    // Pictures first: a link may hold one.
    const read = ([whole, bang, shown = '', name]: Match, row: Row): string => {
      const key = splitWords(unmask(name === undefined || name === '' ? shown : name)).join(' ')
      const found = definitions.get(key)
      if (found === undefined) return whole
      if (bang === '!') {
        this.#page.addPicture(found.target, row)
        return ' '
      }
      this.#page.addLink(cleanLabel(shown), found.target, row, found.line)
      return shown
    }
    this.#replace(/(!)\[((?:[^[\]])+)\](?:\[([^\]]*)\])?/g, read)
    this.#replace(BY_NAME, read)
  }

  #takeTags(): void {
    let link: { target: string; from: number } | undefined
    const text = this.#text
    this.#replace(TAG, ([whole, slash, name = '', attributes = ''], row, at) => {
      const read = (key: string) => attributeOf(attributes, key)
      const id = read('id') ?? (name === 'a' ? read('name') : undefined)
      if (slash !== '/' && id !== undefined) this.#anchors.push(id)
      if (name === 'img') this.#page.addPicture(read('src') ?? '', row)
      if (name === 'table' && slash !== '/') this.#page.add('table', '', row)
      if (name === 'a' && slash !== '/')
        link = { target: read('href') ?? '', from: at + whole.length }
      if (name === 'a' && slash === '/' && link !== undefined) {
        this.#page.addLink(cleanLabel(text.slice(link.from, at)), link.target, row)
        link = undefined
      }
      this.#page.decorations += 1
      const isComponent = /^[A-Z]/.test(name)
      const title = isComponent ? (read('title') ?? read('label') ?? '') : ''
      const href = read('href')
      if (isComponent && href !== undefined) this.#page.addLink(title, href, row)
      return INLINE_TAG.test(name) ? '' : ` ${title} `
    })
  }

  #takeWords(shown: string): void {
    const lines = shown.split('\n')
    for (const [at, line] of lines.entries()) {
      const row = this.#rows[at]
      if (row === undefined) continue
      const text = line
        .replace(/^[\s>]*(?:[-*+]\s+)*(?:\d{1,9}[.)]\s+)?(?:[-*+]\s+)*(?:\[[ xX]\]\s)?/, '')
        .replace(/\\[*~]/g, ' ')
        .replace(/[*~]/g, '')
      const more = { lineEnd: this.#rows.at(-1)?.line ?? row.line }
      for (const word of splitWords(decodeEntities(text))) this.#page.add('prose', word, row, more)
    }
  }

  /** Replaces, keeps the number of lines, and tells which row a match is on. */
  #replace(pattern: RegExp, write: (match: Match, row: Row, at: number) => string): void {
    const before = this.#text
    const [first] = this.#rows
    if (first === undefined) return
    this.#text = before.replace(pattern, (...found: unknown[]) => {
      const at = found.findIndex((each) => typeof each === 'number')
      const parts = found
        .slice(0, at)
        .map((each) => (each === undefined ? undefined : String(each)))
      const index = Number(found[at])
      const row = this.#rows[before.slice(0, index).split('\n').length - 1] ?? first
      const whole = parts[0] ?? ''
      const written = write(Object.assign(parts, { 0: whole }), row, index)
      const gone = whole.split('\n').length - written.split('\n').length
      return written + '\n'.repeat(Math.max(0, gone))
    })
  }
}

function attributeOf(attributes: string, name: string): string | undefined {
  const pattern = new RegExp(
    `(?:^|\\s)${name}\\s*=\\s*\\{?\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>{}]+))`,
  )
  const found = pattern.exec(attributes)
  return found?.[1] ?? found?.[2] ?? found?.[3]
}

function cleanLabel(text: string): string {
  const shown = text.replace(/<[^>]*>/g, '').replace(/[*~]/g, '')
  return unmask(decodeEntities(shown))
}

const MASKED = /[[\]()<>{}*#!&\\~`_:"|]/g
const BASE = 0xe0_00

/** Characters of code that mean something elsewhere, moved out of the way. */
function maskCode(text: string): string {
  return text.replace(MASKED, (char) => String.fromCharCode(BASE + char.charCodeAt(0)))
}

/** Code as it shows; a star in it splits words, as it is not markup. */
function unmask(text: string): string {
  return text.replace(/[\ue000-\ue0ff]/g, (char) => {
    const plain = String.fromCharCode(char.charCodeAt(0) - BASE)
    return plain === '*' || plain === '~' || plain === '&' ? ' ' : plain
  })
}
