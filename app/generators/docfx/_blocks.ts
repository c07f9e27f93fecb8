import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { createFenceFollower } from '../../foreign_source/dialects/code_lines.ts'
import { readAttributes } from './_includes.ts'

const LAYOUT = /^[ \t>]*:{3,}[ \t]*(?:row|column)(?:-end)?\b[^\n]{0,200}$/i
const ZONE = /^([ \t>]*):{3,}[ \t]*zone[ \t]+([^\n]{0,300}?)[ \t]*:{0,9}[ \t]*$/i
const ZONE_END = /^[ \t>]*:{3,}[ \t]*zone-end[ \t]*:{0,9}[ \t]*$/i
const IMAGE = /:{3}[ \t]*image[ \t]+([^\n]{1,1500}?):{3}/gi
const IMAGE_END = /:{3}[ \t]*image-end[ \t]*:{0,9}/gi
const NO_LOC = /:{3}[ \t]*no-loc[ \t]+([^\n]{1,300}?):{3}/gi
const VIDEO = /:{3}[ \t]*video[ \t]+([^\n]{1,500}?):{3}/gi
const VIDEO_ALERT = /^([ \t>]*?)(?:>[ \t]*)?\[!VIDEO[ \t]+([^\]\s]{1,500})[ \t]*\][ \t]*$/i
const DIV = /^([ \t]*(?:>[ \t]*)*)>[ \t]*\[!div\b[^\]\n]{0,200}\][ \t]*$/i

const ALERT = /^ {0,3}>[ \t]*\[![a-z]+\][ \t]*$/i
const QUOTE = /^ {0,3}>/

/** Blocks and marks with three colons, `[!div]` and `[!VIDEO]`, as Markdown; code stays. */
export function writeBlocks(
  lines: readonly SourceLine[],
  titles: ReadonlyMap<string, string>,
): readonly SourceLine[] {
  if (!lines.some(({ text }) => /:{3}|\[!\w/.test(text))) return lines
  const isCode = createFenceFollower()
  let inDiv: string | undefined
  let before = ''
  return lines.flatMap((line): SourceLine[] => {
    const { text } = line
    const above = before
    before = text
    if (isCode(text)) return [line]
    // An alert within the quote of another is one of its own.
    if (ALERT.test(text) && QUOTE.test(above)) return [replaceText(line, ''), line]
    const div = DIV.exec(text)
    if (div !== null) {
      inDiv = div[1] ?? ''
      return [replaceText(line, inDiv.trimEnd())]
    }
    if (inDiv !== undefined) {
      // What a `[!div]` decorates is no quote.
      const rest = text.startsWith(inDiv) ? /^>[ ]?(.*)$/s.exec(text.slice(inDiv.length)) : null
      if (rest !== null) return [replaceText(line, inDiv + (rest[1] ?? ''))]
      inDiv = undefined
    }
    return writeLine(line, titles)
  })
}

function writeLine(line: SourceLine, titles: ReadonlyMap<string, string>): SourceLine[] {
  const { text } = line
  const video = VIDEO_ALERT.exec(text)
  if (video !== null) return [replaceText(line, `${video[1] ?? ''}[Video](${video[2] ?? ''})`)]
  if (!text.includes(':::')) return [line]
  if (LAYOUT.test(text) || ZONE_END.test(text)) return [replaceText(line, '')]
  const zone = ZONE.exec(text)
  if (zone !== null) return writeZone(line, zone[1] ?? '', readAttributes(zone[2] ?? ''), titles)
  const written = text
    .replace(IMAGE, (_, attributes: string) => writeImage(readAttributes(attributes)))
    .replace(IMAGE_END, '')
    .replace(NO_LOC, (_, attributes: string) => readAttributes(attributes).text ?? '')
    .replace(VIDEO, (_, attributes: string) => {
      const { source = '', title = 'Video' } = readAttributes(attributes)
      return `[${title}](${source})`
    })
  // A description of a picture stands below it.
  return /:{3}[ \t]*image[ \t]/i.test(text) && written.trim() !== ''
    ? [
        replaceText(line, written),
        ...(/^[ \t>]*!\[.*\)$/.test(written) ? [replaceText(line, '')] : []),
      ]
    : [replaceText(line, written)]
}

function writeZone(
  line: SourceLine,
  prefix: string,
  { pivot, target }: Readonly<Record<string, string>>,
  titles: ReadonlyMap<string, string>,
): SourceLine[] {
  const words = (pivot ?? target ?? '')
    .split(/\s*,\s*/)
    .map((id) => titles.get(id.toLowerCase()) ?? id.replace(/[-_]+/g, ' '))
    .join(', ')
  if (pivot === undefined || words === '') return [replaceText(line, '')]
  return [replaceText(line, ''), { ...line, text: `${prefix}**${words}**` }, replaceText(line, '')]
}

function writeImage(attributes: Readonly<Record<string, string>>): string {
  const { source = '', link } = attributes
  const words = (attributes['alt-text'] ?? '').replace(/[[\]]/g, '\\$&').replace(/\s+/g, ' ').trim()
  const address = /[\s()]/.test(source) ? `<${source}>` : source
  const picture = `![${words}](${address})`
  return link === undefined || link === '' ? picture : `[${picture}](${link})`
}

const MARKS = [
  [/(`+)(?!`).*?[^`]\1(?!`)|(?<![~\\])~(?!~)([^\s~`]{1,60})~(?!~)/g, 'sub'],
  [/(`+)(?!`).*?[^`]\1(?!`)|(?<![\^\\[])\^(?!\^)([^\s^`\]]{1,60})\^(?!\^)/g, 'sup'],
] as const

