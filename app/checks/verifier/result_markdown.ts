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

/** What is said once, then the records. */
export function listRecords(records: readonly JsonObject[]): readonly string[] {
  if (records.length === 0) return []
  const usual = records.length < 3 ? new Map() : findUsual(records)
  const shared = [...usual].map(([name, value]) => `${name}: ${value}`).join(', ')
  return [
    'markdown_url: url + index.md',
    ...(usual.size === 0 ? [] : [`unless a page says otherwise: ${shared}`]),
    ...records.flatMap((record) => listRecord(record, usual)),
  ]
}

const TRAITS = ['kind', 'status', 'updated'] as const

/** What most of three records and more share is said once: the first of equally frequent values. */
function findUsual(records: readonly JsonObject[]): ReadonlyMap<string, unknown> {
  return new Map(
    TRAITS.map((name) => {
      const values = records.map((record) => record[name])
      const count = (value: unknown) => values.filter((each) => each === value).length
      const most = Math.max(...values.map(count))
      return [name, values.find((value) => count(value) === most)]
    }),
  )
}

/** The notice precedes whatever else could hide it. */
function listRecord(record: JsonObject, usual: ReadonlyMap<string, unknown>): readonly string[] {
  const { id, url, title, description, markdown_url: twin, notice } = record
  const own = TRAITS.filter((name) => !usual.has(name) || record[name] !== usual.get(name))
  const facts = [id, ...own.map((name) => `${name}: ${record[name]}`)].join(', ')
  return [
    joinLines(`### ${title}`),
    joinLines(String(url)),
    ...nameText('notice', notice),
    joinLines(`${facts}. ${description}`),
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
