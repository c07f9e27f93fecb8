import type { LimitSettings } from '../../../contract/limits.ts'
import {
  FIXED_HTTP_PATHS,
  FIXED_TOOL_NAMES,
  HTTP_OPERATIONS,
  httpRoute,
  OPERATION_NAMES,
} from '../../../contract/operations/mod.ts'
import { listNames, type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { PUBLIC_ERROR_REASONS } from '../../../contract/public_error.ts'
import type { YamlPath, YamlSource } from '../../../text/source_text/yaml.ts'
import { listRows, readColumn, readValue } from '../../../text/source_text/yaml_column.ts'
import { readToolNames } from '../read/registry.ts'
import { checkUnique, describeHome, sortInheritedFirst } from './_unique.ts'
import { checkEvents } from './events.ts'
import { checkPackages } from './packages.ts'
import { checkPrompts } from './prompts.ts'
import { checkReservedNames } from './reserved_names.ts'
import { checkColors } from './theme.ts'
import { checkWorkflows } from './workflows.ts'

/** Checks what the schema of the registry cannot express: unique names and fixed names. */
export function checkRegistry(
  source: YamlSource,
  baseUrl: string,
  settings: LimitSettings,
): readonly Problem[] {
  return [
    ...checkBindings(source, 'tools', 'operation', OPERATION_NAMES),
    ...checkBindings(source, 'operations', 'operation', HTTP_OPERATIONS),
    ...checkBindings(source, 'errors', 'reason', PUBLIC_ERROR_REASONS),
    ...checkFixedNames(source, 'tools', 'name', FIXED_TOOL_NAMES),
    ...checkFixedNames(source, 'operations', 'path', FIXED_HTTP_PATHS),
    ...CHECKS.flatMap((check) => check(source)),
    ...checkWorkflows(source, settings),
    ...checkPackages(source, baseUrl),
  ]
}

const CHECKS: readonly ((source: YamlSource) => readonly Problem[])[] = [
  checkUniqueNames,
  checkReservedNames,
  checkPaths,
  checkPrompts,
  checkAddresses,
  checkOrigins,
  checkLimits,
  checkEvents,
  checkLlms,
  checkColors,
]

const UNIQUE: readonly { readonly list: YamlPath; readonly key?: string; readonly what: string }[] =
  [
    { list: ['capabilities'], key: 'id', what: 'capability id' },
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

function checkUniqueNames(source: YamlSource): readonly Problem[] {
  const nested = listRows(source, ['workflows']).map((row) => ({
    list: ['workflows', row, 'steps'],
    key: 'id',
    what: 'step id',
  }))
  const tools = readToolNames(source)
  return [
    ...checkUnique(tools, 'tool name'),
    ...[...UNIQUE, ...nested].flatMap(({ list, key, what }) =>
      checkUnique(readColumn(source, list, key), what),
    ),
  ]
}

/**
 * No name of a fixed set has two entries: behaviour is code, bound by these names. None lacks one,
 * because what a list leaves out is inherited.
 */
function checkBindings(
  source: YamlSource,
  list: string,
  key: string,
  names: readonly string[],
): readonly Problem[] {
  const cells = readColumn(source, [list], key).filter(({ text }) => names.includes(text))
  const bound = new Set(cells.map(({ text }) => text))
  const free = names.filter((name) => !bound.has(name))
  const lines = new Map<string, number>()
  return cells.flatMap(({ text, place }) => {
    const line = lines.get(text)
    lines.set(text, line ?? place.line)
    if (line === undefined) return []
    const fix = free.length === 0 ? 'remove one of the two' : `bind it to one of ${listNames(free)}`
    const what = `the ${key} ${quote(text)} already has an entry on line ${line}`
    return [problemAt(place, what, fix)]
  })
}

/** The contract fixes a few names, which no registry may change (contract 4.1 and 4.2). */
function checkFixedNames(
  source: YamlSource,
  list: string,
  key: string,
  fixed: Readonly<Record<string, string>>,
): readonly Problem[] {
  const operations = new Map(
    readColumn(source, [list], 'operation').map(({ row, text }) => [row, text]),
  )
  return readColumn(source, [list], key).flatMap(({ row, text, place }) => {
    const operation = operations.get(row) ?? ''
    const name = Object.hasOwn(fixed, operation) ? fixed[operation] : undefined
    if (name === undefined || name === text) return []
    const what = `the ${key} of ${quote(operation)} is ${quote(text)}, but the contract fixes it`
    return [problemAt(place, what, `write ${quote(name)}`)]
  })
}

/** Operations whose parameter stands in the path. */
const IN_PATH: ReadonlySet<string> = new Set(
  HTTP_OPERATIONS.filter((name) => httpRoute(name).place === 'path'),
)

function checkPaths(source: YamlSource): readonly Problem[] {
  const operations = new Map(
    readColumn(source, ['operations'], 'operation').map(({ row, text }) => [row, text]),
  )
  const paths = sortInheritedFirst(readColumn(source, ['operations'], 'path'))
  return paths.flatMap(({ row, text, place }, at) => {
    const version = text.split('/').find((segment) => /^v[0-9]+$/.test(segment))
    if (version !== undefined) {
      // Contract 9.1: no version appears in any address.
      const what = `the path ${quote(text)} contains the version ${quote(version)}`
      return [problemAt(place, what, 'remove that segment')]
    }
    const ids = text.split('{id}').length - 1
    const wanted = IN_PATH.has(operations.get(row) ?? '') ? 1 : 0
    if (operations.has(row) && ids !== wanted) {
      const what = `the path ${quote(text)} has {id} ${ids} times, not ${wanted}`
      return [problemAt(place, what, wanted === 1 ? 'write it as /pages/{id}' : 'remove {id}')]
    }
    const rival = paths.slice(0, at).find((other) => collide(other.text, text))
    if (rival === undefined) return []
    const what = `the path ${quote(text)} matches the same requests as ${quote(rival.text)}`
    return [problemAt(place, `${what} ${describeHome(rival)}`, 'give it another path')]
  })
}

function collide(one: string, other: string): boolean {
  const [a, b] = [one.split('/'), other.split('/')]
  if (a.length !== b.length) return false
  return a.every((part, at) => part === b[at] || part === '{id}' || b[at] === '{id}')
}

function checkAddresses(source: YamlSource): readonly Problem[] {
  const addresses = [
    ...readColumn(source, ['service', 'organization'], 'url'),
    ...readColumn(source, ['service', 'contact'], 'url'),
    ...readColumn(source, ['resources'], 'uri'),
  ]
  return addresses
    .filter(({ text }) => /^[a-z][a-z0-9+.-]*:\/\//.test(text) && !URL.canParse(text))
    .map(({ text, place }) =>
      problemAt(
        place,
        `${quote(text)} is not an address`,
        'write a complete address with its host',
      ),
    )
}

/** Written otherwise than in a browser, an origin is none that a page may call. */
function checkOrigins(source: YamlSource): readonly Problem[] {
  return readColumn(source, ['pages', 'api_origins']).flatMap(({ text, place }) => {
    const url = URL.parse(text)
    // The schema reports what is no origin at all.
    if (url?.origin === text || !/^https?:\/\/[^/]+$/.test(text)) return []
    const what = `${quote(text)} is not the origin of an API as browsers write it`
    const fix = url === null ? 'write one such as https://api.example.com' : `write ${url.origin}`
    return [problemAt(place, what, fix)]
  })
}

function checkLimits(source: YamlSource): readonly Problem[] {
  const [least, most] = ['search_limit_default', 'search_limit_max'].map((key) =>
    readValue(source.value, ['limits', key]),
  )
  if (typeof least !== 'number' || typeof most !== 'number' || least <= most) return []
  return [
    problemAt(
      source.locateValue(['limits', 'search_limit_default']),
      `"search_limit_default" is ${least}, more than "search_limit_max", which is ${most}`,
      `write ${most} or less`,
    ),
  ]
}

function checkLlms(source: YamlSource): readonly Problem[] {
  const sections = listRows(source, ['llms', 'sections']).map((row) =>
    readColumn(source, ['llms', 'sections', row, 'kinds']),
  )
  const taken = readColumn(source, ['llms'], 'full_path')
    .filter(({ text }) => text === '/llms.txt' || text === '/robots.txt')
    .map(({ text, place }) =>
      problemAt(place, `the path ${quote(text)} is taken`, 'write another, such as /llms-full.txt'),
    )
  return [...taken, ...checkUnique(sections.flat(), 'kind')]
}
