import { Value } from '@sinclair/typebox/value'
import { reverseHost } from '../../../contract/identity.ts'
import { HTTP_OPERATIONS } from '../../../contract/operations/mod.ts'
import { AllowlistSchema, RegistrySchema } from '../../../contract/registry.ts'
import { baseOf } from '../../../docs/model/addresses.ts'
import { BRAND_FILES } from '../../../docs/model/brand.ts'
import type {
  SourceAllowlist,
  SourceCapability,
  SourceRegistry,
  SourceYaml,
} from '../../../docs/model/source.ts'
import { validateYaml } from '../../../text/source_text/schema_problems.ts'
import { readText, type SourceFile } from '../../../text/source_text/source_file.ts'
import { parseYaml, type YamlSource } from '../../../text/source_text/yaml.ts'
import {
  type Cell,
  listRows,
  readColumn,
  readValue,
} from '../../../text/source_text/yaml_column.ts'
import { readRequiredYaml, readYamlFile } from '../../../text/source_text/yaml_file.ts'
import { warnOfHiddenValues } from './_hidden_characters.ts'
import { inheritValues } from './_inheritance.ts'
import template from './default_registry.yaml' with { type: 'text' }
import { readPageDefaults } from './page_defaults.ts'

// The checks name the missing entry, which is more helpful than a count.
const LISTS_COUNTED_LATER = ['/tools', '/operations', '/errors']

/** Where the pages of a corpus are that says nothing else. */
const PAGES_FOLDER = 'pages'

const UNREADABLE: SourceRegistry = {
  value: undefined,
  capabilities: undefined,
  operations: undefined,
  tools: [],
  llmsFullPath: undefined,
  isLanguageStated: false,
  examples: [],
  pagesFolder: PAGES_FOLDER,
  pageDefaults: { kind: undefined, capability: undefined },
  variables: new Map(),
  search: { synonyms: [], aliases: [] },
  imageHosts: undefined,
  brandPaths: {},
  themeLinks: [],
  sisters: [],
  publisherAddresses: [],
  warnings: [],
}

/**
 * Reads `registry.yaml` as far as it can be read, with the problems of its syntax and schema. What
 * it leaves out is inherited.
 */
export async function readRegistry(
  file: SourceFile,
  baseUrl: string,
): Promise<SourceYaml<SourceRegistry>> {
  const fix = 'write one with "service:" and below it the name and the title of your service'
  const { source: own, ...read } = await readRequiredYaml(file, fix)
  const inherited = own && inheritValues(own, makeDefaultRegistry(own.value, baseUrl))
  const { source, problems } = validateYaml(
    { ...read, source: inherited },
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
    tools: readToolNames(source),
    llmsFullPath: readColumn(source, ['llms'], 'full_path')[0]?.text,
    isLanguageStated: readColumn(source, ['service', 'language'])[0]?.inherited === false,
    examples: readExamples(source),
    pagesFolder: readColumn(source, ['pages', 'folder'])[0]?.text ?? PAGES_FOLDER,
    pageDefaults: readPageDefaults(source, ['pages']),
    variables: readVariables(source),
    search: readSearch(source),
    imageHosts: readColumn(source, ['pages', 'image_hosts']).map(({ text }) => text),
    brandPaths: readBrandPaths(source),
    themeLinks: [
      ...['header', 'footer', 'banner'].flatMap((key) => readColumn(source, ['theme', key], 'url')),
      ...readColumn(source, ['theme', 'head', 'link'], 'href'),
    ],
    sisters: readSisters(source),
    publisherAddresses: ['organization', 'contact'].flatMap((who) =>
      readColumn(source, ['service', who], 'url'),
    ),
    warnings: warnOfHiddenValues(own),
  }
  return { source, problems, content }
}

function readVariables({ value }: YamlSource): SourceRegistry['variables'] {
  const written: unknown = readValue(value, ['variables'])
  const entries = typeof written === 'object' && written !== null ? Object.entries(written) : []
  return new Map(
    entries.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
  )
}

function readBrandPaths(source: YamlSource): SourceRegistry['brandPaths'] {
  const found = BRAND_FILES.flatMap((name) => {
    const [field] = readColumn(source, ['theme', ...name.split('.')])
    // A path out of the corpus is refused by the schema, and never read.
    const leaves = field === undefined || /^\/|(^|\/)\.\.?(\/|$)/.test(field.text)
    return leaves ? [] : [[name, field] as const]
  })
  return Object.fromEntries(found)
}

