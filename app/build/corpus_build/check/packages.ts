import { semver } from '../../../contract/package_words.ts'
import { listNames, type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { MCP_PATH } from '../../../contract/protocol.ts'
import type { Registry } from '../../../contract/registry.ts'
import { baseOf } from '../../../docs/model/addresses.ts'
import type { YamlPath, YamlSource } from '../../../text/source_text/yaml.ts'
import { type Cell, readColumn, readValue } from '../../../text/source_text/yaml_column.ts'
import { brandOf, factsOf, fileProblems, packageFiles, secretProblems } from '../../packager/mod.ts'

/** A name that every host accepts: no two dashes in a row, none at the end. */
const NAME_OF_A_PLUGIN = /^[a-z0-9]+(-[a-z0-9]+)*$/

const TOOL_LISTS = ['includeTools', 'excludeTools'] as const

/** Parts of the registry that go into a package, besides `packages` itself. */
const PACKED: readonly YamlPath[] = [['service'], ['tools']]

/** Checks that package data claims no more than the server has, and holds no credential. */
export function checkPackages(source: YamlSource, baseUrl: string): readonly Problem[] {
  if (readValue(source.value, ['packages']) === undefined) return []
  const name = readColumn(source, ['service'], 'name')
  const facts = {
    name: name[0]?.text ?? '',
    endpoint: baseOf(baseUrl) + MCP_PATH,
  }
  return [
    ...checkForm(name, NAME_OF_A_PLUGIN, 'letters and digits with single dashes between them'),
    ...checkForm(
      readColumn(source, ['service'], 'version'),
      new RegExp(semver.pattern ?? ''),
      'a semantic version such as 1.4.0',
    ),
    ...checkNamespace(source),
    ...checkToolLists(source),
    ...[...PACKED, ['packages']].flatMap((path) => secretProblems(source, path, facts)),
  ]
}

/** Checks what hosts demand of a value beyond the registry's schema. */
function checkForm(cells: readonly Cell[], form: RegExp, wanted: string): readonly Problem[] {
  return cells
    .filter(({ text }) => !form.test(text))
    .map(({ text, place, path }) =>
      problemAt(
        place,
        `${quote(text)} cannot be the ${path.at(-1)} of a package`,
        `write ${wanted}, or remove "packages"`,
      ),
    )
}

/** A server has one publisher, whose name its card and its registry entry begin with. */
function checkNamespace(source: YamlSource): readonly Problem[] {
  const namespace = readValue(source.value, ['namespace'])
  if (typeof namespace !== 'string') return []
  return readColumn(source, ['packages'], 'name')
    .filter(({ text }) => text.includes('/') && !text.startsWith(`${namespace}/`))
    .map(({ text, place }) =>
      problemAt(
        place,
        `the package ${quote(text)} is not in the namespace ${quote(namespace)}`,
        'write the same namespace in both, or remove this line',
      ),
    )
}

function checkToolLists(source: YamlSource): readonly Problem[] {
  const tools = readColumn(source, ['tools'], 'name').map(({ text }) => text)
  return TOOL_LISTS.flatMap((key) => readColumn(source, ['packages', 'hosts', 'gemini', key]))
    .filter(({ text }) => !tools.includes(text))
    .map(({ text, place }) =>
      problemAt(
        place,
        `the server publishes no tool ${quote(text)}`,
        `write one of ${listNames(tools)}, or remove it`,
      ),
    )
}

/** Checks each file of the package as it would be written, as if it came from elsewhere. */
export function checkPackageFiles(
  source: YamlSource,
  registry: Registry,
  baseUrl: string,
): readonly Problem[] {
  if (registry.packages === undefined) return []
  const brand = brandOf(registry, registry.packages, baseUrl)
  const place = source.locateKey(['packages'])
  return packageFiles(brand).flatMap(({ path, bytes }) => {
    const text = new TextDecoder().decode(bytes)
    return fileProblems(path, path, text, factsOf(brand)).map(({ what, fix }) =>
      problemAt(place, `the package file ${quote(path)} would be invalid: ${what}`, fix),
    )
  })
}
