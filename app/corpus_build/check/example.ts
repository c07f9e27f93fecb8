import { isFullDate } from '../../contract/formats.ts'
import { listed, type Place, type Problem, problemAt, quoted } from '../../contract/problem.ts'
import { type Cell, column, rowsOf, valueAt } from '../../source_text/column.ts'
import { nearest } from '../../source_text/nearest.ts'
import type { YamlPath, YamlSource } from '../../source_text/yaml.ts'
import { duplicates } from './_duplicates.ts'

/** Whether names of the example workspace lead where they should, and belong together. */
export function exampleProblems(
  source: YamlSource,
  registry: YamlSource | undefined,
): readonly Problem[] {
  const ids = (list: string) => column(source, [list], 'id')
  const users = Array.from({ length: rowsOf(source, ['users']) }, (_, row) => row)
  const businesses = ids('businesses')
  const members = users.map((row) => column(source, ['users', row, 'memberships'], 'business'))
  return [
    ...duplicates(ids('workspaces'), 'workspace id'),
    ...duplicates(businesses, 'business id'),
    ...duplicates(ids('users'), 'user id'),
    ...duplicates(column(source, ['users'], 'subject'), 'subject'),
    ...unknown(column(source, ['businesses'], 'workspace'), ids('workspaces'), 'workspace'),
    ...members.flatMap((cells) => [
      ...duplicates(cells, 'membership of'),
      ...unknown(cells, businesses, 'business'),
    ]),
    ...recordProblems(source, registry),
    ...dayProblems(source),
    ...numberProblems(source, ['records'], valueAt(source.value, ['records'])),
  ]
}

function unknown(
  cells: readonly Cell[],
  known: readonly { readonly text: string }[],
  what: string,
): readonly Problem[] {
  const names = [...new Set(known.map(({ text }) => text))]
  return cells
    .filter(({ text }) => !names.includes(text))
    .map(({ text, place }) => {
      const meant = nearest(text, names)
      const fix = meant === undefined ? `write one of ${listed(names)}` : `write ${quoted(meant)}`
      return problemAt(place, `there is no ${what} ${quoted(text)}`, fix)
    })
}

function recordProblems(source: YamlSource, registry: YamlSource | undefined): readonly Problem[] {
  const list = ['records']
  const types = column(source, list, 'type')
  const typeOf = new Map(types.map(({ row, text }) => [row, text]))
  const ids = column(source, list, 'id')
  const named = ids.map((cell) => ({ ...cell, text: `${typeOf.get(cell.row)} ${cell.text}` }))
  const workspaces = column(source, ['workspaces'], 'id')
  const known = registry === undefined ? [] : column(registry, ['records'], 'type')
  return [
    ...duplicates(named, 'record'),
    ...unknown(column(source, list, 'workspace'), workspaces, 'workspace'),
    ...(registry === undefined ? [] : unknown(types, known, 'record type')),
    ...(registry === undefined ? [] : linkProblems(source, registry)),
  ]
}

type Link = { readonly rule: unknown; readonly field: string; readonly through: unknown }

/**
 * A link that is text leads to something of the same workspace: anything else is a slip that would
 * hide a record, or show it to strangers. One that is missing, or a list, is left as it is.
 */
function linkProblems(source: YamlSource, registry: YamlSource): readonly Problem[] {
  const links = linksOf(registry)
  const homes = homesOf(source)
  const workspaces = column(source, ['workspaces'], 'id').map(({ text }) => text)
  return column(source, ['records'], 'type').flatMap(({ row, text: type }) => {
    const link = links.get(type)
    if (link === undefined || link.rule === 'none') return []
    const path = ['records', row, 'fields', link.field]
    const target = valueAt(source.value, path)
    if (typeof target !== 'string') return []
    const to = link.rule === 'column' ? 'business' : String(link.through)
    const home = homes.get(`${to} ${target}`)
    const own = valueAt(source.value, ['records', row, 'workspace'])
    // A workspace that is not there is told where it stands.
    if ([home, own].some((each) => each !== undefined && !workspaces.includes(String(each))))
      return []
    return linkProblem(source.valueAt(path), { to, target, home, own })
  })
}

function linkProblem(
  place: Place,
  link: {
    readonly to: string
    readonly target: string
    readonly home: unknown
    readonly own: unknown
  },
): readonly Problem[] {
  const { to, target, home, own } = link
  if (home === own) return []
  const what =
    home === undefined
      ? `there is no ${to} ${quoted(target)}`
      : `the ${to} ${quoted(target)} is in another workspace than this record`
  return [problemAt(place, what, 'write one of the same workspace, or null for none')]
}

function linksOf(registry: YamlSource): ReadonlyMap<string, Link> {
  const rows = column(registry, ['records'], 'type').map(({ row, text }): [string, Link] => {
    const at = (key: string) => valueAt(registry.value, ['records', row, 'reach', key])
    return [text, { rule: at('rule'), field: String(at('field')), through: at('through') }]
  })
  return new Map(rows)
}

/** The workspace of every business and record, by what it is and its id. */
function homesOf(source: YamlSource): ReadonlyMap<string, unknown> {
  const businesses = column(source, ['businesses'], 'id').map(({ row, text }) => {
    const home = valueAt(source.value, ['businesses', row, 'workspace'])
    return [`business ${text}`, home] as const
  })
  const records = column(source, ['records'], 'id').map(({ row, text }) => {
    const at = (key: string) => valueAt(source.value, ['records', row, key])
    return [`${at('type')} ${text}`, at('workspace')] as const
  })
  // Of a name that stands twice the first counts, as it does for the message about it.
  return new Map([...businesses, ...records].reverse())
}

function dayProblems(source: YamlSource): readonly Problem[] {
  const days = ['created', 'updated'].flatMap((key) => column(source, ['records'], key))
  return days
    .filter(({ text }) => /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) && !isFullDate(text))
    .map(({ text, place }) =>
      problemAt(place, `the calendar has no day ${quoted(text)}`, 'write another'),
    )
}

/** Records are stored as JSON, which has no number for these. */
function numberProblems(source: YamlSource, path: YamlPath, value: unknown): readonly Problem[] {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return [problemAt(source.valueAt(path), `${value} is no number of JSON`, 'write another value')]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    numberProblems(source, [...path, Array.isArray(value) ? Number(key) : key], member),
  )
}
