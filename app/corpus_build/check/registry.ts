import type { LimitSettings } from '../../contract/limits.ts'
import {
  FIXED_HTTP_PATHS,
  FIXED_TOOL_NAMES,
  HTTP_OPERATIONS,
  OPERATIONS,
} from '../../contract/operations.ts'
import { listed, type Problem, problemAt, quoted } from '../../contract/problem.ts'
import { PUBLIC_ERROR_REASONS } from '../../contract/public_error.ts'
import { column, rowsOf, valueAt } from '../../source_text/column.ts'
import type { YamlPath, YamlSource } from '../../source_text/yaml.ts'
import { duplicates } from './_duplicates.ts'
import { eventProblems } from './events.ts'
import { packagesProblems } from './packages.ts'
import { promptProblems } from './prompts.ts'
import { reservedNameProblems } from './reserved.ts'
import { workflowProblems } from './workflows.ts'

/** What the schema of the registry cannot say: names across entries, and names that are fixed. */
export function registryProblems(
  source: YamlSource,
  baseUrl: string | undefined,
  settings: LimitSettings = {},
): readonly Problem[] {
  return [
    ...uniqueProblems(source),
    ...boundProblems(source, 'tools', 'operation', OPERATIONS),
    ...boundProblems(source, 'operations', 'operation', HTTP_OPERATIONS),
    ...boundProblems(source, 'errors', 'reason', PUBLIC_ERROR_REASONS),
    ...fixedNames(source, 'tools', 'name', FIXED_TOOL_NAMES),
    ...fixedNames(source, 'operations', 'path', FIXED_HTTP_PATHS),
    ...reservedNameProblems(source),
    ...pathProblems(source),
    ...promptProblems(source),
    ...addressProblems(source),
    ...limitProblems(source),
    ...workflowProblems(source, settings),
    ...eventProblems(source),
    ...llmsProblems(source),
    ...packagesProblems(source, baseUrl),
  ]
}

const UNIQUE: readonly { readonly list: YamlPath; readonly key?: string; readonly what: string }[] =
  [
    { list: ['capabilities'], key: 'id', what: 'capability id' },
    { list: ['tools'], key: 'name', what: 'tool name' },
    { list: ['resources'], key: 'uri', what: 'resource uri' },
    { list: ['resources'], key: 'name', what: 'resource name' },
    { list: ['prompts'], key: 'name', what: 'prompt name' },
    { list: ['operations'], key: 'id', what: 'operation id' },
    { list: ['skills'], key: 'id', what: 'skill id' },
    { list: ['workflows'], key: 'id', what: 'workflow id' },
    { list: ['events', 'envelope', 'fields'], key: 'name', what: 'envelope field' },
    { list: ['events', 'types'], key: 'type', what: 'event type' },
    { list: ['errors'], key: 'code', what: 'error code' },
  ]

function uniqueProblems(source: YamlSource): readonly Problem[] {
  const nested = Array.from({ length: rowsOf(source, ['workflows']) }, (_, row) => ({
    list: ['workflows', row, 'steps'],
    key: 'id',
    what: 'step id',
  }))
  return [...UNIQUE, ...nested].flatMap(({ list, key, what }) =>
    duplicates(column(source, list, key), what),
  )
}

/** Each name of a fixed set has exactly one entry: behaviour is code, bound by these names. */
function boundProblems(
  source: YamlSource,
  list: string,
  key: string,
  names: readonly string[],
): readonly Problem[] {
  const cells = column(source, [list], key).filter(({ text }) => names.includes(text))
  const bound = new Set(cells.map(({ text }) => text))
  const free = names.filter((name) => !bound.has(name))
  const lines = new Map<string, number>()
  const twice = cells.flatMap(({ text, place }) => {
    const line = lines.get(text)
    lines.set(text, line ?? place.line)
    if (line === undefined) return []
    const fix = free.length === 0 ? 'remove one of the two' : `bind it to one of ${listed(free)}`
    const what = `the ${key} ${quoted(text)} has an entry on line ${line} already`
    return [problemAt(place, what, fix)]
  })
  // An entry that is wrong in itself leaves its name free; it is told about where it stands.
  const whole = cells.length === rowsOf(source, [list]) && twice.length === 0
  if (!whole || !Array.isArray(valueAt(source.value, [list]))) return twice
  return free.map((name) =>
    problemAt(
      source.keyAt([list]),
      `the ${key} ${quoted(name)} has no entry`,
      `add one to ${quoted(list)}`,
    ),
  )
}