/** `~1~` and `^1^` stand below and above the line. */
export function writeSmallText(lines: readonly SourceLine[]): readonly SourceLine[] {
  if (!lines.some(({ text }) => /[~^]\S{1,60}[~^]/.test(text))) return lines
  const isCode = createFenceFollower()
  return lines.map((line) => {
    if (isCode(line.text)) return line
    const text = MARKS.reduce((before, [pattern, name]) => {
      return before.replace(pattern, (whole, _: unknown, words?: string) => {
        return words === undefined ? whole : `<${name}>${words}</${name}>`
      })
    }, line.text)
    return replaceText(line, text)
  })
}

const TAB =
  /^([ \t]*(?:>[ \t]*)*)#+\s+\[((?:\\.|[^\]\\]){1,200})\]\(#tab\/([\w+.-]*)(?:\/([\w+.-]*))?\)\s*$/i
const RULE = /^[ \t>]*(?:-[ \t]*){3,}$|^[ \t>]*(?:\*[ \t]*){3,}$|^[ \t>]*(?:_[ \t]*){3,}$/

/** Tabs, `# [Title](#tab/id)` up to a rule, as ours; their titles name their conditions. */
export function writeTabs(lines: readonly SourceLine[]): readonly SourceLine[] {
  if (!lines.some(({ text }) => text.includes('#tab/'))) return lines
  const isCode = createFenceFollower()
  const out: SourceLine[] = []
  let open: string | undefined
  const close = (line: SourceLine, isLast: boolean) => {
    if (open === undefined) return
    out.push({ ...line, text: `${open}:::` })
    if (isLast) out.push({ ...line, text: `${open}:::` }, { ...line, text: open.trimEnd() })
    if (isLast) open = undefined
  }
  for (const line of lines) {
    const inCode = isCode(line.text)
    const tab = inCode ? null : TAB.exec(line.text)
    if (tab !== null) {
      const [, prefix = '', title = '', , condition] = tab
      if (open === undefined) {
        open = prefix
        out.push({ ...line, text: prefix.trimEnd() }, { ...line, text: `${open}:::tabs` })
      } else close(line, false)
      const words = condition === undefined || condition === '' ? title : `${title} (${condition})`
      out.push(replaceText(line, `${open}:::tab ${words}`))
    } else if (open !== undefined && !inCode && isRule(line.text, out)) close(line, true)
    else out.push(line)
  }
  const last = lines.at(-1)
  if (last !== undefined) close(last, true)
  return out
}

/** Dashes below a paragraph make it a heading. */
function isRule(text: string, before: readonly SourceLine[]): boolean {
  return RULE.test(text) && (!text.includes('-') || (before.at(-1)?.text.trim() ?? '') === '')
}
