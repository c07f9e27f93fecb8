import { isFullDate } from '../../../contract/formats.ts'
import { type Place, type Problem, problemAt, quote } from '../../../contract/problem.ts'
import type { YamlPath, YamlSource } from '../../../text/source_text/yaml.ts'
import {
  type Cell,
  listRows,
  readColumn,
  readValue,
} from '../../../text/source_text/yaml_column.ts'
import { checkUnique } from './_unique.ts'
import { suggestName } from './names.ts'

/** Checks that names in the example workspace exist and belong together. */
export function checkExample(
  source: YamlSource,
  registry: YamlSource | undefined,
): readonly Problem[] {
  const ids = (list: string) => readColumn(source, [list], 'id')
  const users = listRows(source, ['users'])
  const businesses = ids('businesses')
  const members = users.map((row) => readColumn(source, ['users', row, 'memberships'], 'business'))
  return [
    ...checkUnique(ids('workspaces'), 'workspace id'),
    ...checkUnique(businesses, 'business id'),
    ...checkUnique(ids('users'), 'user id'),
    ...checkUnique(readColumn(source, ['users'], 'subject'), 'subject'),
    ...checkKnown(readColumn(source, ['businesses'], 'workspace'), ids('workspaces'), 'workspace'),
    ...members.flatMap((cells) => [
      ...checkUnique(cells, 'membership of'),
      ...checkKnown(cells, businesses, 'business'),
    ]),
    ...checkRecords(source, registry),
    ...checkDays(source),
    ...checkNumbers(source, ['records'], readValue(source.value, ['records'])),
  ]
}

function checkKnown(
  cells: readonly Cell[],
  known: readonly { readonly text: string }[],
  what: string,
): readonly Problem[] {
  const names = [...new Set(known.map(({ text }) => text))]
  return cells
    .filter(({ text }) => !names.includes(text))
    .map(({ text, place }) => {
      return problemAt(place, `there is no ${what} ${quote(text)}`, suggestName(text, names))
    })
}

function checkRecords(source: YamlSource, registry: YamlSource | undefined): readonly Problem[] {
  const list = ['records']
  const types = readColumn(source, list, 'type')
  const typeOf = new Map(types.map(({ row, text }) => [row, text]))
  const ids = readColumn(source, list, 'id')
  const named = ids.map((cell) => ({ ...cell, text: `${typeOf.get(cell.row)} ${cell.text}` }))
  const workspaces = readColumn(source, ['workspaces'], 'id')
  const known = registry === undefined ? [] : readColumn(registry, ['records'], 'type')
  return [
    ...checkUnique(named, 'record'),
    ...checkKnown(readColumn(source, list, 'workspace'), workspaces, 'workspace'),
    ...(registry === undefined ? [] : checkKnown(types, known, 'record type')),
    ...(registry === undefined ? [] : checkRecordLinks(source, registry)),
  ]
}

type Link = { readonly rule: unknown; readonly field: string; readonly through: unknown }

/**
 * A link that is text refers to something in the same workspace: anything else is a mistake that
 * would hide a record, or expose it to strangers. A missing link, or a list, is not checked.
 */
function checkRecordLinks(source: YamlSource, registry: YamlSource): readonly Problem[] {
  const links = linksOf(registry)
  const homes = workspacesOf(source)
  const workspaces = readColumn(source, ['workspaces'], 'id').map(({ text }) => text)
  return readColumn(source, ['records'], 'type').flatMap(({ row, text: type }) => {
    const link = links.get(type)
    if (link === undefined || link.rule === 'none') return []
    const path = ['records', row, 'fields', link.field]
    const target = readValue(source.value, path)
    if (typeof target !== 'string') return []
    const to = link.rule === 'column' ? 'business' : String(link.through)
    const home = homes.get(`${to} ${target}`)
    const own = readValue(source.value, ['records', row, 'workspace'])
    // An unknown workspace is reported where it is named.
    if ([home, own].some((each) => each !== undefined && !workspaces.includes(String(each))))
      return []
    return checkRecordLink(source.locateValue(path), { to, target, home, own })
  })
}

function checkRecordLink(
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
      ? `there is no ${to} ${quote(target)}`
      : `the ${to} ${quote(target)} is in a different workspace from this record`
  return [problemAt(place, what, 'write one from the same workspace, or null for none')]
}

function linksOf(registry: YamlSource): ReadonlyMap<string, Link> {
  const rows = readColumn(registry, ['records'], 'type').map(({ row, text }): [string, Link] => {
    const at = (key: string) => readValue(registry.value, ['records', row, 'reach', key])
    return [text, { rule: at('rule'), field: String(at('field')), through: at('through') }]
  })
  return new Map(rows)
}

/** The workspace of every business and record, by its type and id. */
function workspacesOf(source: YamlSource): ReadonlyMap<string, unknown> {
  const businesses = readColumn(source, ['businesses'], 'id').map(({ row, text }) => {
    const home = readValue(source.value, ['businesses', row, 'workspace'])
    return [`business ${text}`, home] as const
  })
  const records = readColumn(source, ['records'], 'id').map(({ row, text }) => {
    const at = (key: string) => readValue(source.value, ['records', row, key])
    return [`${at('type')} ${text}`, at('workspace')] as const
  })
  // If a name is repeated the first one counts, as in the message about it.
  return new Map([...businesses, ...records].reverse())
}

function checkDays(source: YamlSource): readonly Problem[] {
  const days = ['created', 'updated'].flatMap((key) => readColumn(source, ['records'], key))
  return days
    .filter(({ text }) => /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) && !isFullDate(text))
    .map(({ text, place }) =>
      problemAt(place, `${quote(text)} is not a date of the calendar`, 'write another'),
    )
}

/** Records are stored as JSON, which has no such numbers. */
function checkNumbers(source: YamlSource, path: YamlPath, value: unknown): readonly Problem[] {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return [
      problemAt(source.locateValue(path), `${value} is not a JSON number`, 'write another value'),
    ]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    checkNumbers(source, [...path, Array.isArray(value) ? Number(key) : key], member),
  )
}
