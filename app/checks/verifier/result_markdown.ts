import { isJsonObject, type JsonObject } from '../../contract/json_rpc.ts'
import { at } from './json.ts'

/** Markdown begins with these words, and JSON never does. */
const BEGINNING = 'version: '

export function isMarkdownResult(text: string | undefined): text is string {
  return text?.startsWith(BEGINNING) === true
}

/**
 * The statements that a reader finds: each line outside fences is one, and so is each fence, by its
 * name. Whatever some reader takes for the end of a line ends one here.
 */
export function readStatements(markdown: string): readonly string[] {
  const statements: string[] = []
  let fence: { readonly mark: string; readonly name: string; readonly lines: string[] } | undefined
  for (const line of breakLines(markdown).split('\n')) {
    if (fence === undefined) {
      const [, mark, name = ''] = /^(~{3,})(.*)$/.exec(line) ?? []
      if (mark !== undefined) fence = { mark, name, lines: [] }
      else if (line !== '') statements.push(line)
    } else if (/^ {0,3}~+\s*$/.test(line) && line.trim().length >= fence.mark.length) {
      statements.push(...nameText(fence.name, fence.lines.join('\n')))
      fence = undefined
    } else fence.lines.push(line)
  }
  return fence === undefined ? statements : [...statements, 'a fence that does not end']
}

/** Where the twin of each page is, said once, then the records. */
export function listRecords(records: readonly JsonObject[]): readonly string[] {
  return records.length === 0
    ? []
    : ['markdown_url: url + index.md', ...records.flatMap(listRecord)]
}

/** The notice precedes whatever else could hide it. */
function listRecord(record: JsonObject): readonly string[] {
  const { id, kind, url, title, description, status, updated, markdown_url: twin, notice } = record
  return [
    joinLines(`### ${title}`),
    joinLines(String(url)),
    ...nameText('notice', notice),
    joinLines(`${kind} ${id}, status: ${status}, updated ${updated}. ${description}`),
    ...(twin === `${url}index.md` ? [] : nameText('markdown_url', twin)),
    ...listMatch(record),
  ]
}

function listMatch({ section, passage }: JsonObject): readonly string[] {
  const place = `section #${at(section, 'anchor')} ${at(section, 'heading')}`
  if (passage === undefined) {
    return section === undefined ? [] : [joinLines(`${place}: ${at(section, 'snippet')}`)]
  }
  return [...(section === undefined ? [] : [joinLines(place)]), ...nameText('passage', passage)]
}

/** What is no object is found by other checks. */
export function listObjects(value: unknown): readonly JsonObject[] {
  return isJsonObject(value) ? [value] : []
}

/** The members that are there, on one line. */
export function listFacts(value: JsonObject, names: readonly string[]): string {
  const known = names.filter((name) => value[name] !== undefined)
  return joinLines(known.map((name) => `${name}: ${value[name]}`).join(', '))
}

/** A text by its name, in a fence or not; none where there is nothing to say. */
export function nameText(name: string, value: unknown): readonly string[] {
  const text = typeof value === 'string' ? breakLines(value).trim() : ''
  return text === '' ? [] : [`${name}: ${text}`]
}

/** All that ends a line for Markdown, Unicode or Python, and what has no place in a line. */
const BREAK = /(?!\t)[\p{Cc}\u2028\u2029]/gu

function breakLines(text: string): string {
  return text.replace(BREAK, '\n')
}

export function joinLines(text: string): string {
  return text.replace(BREAK, ' ')
}

export function quote(value: unknown): string {
  return JSON.stringify(value)
}
