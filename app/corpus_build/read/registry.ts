import { Value } from '@sinclair/typebox/value'
import type { LimitSettings } from '../../contract/limits.ts'
import { type Place, type Problem, problemAt } from '../../contract/problem.ts'
import { AllowlistSchema, RegistrySchema } from '../../contract/registry.ts'
import { findSchemaProblems } from '../../source_text/schema_problems.ts'
import type { SourceFile } from '../../source_text/source_file.ts'
import type { YamlSource } from '../../source_text/yaml.ts'
import { readColumn, readValue } from '../../source_text/yaml_column.ts'
import { readRequiredYaml } from '../../source_text/yaml_file.ts'
import { checkPackageFiles } from '../check/packages.ts'
import { checkRegistry } from '../check/registry.ts'
import type { Field, SourceAllowlist, SourceCapability, SourceRegistry } from '../model/source.ts'

type Read<Value> = { readonly value: Value; readonly problems: readonly Problem[] }

/**
 * `registry.yaml`: everything wrong in it, and what can be used of it all the same. Without a base
 * address nothing is said about addresses in it; settings may raise a bound that it names.
 */
export async function readRegistry(
  file: SourceFile,
  baseUrl?: string,
  settings: LimitSettings = {},
): Promise<Read<SourceRegistry>> {
  const yaml = await readRequiredYaml(
    file,
    'copy the registry of another corpus and change its names',
  )
  const { source } = yaml
  if (source === undefined) return { value: UNREADABLE, problems: yaml.problems }
  const problems = [
    ...yaml.problems,
    ...findSchemaProblems(RegistrySchema, source, BOUND_LISTS),
    ...checkRegistry(source, baseUrl, settings),
  ]
  const { value } = source
  const fits = problems.length === 0 && Value.Check(RegistrySchema, value)
  if (fits) problems.push(...checkPackageFiles(source, value, baseUrl))
  const llms = readColumn(source, ['llms'], 'full_path')[0]
  return {
    value: {
      value: fits && problems.length === 0 ? value : undefined,
      capabilities: capabilitiesOf(source),
      operations: isListAt(source, 'operations')
        ? readColumn(source, ['operations'], 'operation')
        : undefined,
      tools: readColumn(source, ['tools'], 'name'),
      llmsFullPath: llms?.text,
    },
    problems,
  }
}

/** `allowlist.yaml`, the second key (contract 1, rule 4). */
export async function readAllowlist(file: SourceFile): Promise<Read<SourceAllowlist>> {
  const yaml = await readRequiredYaml(
    file,
    'write one with "operations:" and the operations to publish',
  )
  const place: Place = { file: file.name, line: 1, column: 1 }
  const { source } = yaml
  if (source === undefined) {
    return { value: { value: [], operations: undefined, place }, problems: yaml.problems }
  }
  const operations = isListAt(source, 'operations') ? readColumn(source, ['operations']) : undefined
  const problems = [
    ...yaml.problems,
    ...findSchemaProblems(AllowlistSchema, source),
    ...checkUnique(operations ?? []),
  ]
  const { value } = source
  return {
    value: {
      value: Value.Check(AllowlistSchema, value) ? value.operations : [],
      operations,
      place: source.locateKey(['operations']),
    },
    problems,
  }
}

// Each entry is bound to one name of a fixed set, which tells more than a count.
const BOUND_LISTS = ['/tools', '/operations', '/errors']

const UNREADABLE: SourceRegistry = {
  value: undefined,
  capabilities: undefined,
  operations: undefined,
  tools: [],
  llmsFullPath: undefined,
}

function isListAt(source: YamlSource, key: string): boolean {
  return Array.isArray(readValue(source.value, [key]))
}

function capabilitiesOf(source: YamlSource): readonly SourceCapability[] | undefined {
  if (!isListAt(source, 'capabilities')) return undefined
  const statuses = new Map(
    readColumn(source, ['capabilities'], 'status').map(({ row, text }) => [row, text]),
  )
  return readColumn(source, ['capabilities'], 'id').map(({ row, text, place }) => ({
    id: text,
    status: statuses.get(row) ?? '',
    place,
  }))
}

function checkUnique(operations: readonly Field[]): readonly Problem[] {
  const seen = new Set<string>()
  return operations.flatMap(({ text, place }) => {
    if (!seen.has(text)) {
      seen.add(text)
      return []
    }
    return [problemAt(place, `the operation "${text}" stands twice`, 'keep one of the two')]
  })
}
