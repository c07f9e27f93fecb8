import { listNames, quote } from '../../contract/problem.ts'
import { dedent, widthOf } from '../../foreign_markup/fences.ts'
import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { createFenceFollower } from '../../foreign_source/dialects/code_lines.ts'
import type { Report } from '../../foreign_source/report/report.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'

const REFERENCE = /^([ \t]*):::[ \t]+([\w.:-]+)[ \t]*$/

/** `::: module.name` is made from code by mkdocstrings or mkautodoc, which are not run. */
export function cutReferences(
  lines: readonly SourceLine[],
  source: SourceFolder,
  report: Report,
): readonly SourceLine[] {
  const isCode = createFenceFollower()
  let isOptions = false
  return lines.filter((line) => {
    const { text } = line
    if (isCode(text)) return true
    const name = REFERENCE.exec(text)?.[2]
    if (name !== undefined) {
      const place = { file: source.show(line.file), line: line.line, column: 1 }
      const what = `the reference of ${quote(name)} is made from code and is left out`
      report.addLoss(place, what, 'write it as Markdown, or link to where it is published')
    }
    isOptions = name !== undefined || (isOptions && (text.trim() === '' || /^[ \t]{4}/.test(text)))
    return !isOptions || text.trim() === ''
  })
}

const ABBREVIATION = /^\*\[([^\]\n]{1,100})\]:[ \t]*(.+)$/

/** `*[HTML]: Hyper Text …` shows a text for each "HTML"; here the first one has it behind it. */
export function writeAbbreviations(lines: readonly SourceLine[]): readonly SourceLine[] {
  if (!lines.some(({ text }) => text.startsWith('*['))) return lines
  const isDefinition = createFenceFollower()
  const texts = new Map<string, string>()
  const kept = lines.filter(({ text }) => {
    if (isDefinition(text)) return true
    const [, name = '', words = ''] = ABBREVIATION.exec(text) ?? []
    if (name !== '') texts.set(name, words.trim())
    return name === ''
  })
  const isCode = createFenceFollower()
  return kept.map((line) => {
    if (isCode(line.text) || /^[ \t]*(?:#|:::|\[|\|?[ \t]*-{3})/.test(line.text)) return line
    let { text } = line
    for (const [name, words] of texts) {
      const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      const place = new RegExp(`(?<![\\w[\\]/(.-])${escaped}(?![\\w\\]/.-]*[\\w\\]/-])`).exec(
        maskCode(text),
      )
      if (place === null) continue
      const end = place.index + name.length
      text = `${text.slice(0, end)} (${words})${text.slice(end)}`
      texts.delete(name)
    }
    return replaceText(line, text)
  })
}

/** A text in which code, tags and addresses have no words. */
function maskCode(text: string): string {
  return text.replace(/`[^`]{1,500}`|<[^<>]{1,500}>|\]\([^()]{1,500}\)/g, (code) => {
    return '\u0000'.repeat(code.length)
  })
}

const DEFINITION = /^( {0,3}):([ \t]+)(?=\S)/

const BLOCK = /^ {0,3}:[ \t]+(?:(?:!!!|\?\?\?\+?)[ \t]+["\w]|===[!+]*[ \t]+")/

/** Definition lists: the term in bold, what it means as an item of a list. */
export function writeDefinitions(lines: readonly SourceLine[]): readonly SourceLine[] {
  const isCode = createFenceFollower()
  const out: SourceLine[] = []
  let isBlock = false
  for (const line of lines) {
    const isText = !isCode(line.text)
    const isDefinition = isText && DEFINITION.test(line.text)
    isBlock = isDefinition
      ? BLOCK.test(line.text)
      : isBlock && /^(?:[ \t]{4}|[ \t]*$)/.test(line.text)
    if (!isDefinition) {
      out.push(isBlock ? replaceText(line, dedent(line.text, 4)) : line)
      continue
    }
    const at = out.findLastIndex(({ text }) => text.trim() !== '')
    const term = out[at]
    const isTerm = term !== undefined && /^ {0,3}[^\s>|#:-]/.test(term.text)
    if (isTerm && !/^ {0,3}\*\*.*\*\*$/.test(term.text)) {
      out[at] = replaceText(term, `**${term.text.trim()}**`)
    }
    if (at === out.length - 1) out.push({ ...line, text: '' })
    // A block cannot open an item of a list, so it stands alone below its term.
    out.push(replaceText(line, line.text.replace(DEFINITION, isBlock ? '' : '$1-$2')))
  }
  return out
}

/** Blocks of a kind that a site defines itself are notes with its name for a title. */
export function nameOwnKinds(
  lines: readonly SourceLine[],
  kinds: ReadonlyMap<string, string>,
): readonly SourceLine[] {
  if (kinds.size === 0) return lines
  return lines.map((line) => {
    const [, start = '', kind = '', rest = ''] =
      /^([ \t]*\/{3,}[ \t]+)([\w-]+)[ \t]*(\|.*)?$/.exec(line.text) ?? []
    const title = kinds.get(kind)
    if (title === undefined) return line
    return replaceText(line, `${start}note ${rest === '' ? `| ${title}` : rest}`)
  })
}

/** A note about names that a page has and that nothing here can show. */
export function reportEmoji(
  lines: readonly SourceLine[],
  source: SourceFolder,
  report: Report,
): void {
  const isCode = createFenceFollower()
  const found = new Map<string, SourceLine>()
  for (const line of lines) {
    if (isCode(line.text)) continue
    for (const [name] of line.text
      .replace(/`[^`]*`/g, '')
      .matchAll(/(?<![\w:/]):[a-z][a-z0-9_+]{1,40}:(?![\w:/])/g)) {
      found.set(name, found.get(name) ?? line)
    }
  }
  const [first] = found.values()
  if (first === undefined) return
  const place = { file: source.show(first.file), line: first.line, column: 1 }
  const what = `names of emoji are kept as they are: ${listNames([...found.keys()])}`
  report.addNote(place, what, 'write the character itself')
}

