import { isJsonObject, type JsonObject } from '../contract/json_rpc.ts'
import type { Operation } from '../contract/operations/mod.ts'
import { at, membersAt, objectsAt, textsAt } from './json.ts'

/** Markdown begins with these words, and JSON never does. */
const BEGINNING = 'version: '

export function isMarkdownResult(text: string | undefined): text is string {
  return text?.startsWith(BEGINNING) === true
}

/**
 * What the Markdown of a result must say, statement by statement and in this order, and nothing
 * else: written from its description, and not with the code that renders it, which is under test.
 */
export function listStatements(operation: Operation, content: JsonObject): readonly string[] {
  return [
    listFacts(content, ['version', 'generated']),
    ...nameText('note', content.note),
    ...listOwnStatements(operation, content),
  ]
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

function listOwnStatements(operation: Operation, content: JsonObject): readonly string[] {
  switch (operation) {
    case 'search':
      return [
        listFacts(content, ['outcome', 'degraded']),
        ...nameText('unmatched', textsAt(content, 'unmatched').map(quote).join(', ')),
        ...nameText('corrected', listCorrections(content).join(', ')),
        ...listRecords(objectsAt(content, 'results')),
      ]
    case 'page': {
      const { note: _, ...first } = content
      return [first, ...objectsAt(content, 'more')].flatMap(listPage)
    }
    case 'pages':
      return [...nameText('after', content.after), ...listRecords(objectsAt(content, 'pages'))]
    case 'capability':
      return [
        ...listObjects(content.capability).flatMap(listCapability),
        ...listRecords(objectsAt(content, 'pages')),
      ]
    case 'capabilities':
      return objectsAt(content, 'capabilities').flatMap(listCapability)
    case 'status':
      return [listFacts(content, ['pages'])]
    case 'changes':
      return [listFacts(content, ['total']), ...objectsAt(content, 'changes').flatMap(listChange)]
    case 'operation':
    case 'workflow':
    case 'event':
      return nameText(operation, JSON.stringify(content[operation]))
  }
}

function listCorrections(content: JsonObject): readonly string[] {
  return membersAt(content, 'corrected').map(
    ([typed, meant]) => `${quote(typed)} as ${quote(meant)}`,
  )
}

/** Where the twin of each page is, said once, then the records. */
function listRecords(records: readonly JsonObject[]): readonly string[] {
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

function listPage(text: JsonObject): readonly string[] {
  if (text.problem !== undefined) {
    return [joinLines(`### ${text.id}`), ...nameText('problem', text.problem)]
  }
  return [
    ...listRecords(listObjects(text.page)),
    listFacts(text, ['truncated']),
    ...nameText('next_section', text.next_section),
    ...nameText('note', text.note),
    ...nameText('sections', textsAt(text, 'sections').join(' ')),
    ...nameText('markdown', text.markdown),
  ]
}

function listCapability(capability: JsonObject): readonly string[] {
  const { id, title, description, status, notice } = capability
  const ids = textsAt(capability, 'pages').join(' ')
  return [
    joinLines(`### ${title}`),
    ...nameText('notice', notice),
    joinLines(`capability ${id}, status: ${status}, pages: ${ids}. ${description}`),
  ]
}

function listChange(change: JsonObject): readonly string[] {
  return [
    joinLines(`### ${change.title}`),
    listFacts(change, ['id', 'date', 'capability', 'status', 'url']),
    ...nameText('summary', change.summary),
  ]
}

/** What is no object is found by other checks. */
function listObjects(value: unknown): readonly JsonObject[] {
  return isJsonObject(value) ? [value] : []
}

/** The members that are there, on one line. */
function listFacts(value: JsonObject, names: readonly string[]): string {
  const known = names.filter((name) => value[name] !== undefined)
  return joinLines(known.map((name) => `${name}: ${value[name]}`).join(', '))
}

/** A text by its name, in a fence or not; none where there is nothing to say. */
function nameText(name: string, value: unknown): readonly string[] {
  const text = typeof value === 'string' ? breakLines(value).trim() : ''
  return text === '' ? [] : [`${name}: ${text}`]
}

/** All that ends a line for Markdown, Unicode or Python, and what has no place in a line. */
const BREAK = /(?!\t)[\p{Cc}\u2028\u2029]/gu

function breakLines(text: string): string {
  return text.replace(BREAK, '\n')
}

function joinLines(text: string): string {
  return text.replace(BREAK, ' ')
}

function quote(value: unknown): string {
  return JSON.stringify(value)
}
