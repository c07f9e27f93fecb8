import { cleanLabel, cutEmphasis, keyOf, maskCode, showCode, unmask } from './_masks.ts'
import type { PageUnits } from './_page_units.ts'
import { attributeOf, type FoundTag, findTags, labelsOf } from './_tags.ts'
import { decodeEntities, type Row, splitWords } from './facts.ts'
import { joinNotes } from './layout.ts'

const TAG = String.raw`<[A-Za-z][\w-]*(?:\s+[\w:-]+="[^"\n]*")+\s*\/?>`
/** Code, unless what opens it is of a value of a tag. */
const CODE_OR_TAG = new RegExp(`${TAG}|(?<![\`\\\\])(\`+)(?!\`)([\\s\\S]*?[^\`])\\1(?!\`)`, 'g')
/** In a table, code ends in its row. */
const CODE_OR_TAG_OF_ROW = new RegExp(`${TAG}|(?<![\`\\\\])(\`+)(?!\`)(.*?[^\`\\n])\\1(?!\`)`, 'g')
const TABLE_RULE = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*\|[-:| \t]*$/m
/** Emphasis, whose signs are not of the words. */
const EMPHASIS = /(^|[^\p{L}\p{N}_])_([^_]+)_(?![\p{L}\p{N}_])/gu
const PICTURE =
  /!\[((?:[^[\]]|\[[^[\]]*\])*)\]\(\s*(?:<([^>\n]*)>|((?:[^\s()]|\([^()]*\))*))[^()\n]*\)/g
