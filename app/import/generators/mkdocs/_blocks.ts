import { listNames, quote } from '../../../contract/problem.ts'
import { mapText, widthOf, widthOfIndent } from '../../markdown/line_classes.ts'
import { type Lines, replaceText, type SourceLine } from '../../markdown/source_line.ts'
import type { Report } from '../../source/report/report.ts'

const REFERENCE = /^([ \t]*):::[ \t]+([\w.:-]+)[ \t]*$/

/** `::: module.name` is made from code by mkdocstrings or mkautodoc, which are not run. */
export function cutReferences(lines: Lines, report: Report): Lines {
  let isOptions = false
  return mapText(lines, (line) => {
    const { text } = line
    const name = REFERENCE.exec(text)?.[2]
    if (name !== undefined) {
      const what = `the reference of ${quote(name)} is made from code and is left out`
      report.lose(line, what, 'write it as Markdown, or link to where it is published')
    }
    isOptions = name !== undefined || (isOptions && (text.trim() === '' || /^[ \t]{4}/.test(text)))
    return !isOptions || text.trim() === '' ? line : []
  })
}

const BADGE = /<!-- md:\w+[^\n]{0,200}? -->/

/** Comments that a hook of the site shows as badges, as Material for MkDocs does. */
export function reportBadges(lines: Lines, report: Report): Lines {
  return mapText(lines, (line) => {
    const [badge] = BADGE.exec(line.text) ?? []
    if (badge === undefined) return line
    const what = `the badge ${quote(badge)} is made by a program and is left out`
    report.lose(line, what, 'write what it says as text')
    return line
  })
}

const OWN_KIND = /^([ \t]*\/{3,}[ \t]+)([\w-]+)[ \t]*(\|.*)?$/

/** Blocks of a kind that a site defines itself are notes with its name for a title. */
export function nameOwnKinds(lines: Lines, kinds: ReadonlyMap<string, string>): Lines {
  if (kinds.size === 0) return lines
  return lines.map((line) => {
    const [, start = '', kind = '', rest = ''] = OWN_KIND.exec(line.text) ?? []
    const title = kinds.get(kind)
    if (title === undefined) return line
    return replaceText(line, `${start}note ${rest === '' ? `| ${title}` : rest}`)
  })
}

const EMOJI = /(?<![\w:/]):[a-z][a-z0-9_+]{1,40}:(?![\w:/])/g

/** A note about names that a page has and that nothing here can show. */
export function reportEmoji(lines: Lines, report: Report): Lines {
  const found = new Map<string, SourceLine>()
  mapText(lines, (line) => {
    for (const [name] of line.text.replace(/`[^`]*`/g, '').matchAll(EMOJI)) {
      found.set(name, found.get(name) ?? line)
    }
    return line
  })
  const [first] = found.values()
  if (first === undefined) return lines
  const what = `names of emoji are kept as they are: ${listNames([...found.keys()])}`
  report.note(first, what, 'write the character itself')
  return lines
}

const CALLOUT = /^([ \t]*)(?:!!!|\?\?\?\+?)[ \t]*[\w-]+[ \t]*$/

/** Text that is not indented stands below its callout, which is empty for readers. */
export function reportEmptyCallouts(lines: Lines, report: Report): Lines {
  return mapText(lines, (line, at) => {
    const [whole, indent = ''] = CALLOUT.exec(line.text) ?? []
    if (whole === undefined) return line
    const next = lines.slice(at + 1, at + 20).find(({ text }) => text.trim() !== '')?.text ?? ''
    if (widthOfIndent(next) >= widthOf(indent) + 4) return line
    const what = `the block ${quote(whole.trim())} has no text, and is left out`
    report.lose(line, what, 'indent its text by four columns')
    return line
  })
}

const TITLE = /^[ \t]*:::\w+[ \t].*\[/
const TITLE_LINK = /\[([^\][\n]{1,200})\](?:\(([^()\n]{1,500})\)|\[([^\][\n]{0,200})\])?/g

/** Titles of our blocks are plain text, so a link in one of them ends here. */
export function reportTitleLinks(lines: Lines, report: Report): Lines {
  if (!lines.some(({ text }) => TITLE.test(text))) return lines
  const labels = new Set(lines.map(({ text }) => /^\s*\[([^\]\n]{1,200})\]:/.exec(text)?.[1]))
  return mapText(lines, (line) => {
    if (!TITLE.test(line.text)) return line
    for (const [, shown = '', target, label] of line.text.matchAll(TITLE_LINK)) {
      if (target === undefined && !labels.has(label || shown)) continue
      const what = `the link ${quote(shown)} in the title of a block is now plain text`
      report.lose(line, what, 'put the link into the text of the block')
    }
    return line
  })
}
