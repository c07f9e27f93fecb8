import { Value } from '@sinclair/typebox/value'
import { AllowlistSchema, RegistrySchema } from '../../contract/registry.ts'
import type { SourceFile } from '../../source_text/source_file.ts'
import type { YamlSource } from '../../source_text/yaml.ts'
import { readColumn, readValue } from '../../source_text/yaml_column.ts'
import { readRequiredYaml } from '../../source_text/yaml_file.ts'
import type {
  SourceAllowlist,
  SourceCapability,
  SourceRegistry,
  SourceYaml,
} from '../model/source.ts'
import { validateYaml } from './_validation.ts'

// The checks name the missing entry, which is more helpful than a count.
const LISTS_COUNTED_LATER = ['/tools', '/operations', '/errors']

const UNREADABLE: SourceRegistry = {
  value: undefined,
  capabilities: undefined,
  operations: undefined,
  tools: [],
  llmsFullPath: undefined,
}

/** Reads `registry.yaml` as far as it can be read, with the problems of its syntax and schema. */
export async function readRegistry(file: SourceFile): Promise<SourceYaml<SourceRegistry>> {
  const fix = 'copy the registry of another corpus and change its names'
  const { source, problems } = validateYaml(
    await readRequiredYaml(file, fix),
    RegistrySchema,
    LISTS_COUNTED_LATER,
  )
  if (source === undefined) return { source, problems, content: UNREADABLE }
  const content: SourceRegistry = {
    value: Value.Check(RegistrySchema, source.value) ? source.value : undefined,
    capabilities: readCapabilities(source),
    operations: isListAt(source, 'operations')
      ? readColumn(source, ['operations'], 'operation')
      : undefined,
    tools: readColumn(source, ['tools'], 'name'),
    llmsFullPath: readColumn(source, ['llms'], 'full_path')[0]?.text,
  }
  return { source, problems, content }
}

/** Reads `allowlist.yaml`, the second key (contract 1, rule 4). */
export async function readAllowlist(file: SourceFile): Promise<SourceYaml<SourceAllowlist>> {
  const fix = 'write one with "operations:" and the operations to publish'
  const { source, problems } = validateYaml(await readRequiredYaml(file, fix), AllowlistSchema)
  const allowlist = source?.value
  const content: SourceAllowlist = {
    value: Value.Check(AllowlistSchema, allowlist) ? allowlist.operations : [],
    operations:
      source !== undefined && isListAt(source, 'operations')
        ? readColumn(source, ['operations'])
        : undefined,
  }
  return { source, problems, content }
}

function isListAt(source: YamlSource, key: string): boolean {
  return Array.isArray(readValue(source.value, [key]))
}

function readCapabilities(source: YamlSource): readonly SourceCapability[] | undefined {
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