/** Reads `allowlist.yaml`, the second key (contract 1, rule 4). Without it, all are allowed. */
export async function readAllowlist(file: SourceFile): Promise<SourceYaml<SourceAllowlist>> {
  const { source, problems, missing } = validateYaml(await readYamlFile(file), AllowlistSchema)
  if (missing) {
    return { source, problems, content: { value: HTTP_OPERATIONS, operations: undefined } }
  }
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

function readExamples(source: YamlSource): SourceRegistry['examples'] {
  return listRows(source, ['skills']).flatMap((skill) =>
    readColumn(source, ['skills', skill, 'examples'])
      .filter(({ inherited }) => !inherited)
      .map(({ text, place }) => ({ text, place, skill })),
  )
}

/** Where a registry says that the pages are; a broken one says nothing. */
export async function readPagesFolder(file: SourceFile): Promise<string> {
  const text = await readText(file)
  // Almost no registry has the key, and a start must not wait for a parser.
  if (!text.ok || !/\bfolder["']?\s*:/.test(text.value)) return PAGES_FOLDER
  const found = readValue(parseYaml(file.name, text.value).source.value, ['pages', 'folder'])
  return typeof found === 'string' && found !== '' ? found : PAGES_FOLDER
}

function readSisters(source: YamlSource): SourceRegistry['sisters'] {
  const files = readColumn(source, ['sisters'], 'manifest')
  return readColumn(source, ['sisters'], 'address').map(({ row, text, place }) => ({
    address: { text: baseOf(text), place },
    manifest: files.find((file) => file.row === row),
  }))
}

/** Paths of the manifests of sister sites that a registry names; a broken one names none. */
export async function readSisterFiles(file: SourceFile): Promise<readonly string[]> {
  const text = await readText(file)
  if (!text.ok || !/^sisters\s*:/m.test(text.value)) return []
  const { source } = parseYaml(file.name, text.value)
  return readSisters(source).flatMap(({ manifest }) => manifest?.text ?? [])
}

function readSearch(source: YamlSource): SourceRegistry['search'] {
  const rowsOf = (list: string, key: string) => {
    const cells = readColumn(source, ['search', list], key)
    return cells.map(({ row, text, place }) => ({ row, field: { text, place } }))
  }
  const pages = new Map(rowsOf('aliases', 'page').map(({ row, field }) => [row, field]))
  return {
    synonyms: rowsOf('synonyms', 'phrase').map(({ row, field }) => ({
      phrase: field,
      means: readColumn(source, ['search', 'synonyms', row, 'means']),
    })),
    aliases: rowsOf('aliases', 'phrase').flatMap(({ row, field }) => {
      const page = pages.get(row)
      return page === undefined ? [] : [{ phrase: field, page }]
    }),
  }
}

/** The names of public tools, and those that they had: one name never means two tools. */
export function readToolNames(source: YamlSource): readonly Cell[] {
  const old = listRows(source, ['tools']).flatMap((row) =>
    readColumn(source, ['tools', row, 'old_names'], 'name'),
  )
  return [...readColumn(source, ['tools'], 'name'), ...old]
}

// The parser of the runtime is far faster and names no places, which no message needs here.
const TEMPLATE: unknown = Bun.YAML.parse(String(template))

/** The registry that a corpus inherits, with the names that its own registry gives. */
export function makeDefaultRegistry(own: unknown, baseUrl: string): unknown {
  const nameOf = (key: string): string => {
    const value = readValue(own, ['service', key])
    const text = typeof value === 'string' ? value : readValue(TEMPLATE, ['service', key])
    return String(text)
  }
  const name = nameOf('name')
  const namespace = readValue(own, ['namespace'])
  return fillNames(TEMPLATE, {
    NAME: name,
    TITLE: nameOf('title'),
    URL: `${baseOf(baseUrl)}/`,
    NAMESPACE: typeof namespace === 'string' ? namespace : reverseHost(baseUrl),
    HEADER: name.split('-').filter(Boolean).map(capitalise).join('-'),
  })
}

function fillNames(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') {
    return value.replace(/__([A-Z]+)__/g, (mark, name: string) => names[name] ?? mark)
  }
  if (Array.isArray(value)) return value.map((each) => fillNames(each, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, fillNames(each, names)]),
  )
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