/** The contract fixes a few names; no registry may rename them (contract 4.1 and 4.2). */
function fixedNames(
  source: YamlSource,
  list: string,
  key: string,
  fixed: Readonly<Record<string, string>>,
): readonly Problem[] {
  const operations = new Map(
    column(source, [list], 'operation').map(({ row, text }) => [row, text]),
  )
  return column(source, [list], key).flatMap(({ row, text, place }) => {
    const operation = operations.get(row) ?? ''
    const name = Object.hasOwn(fixed, operation) ? fixed[operation] : undefined
    if (name === undefined || name === text) return []
    const what = `the ${key} of ${quoted(operation)} is ${quoted(text)}, and the contract fixes it`
    return [problemAt(place, what, `write ${quoted(name)}`)]
  })
}

function pathProblems(source: YamlSource): readonly Problem[] {
  const operations = new Map(
    column(source, ['operations'], 'operation').map(({ row, text }) => [row, text]),
  )
  const paths = column(source, ['operations'], 'path')
  return paths.flatMap(({ row, text, place }, at) => {
    const version = text.split('/').find((segment) => /^v[0-9]+$/.test(segment))
    if (version !== undefined) {
      // Contract 9.1: no version appears in any address.
      const what = `the path ${quoted(text)} has the version ${quoted(version)} in it`
      return [problemAt(place, what, 'remove that segment')]
    }
    const ids = text.split('{id}').length - 1
    const wanted = operations.get(row) === 'page' ? 1 : 0
    if (operations.has(row) && ids !== wanted) {
      const what = `the path ${quoted(text)} has {id} ${ids} times, not ${wanted}`
      return [problemAt(place, what, wanted === 1 ? 'write it as /pages/{id}' : 'remove {id}')]
    }
    const rival = paths.slice(0, at).find((other) => collide(other.text, text))
    if (rival === undefined) return []
    const what = `the path ${quoted(text)} takes the same requests as ${quoted(rival.text)}`
    return [problemAt(place, `${what} on line ${rival.place.line}`, 'give it another path')]
  })
}

function collide(one: string, other: string): boolean {
  const [a, b] = [one.split('/'), other.split('/')]
  if (a.length !== b.length) return false
  return a.every((part, at) => part === b[at] || part === '{id}' || b[at] === '{id}')
}

function addressProblems(source: YamlSource): readonly Problem[] {
  const addresses = [
    ...column(source, ['service', 'organization'], 'url'),
    ...column(source, ['service', 'contact'], 'url'),
    ...column(source, ['resources'], 'uri'),
  ]
  return addresses
    .filter(({ text }) => /^[a-z][a-z0-9+.-]*:\/\//.test(text) && !URL.canParse(text))
    .map(({ text, place }) =>
      problemAt(place, `${quoted(text)} is not an address`, 'write a whole address with its host'),
    )
}

function limitProblems(source: YamlSource): readonly Problem[] {
  const [least, most] = ['search_limit_default', 'search_limit_max'].map((key) =>
    valueAt(source.value, ['limits', key]),
  )
  if (typeof least !== 'number' || typeof most !== 'number' || least <= most) return []
  return [
    problemAt(
      source.valueAt(['limits', 'search_limit_default']),
      `"search_limit_default" is ${least}, more than "search_limit_max", which is ${most}`,
      `write ${most} or less`,
    ),
  ]
}

function llmsProblems(source: YamlSource): readonly Problem[] {
  const sections = Array.from({ length: rowsOf(source, ['llms', 'sections']) }, (_, row) =>
    column(source, ['llms', 'sections', row, 'kinds']),
  )
  const taken = column(source, ['llms'], 'full_path')
    .filter(({ text }) => text === '/llms.txt' || text === '/robots.txt')
    .map(({ text, place }) =>
      problemAt(
        place,
        `the path ${quoted(text)} is taken`,
        'write another, such as /llms-full.txt',
      ),
    )
  return [...taken, ...duplicates(sections.flat(), 'kind')]
}
