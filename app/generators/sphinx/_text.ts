import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { makeFence } from '../../source_text/code_marks.ts'

/** Text as Markdown that shows the same characters. */
export function escapeText(text: string): string {
  return text
    .replace(/[\\`*[\]<>]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|&(?=#?\w{1,20};)/g, '\\$&')
    .replace(/~~|\$\$/g, (pair) => `\\${pair[0]}\\${pair[1]}`)
    .replace(
      /^([ \t]*)(#{1,6}(?=[ \t]|$)|[-+](?=[ \t]|$)|[=-]+(?=[ \t]*$)|:{3,}|~{3,}|\|)/gm,
      '$1\\$2',
    )
    .replace(/^([ \t]*\d{1,9})([.)])(?=[ \t]|$)/gm, '$1\\$2')
}

export function writeLink(words: string, address: string): string {
  return `[${words}](${encodeAddress(address)})`
}

export function encodeAddress(address: string): string {
  return address.replace(/[ ()<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
}

/** Words with marks around them, which must touch the words. */
export function writeMarked(words: string, mark: string): string {
  const text = words.trim()
  return text === '' ? '' : `${mark}${text}${mark}`
}

type CodeStyle = { readonly title?: string | undefined; readonly marked?: string | undefined }

/** Lines of code in a fence that they cannot end. */
export function writeFence(
  line: SourceLine,
  language: string,
  code: readonly SourceLine[],
  { title = '', marked = '' }: CodeStyle = {},
): readonly SourceLine[] {
  const mark = makeFence(code.map(({ text }) => text).join('\n'))
  const info = [
    language || (title || marked ? 'text' : ''),
    title === ''
      ? ''
      : `title="${title.replace(/\s+/g, ' ').replaceAll('`', '').replaceAll('"', "'")}"`,
    marked === '' ? '' : `{${marked.replace(/\s+/g, '')}}`,
  ]
  const opening = `${mark}${info.filter((each) => each !== '').join(' ')}`
  return [{ ...line, text: opening }, ...code, { ...(code.at(-1) ?? line), text: mark }]
}

/** A block of ours around lines: `:::note Title`. */
export function writeBlock(
  line: SourceLine,
  name: string,
  title: string,
  content: readonly SourceLine[],
): readonly SourceLine[] {
  const words = title.replace(/\s+/g, ' ').trim()
  return [
    { ...line, text: `:::${name}${words === '' ? '' : ` ${words}`}` },
    ...content,
    { ...(content.at(-1) ?? line), text: ':::' },
  ]
}

/** Blocks with a blank line between them. */
export function joinBlocks(blocks: readonly (readonly SourceLine[])[]): readonly SourceLine[] {
  return blocks
    .filter((block) => block.length > 0)
    .flatMap((block, at) => {
      const [first] = block
      return at === 0 || first === undefined ? block : [{ ...first, text: '' }, ...block]
    })
}

/** Lines in a list item or quote: the first has the mark, the others its width. */
export function indentLines(
  lines: readonly SourceLine[],
  first: string,
  rest: string,
): readonly SourceLine[] {
  return lines.map((line, at) => {
    if (at > 0 && line.text === '') return replaceText(line, rest.trimEnd())
    return replaceText(line, `${at === 0 ? first : rest}${line.text}`)
  })
}

/** Text of several lines at one place, whose lines follow each other in the source. */
export function placeText(text: string, line: SourceLine): readonly SourceLine[] {
  return text.split('\n').map((each) => ({ ...line, text: each }))
}

/** Lines without blank ones around them. */
export function trimLines(lines: readonly SourceLine[]): readonly SourceLine[] {
  const first = lines.findIndex(({ text }) => text.trim() !== '')
  if (first === -1) return []
  return lines.slice(first, lines.findLastIndex(({ text }) => text.trim() !== '') + 1)
}

/** Lines without the indentation that all of them share. */
export function dedentLines(lines: readonly SourceLine[]): readonly SourceLine[] {
  const widths = lines
    .filter(({ text }) => text.trim() !== '')
    .map(({ text }) => /^[ \t]*/.exec(text)?.[0].length ?? 0)
  const width = Math.min(...widths)
  if (!Number.isFinite(width) || width === 0) return lines
  return lines.map((line) => replaceText(line, line.text.slice(width)))
}

/** A heading of MyST without its marks. */
export function readTitle(words: string): string {
  return words
    .replace(
      /(?:\{([\w:-]{1,60})\})?(`+)(?!`)([^\n]{1,300}?)(?<!`)\2(?!`)/g,
      (_, role: string | undefined, _marks: string, text: string) => {
        return role === undefined ? text : showRole(role, text)
      },
    )
    .replace(/[`*]/g, '')
    .replace(/\[([^\]]{0,300})\]\([^)]{0,300}\)/g, '$1')
}

/** What a reader sees of a role in a title: its words, or the last part of its name. */
export function showRole(role: string, text: string): string {
  const { words, target } = splitReference(text)
  if (words !== undefined) return words
  const name = target.replace(/^!/, '').replace(/^~(?:.*\.)?/, '')
  return /(?:^|:)(?:func|meth)$/.test(role) && !name.endsWith(')') ? `${name}()` : name
}

/** The id that docutils makes of a name. */
export function makeId(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^ -~]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+|-+$/g, '')
}

/** The id that Sphinx makes of a name, which keeps its case. */
export function makeSphinxId(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^ -~]/g, '')
    .replace(/[^\w.]+/g, '-')
    .replace(/^[-0-9._]+|-+$/g, '')
}

/** How a documentation writes anchors of terms. */
export type TermStyle = { readonly lowersTerms: boolean }

/** The anchor of a term in a glossary; mystmd makes it of small letters. */
export function makeTermId(term: string, { lowersTerms }: TermStyle): string {
  if (!lowersTerms) return makeSphinxId(`term-${term}`)
  const bare = term
    .replace(/['‘’"“”]+/g, '')
    .trim()
    .toLowerCase()
  const id = bare.replace(/[^a-z0-9-]/g, '-').replace(/^(?=[0-9-])/, 'id-')
  return `term-${id.replace(/-{2,}/g, '-').replace(/^-|-$/g, '')}`
}

/** Words and target of a reference: `Words <target>`. */
export function splitReference(text: string): { readonly words?: string; readonly target: string } {
  const [, words, target] = /^([^<]*?)\s*(?<!\\)<([^<>]*)>$/.exec(text) ?? []
  if (words === undefined || target === undefined) return { target: text }
  return words === '' ? { target } : { words, target }
}

/** Spaces and tabs before a line. */
export function countIndent(text: string): number {
  return /^[ \t]*/.exec(text)?.[0].length ?? 0
}