const CALLOUT = /^([ \t]*)(?:!!!|\?\?\?\+?)[ \t]*[\w-]+[ \t]*$/

/** Text that is not indented stands below its callout, which is empty for readers. */
export function reportEmptyCallouts(
  lines: readonly SourceLine[],
  source: SourceFolder,
  report: Report,
): void {
  const isCode = createFenceFollower()
  for (const [at, line] of lines.entries()) {
    const [whole, indent = ''] = isCode(line.text) ? [] : (CALLOUT.exec(line.text) ?? [])
    if (whole === undefined) continue
    const next = lines.slice(at + 1, at + 20).find(({ text }) => text.trim() !== '')?.text ?? ''
    if (widthOf(/^[ \t]*/.exec(next)?.[0] ?? '') >= widthOf(indent) + 4) continue
    const place = { file: source.show(line.file), line: line.line, column: 1 }
    const what = `the block ${quote(whole.trim())} has no text, and is left out`
    report.addLoss(place, what, 'indent its text by four columns')
  }
}

/** Titles of our blocks are plain text, so a link in one of them ends here. */
export function reportTitleLinks(
  lines: readonly SourceLine[],
  source: SourceFolder,
  report: Report,
): void {
  if (!lines.some(({ text }) => TITLE.test(text))) return
  const labels = new Set(lines.map(({ text }) => /^\s*\[([^\]\n]{1,200})\]:/.exec(text)?.[1]))
  const isCode = createFenceFollower()
  for (const line of lines) {
    if (isCode(line.text) || !TITLE.test(line.text)) continue
    for (const [, shown, target, label] of line.text.matchAll(TITLE_LINK)) {
      if (target === undefined && !labels.has(label || shown)) continue
      const place = { file: source.show(line.file), line: line.line, column: 1 }
      const what = `the link ${quote(shown ?? '')} in the title of a block is now plain text`
      report.addLoss(place, what, 'put the link into the text of the block')
    }
  }
}

const TITLE = /^[ \t]*:::\w+[ \t].*\[/
const TITLE_LINK = /\[([^\][\n]{1,200})\](?:\(([^()\n]{1,500})\)|\[([^\][\n]{0,200})\])?/g

const ADDRESS =
  /^\s*\[([^\]^\n]{1,200})\]:\s*(?:<[^>\n]*>|\S+)\s*(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\))?$/

/** Of several addresses with one name the last one counts, where in our Markdown the first does. */
export function keepLastDefinitions(lines: readonly SourceLine[]): readonly SourceLine[] {
  const isCode = createFenceFollower()
  const labels = lines.map(({ text }) => {
    const label = isCode(text) ? undefined : ADDRESS.exec(text.trimEnd())?.[1]
    return label?.toLowerCase()
  })
  const last = new Map(labels.map((label, at) => [label, at]))
  return lines.filter((_, at) => labels[at] === undefined || last.get(labels[at]) === at)
}