const LABEL = String.raw`((?:[^[\]]|\[(?:[^[\]]|\[[^[\]]*\])*\])*)`
const TARGET = String.raw`(?:<([^>\n]*)>|((?:[^\s()]|\([^()]*\))*))`
const TITLE = String.raw`(?:\s+(?:"[^"]*"|'[^']*'|\([^)]*\)))?`
const LINK = new RegExp(String.raw`\[${LABEL}\]\(\s*${TARGET}${TITLE}\s*\)`, 'g')
const BY_NAME = /(!?)\[((?:[^[\]]|\[[^[\]]*\])+)\](?:\[([^\]]*)\])?/g
/** A picture before a link, which may hold one. */
const NAMED_PICTURE = /(!)\[((?:[^[\]])+)\](?:\[([^\]]*)\])?(?!\()/g
/** A name and where it leads; what follows on its row makes it text. */
const DEFINITION = new RegExp(
  String.raw`^[\s>]*\[(?!\^)[^\]\n]+\]:\s*(?:<[^>\n]*>|\S+)` +
    String.raw`(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^)\n]*\)))?[ \t]*$`,
  'gm',
)
/** A sign that means itself. */
const ESCAPED = /\\([!-/:-@[-`{-~])/g
/** `4th` and `H2O` are one word; what else is raised or lowered is a word of its own. */
const OF_WORD = /<sup\b[^<>]*>\s*(st|nd|rd|th)\s*<\/sup>|<sub\b[^<>]*>\s*(\d+)\s*<\/sub>/gi
const STRING = `"[^"]*"|'[^']*'`
const INLINE_TAG =
  /^(?:a|abbr|b|bdi|cite|code|data|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|u|var)$/
const VALUE = `(?:${STRING}|[^\\s{}"']+)`
const PART = `(?:\\.[\\w.:%-]+|#[^\\s{}"']+|[\\w:@-]+=${VALUE}|data-[\\w-]+|markdown)`
const ATTRIBUTES = new RegExp(`\\{:?[ \\t]*${PART}(?:[ \\t]+${PART})*[ \\t]*\\}`, 'g')

/** A style keeps it apart from the word before it. */
const BADGE = /(?:^|[\s_-])(?:badge|chip|label|pill)(?=[\s_-]|$)/
/** Words end there, and names of headings do not. */
const APART = '\u200b'
const BOX = /^\s*(?:admonition|callout|note)(?:\s|$)/

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
    this.#rows = joinNotes(rows)
    this.#page = page
    const text = rows.map(({ text }) => text).join('\n')
    this.#text = text
      // Code of two elements beside each other is two words.
      .replace(/`(<\/span><span\b[^<>]*>)(?=`)/g, '` $1')
      // Such a tag is text for Markdown; what its author means is the element.
      .replace(/(?<=["']\s*)\\>/g, '/>')
  }

  take(): void {
    const heading = /^[\s>]*#{1,6}\s+(.*?)\s*#*\s*$/.exec(this.#text)
    if (heading !== null) this.#text = heading[1] ?? ''
    const code = TABLE_RULE.test(this.#text) ? CODE_OR_TAG_OF_ROW : CODE_OR_TAG
    this.#replace(code, ([whole, , inner]) => (inner === undefined ? whole : maskCode(inner)))
    this.#replace(ESCAPED, ([, char = '']) => maskCode(char))
    this.#takeAttributes(heading !== null)
    this.#replace(DEFINITION, () => '')
    this.#replace(/\[\^[^\]\n]+\]:?|^\s*\*\[[^\]\n]+\]:/gm, () => '')
    this.#replace(PICTURE, ([, , angled, plain], row) => {
      this.#page.addPicture(angled ?? plain ?? '', row)
      return ' '
    })
    this.#replace(NAMED_PICTURE, this.#readNamed)
    this.#replace(LINK, ([, shown = '', angled, plain], row) => {
      this.#page.addLink(cleanLabel(shown), angled ?? plain ?? '', row)
      return shown
    })
    this.#takeNamedLinks()
    this.#replace(/<button\b[^>]*>(?:(?!<\/?button\b)[\s\S])*<\/button>/g, () => ' ')
    this.#replace(/<(\w+)\s[^>]*\bhidden\b[^>]*>[^<]*<\/\1>/g, () => ' ')
    this.#replace(OF_WORD, ([, letters = '', digits = '']) => letters + digits)
    this.#takeTags()
    const shown = showCode(cutEmphasis(this.#text))
    const [first] = this.#rows
    if (heading !== null && first !== undefined) {
      const plain = decodeEntities(cutEmphasis(this.#text).replace(EMPHASIS, '$1$2'))
      const heading = unmask(plain.replaceAll(APART, '').replace(/ {2,}/g, ' '))
      this.#page.addHeading(heading, this.#anchors, first)
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
    this.#replace(BY_NAME, this.#readNamed)
  }

  readonly #readNamed = ([whole, bang, shown = '', name]: Match, row: Row): string => {
    const key = keyOf(unmask(name === undefined || name === '' ? shown : name))
    const { definitions } = this.#page
    const known = definitions.get(`${row.file} ${key}`) ?? definitions.get(key)
    // A name that is code is another than the same word without marks.
    const hasCode = this.#rows.some((each) => each.text.includes('`'))
    const found = known?.isCode === true && !hasCode ? undefined : known
    const inner = /\[([^[\]]+)\](?![([])/.exec(shown)?.[1] ?? ''
    const innerKey = keyOf(unmask(inner))
    const within = definitions.get(`${row.file} ${innerKey}`) ?? definitions.get(innerKey)
    if (bang === '' && within !== undefined) {
      // A link within makes text of what is around it, and of its name a link.
      this.#page.addLink(cleanLabel(inner), within.target, row, within.line)
      if (found === undefined || name === undefined) return whole
      this.#page.addLink(cleanLabel(name), found.target, row, found.line)
      return `${shown} ${name}`
    }
    if (found === undefined) return whole
    if (bang === '!') {
      this.#page.addPicture(found.target, row, found.line)
      return ' '
    }
    this.#page.addLink(cleanLabel(shown), found.target, row, found.line)
    return shown
  }

  #takeTags(): void {
    const text = this.#text
    let shown = ''
    let from = 0
    let link: { target: string; from: number; row: Row } | undefined
    for (const tag of findTags(text)) {
      const row = this.#rowAt(tag.from)
      const read = (key: string) => attributeOf(tag.attributes, key)
      shown += text.slice(from, tag.from) + this.#readTag(tag, row, read)
      // Rows are told apart by line breaks, of which none may go.
      shown += '\n'.repeat(text.slice(tag.from, tag.to).split('\n').length - 1)
      from = tag.to
      const href = read('href')
      const isLink = tag.name === 'a' || /^[A-Z]/.test(tag.name)
      const call = read('cta')
      if (call !== undefined && href !== undefined && titleOf(read) === '') {
        // A tooltip leads on by words of its own; a card is one link, and its title names it.
        this.#page.addLink(cleanLabel(call), href, row)
      } else if (isLink && !tag.isClosing && href !== undefined && titleOf(read) === '') {
        link = tag.isEmpty ? undefined : { target: href, from: tag.to, row }
      } else if (isLink && tag.isClosing && link !== undefined) {
        const label = text.slice(link.from, tag.from)
        // A link without text or picture lies over a card that has its own.
        // Nor is one that leads to the heading that it is around.
        const isOwn = link.target.startsWith('#') && /<h[1-6]\b/.test(label)
        if (/\S/.test(label) && !isOwn) {
          this.#page.addLink(cleanLabel(label), link.target, link.row)
        }
        link = undefined
      }
    }
    this.#text = shown + text.slice(from)
  }

  /** Notes what a tag holds; the text that stands for it. */
  #readTag(tag: FoundTag, row: Row, read: (key: string) => string | undefined): string {
    const { name, isClosing } = tag
    this.#page.decorations += 1
    if (isClosing) return INLINE_TAG.test(name) ? '' : ' '
    const id = read('id') ?? (name === 'a' ? read('name') : undefined)
    // What a theme includes or hides has ids for its own scripts.
    const isOfTheme = /(?:^|\/)_includes\//.test(row.file) || /display:\s*none/.test(tag.attributes)
    if (id !== undefined && !/^[A-Z]/.test(name) && !isOfTheme) {
      this.#anchors.push(decodeEntities(id))
    }
    if (name === 'img') this.#page.addPicture(read('src') ?? '', row)
    if (name === 'table') this.#page.add('table', '', row)
    if (name === 'div' && BOX.test(read('class') ?? '')) this.#page.add('admonition', '', row)
    if (name === 'span' && BADGE.test(read('class') ?? '')) return APART
    if (!/^[A-Z]/.test(name)) return INLINE_TAG.test(name) ? '' : ' '
    const title = titleOf(read)
    const href = read('href')
    if (href !== undefined && title !== '') this.#page.addLink(cleanLabel(title), href, row)
    return ` ${title} ${labelsOf(tag.attributes)} `
  }

  #rowAt(index: number): Row {
    const at = this.#text.slice(0, index).split('\n').length - 1
    return this.#rows[at] ?? this.#rows[0] ?? { text: '', file: this.#page.file, line: 1 }
  }

  #takeWords(shown: string): void {
    const lines = shown.split('\n')
    for (const [at, line] of lines.entries()) {
      const row = this.#rows[at]
      if (row === undefined) continue
      const text = line.replace(
        /^[\s>]*(?:[-*+]\s+)*(?:\d{1,9}[.)]\s+)?(?:[-*+]\s+)*(?:\[[ xX]\]\s)?/,
        '',
      )
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

/** What a component shows above its text. */
function titleOf(read: (key: string) => string | undefined): string {
  return read('title') ?? read('header') ?? read('label') ?? ''
}
