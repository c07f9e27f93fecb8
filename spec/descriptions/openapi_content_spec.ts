import { afterAll, beforeAll, expect } from 'bun:test'
import { isFresh } from '../../app/build/corpus_build/build.ts'
import { readCorpus } from '../../app/build/corpus_build/corpus.ts'
import { ChangeSchema } from '../../app/contract/corpus.ts'
import { HTTP_OPERATIONS } from '../../app/contract/operations/mod.ts'
import type { Corpus } from '../../app/docs/model/corpus.ts'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import {
  BASE_URL,
  buildOrThrow,
  jsonOf,
  manifestOf,
  NOW_MS,
  newFolder,
  removeFolders,
  textOf,
  writeSampleCorpus,
} from '../support/building.ts'
import { writeExcerpt } from '../support/excerpt.ts'
import { placeExcerptBuild } from '../support/kept_builds.ts'
import { findSchemaFaults } from './meta_schema.ts'
import { fieldsOf, type OpenapiDocument, readOpenapi } from './openapi_document.ts'

const FILE = 'developers/openapi.yaml'
const API = '/api/public/docs'

let corpusDir: string
let distDir: string
let document: OpenapiDocument

beforeAll(async () => {
  corpusDir = await writeExcerpt()
  distDir = await newFolder()
  await placeExcerptBuild(distDir)
  document = readOpenapi(await textOf(distDir, FILE))
})
afterAll(removeFolders)

/** The described schema of a parameter. */
function findParameterSchema({ content }: OpenapiDocument, path: string, name: string): object {
  const get = fieldsOf(fieldsOf(fieldsOf(content.paths)[API + path]).get)
  const parameters = get.parameters as readonly { readonly name?: string; schema: object }[]
  const found = parameters.find((parameter) => parameter.name === name)
  if (found === undefined) throw new Error(`Cannot find parameter "${name}" of "${path}"`)
  return found.schema
}

async function readCorpusValue(): Promise<Corpus> {
  const read = await readCorpus({ corpusDir, baseUrl: BASE_URL })
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  return read.value
}

verifies(
  ['version.openapi', 'client.compare_versions'],
  'the description states the product version and the build time',
  async () => {
    const { version, generated } = await manifestOf(distDir)
    const info = fieldsOf(document.content.info)
    expect([info.version, info['x-generated']]).toEqual([version, generated])
    expect(await jsonOf<object>(distDir, 'docs-data/pages.json')).toMatchObject({
      version,
      generated,
    })
    expect(document.content.openapi).toBe('3.1.0')
    expect(document.content.servers).toEqual([
      { url: BASE_URL, description: 'The service that publishes this description.' },
    ])
  },
)

verifies(
  ['static.openapi', 'rule.two_keys', 'rule.anonymous', 'rule.no_public_write'],
  'the description lists the five operations with both keys, all GET without credentials',
  async () => {
    const { registry, published } = await readCorpusValue()
    const wanted = registry.operations
      .filter(({ operation }) => published.includes(operation))
      .map(({ id, path }) => `get ${API}${path} ${id}`)
    expect(document.operations.map(({ method, path, id }) => `${method} ${path} ${id}`)).toEqual(
      wanted,
    )
    expect(wanted).toHaveLength(HTTP_OPERATIONS.length)
    expect(document.content.security).toEqual([])
    for (const item of Object.values(fieldsOf(document.content.paths))) {
      expect(fieldsOf(fieldsOf(item).get).security).toEqual([])
    }
    expect(fieldsOf(document.content.components)).not.toHaveProperty('securitySchemes')
    expect(document.content).not.toHaveProperty('jsonSchemaDialect')
  },
)

verifies(
  ['open.object_shapes', 'open.search_parameters'],
  'every object that the API returns is described with all its fields',
  () => {
    const schemas = fieldsOf(fieldsOf(document.content.components).schemas)
    const record = 'id kind url title description status updated markdown_url notice'.split(' ')
    for (const [name, fields] of Object.entries({
      PageRecord: record,
      SearchRecord: [...record, 'section', 'passage'],
      SearchSection: ['heading', 'anchor', 'snippet'],
      Page: [...record, 'markdown'],
      PageList: ['pages', 'after'],
      CorpusStatus: ['version', 'generated', 'pages'],
      Capability: ['id', 'title', 'description', 'status', 'pages', 'notice'],
      CapabilityList: ['capabilities'],
      ApiError: ['error'],
    })) {
      const { properties, additionalProperties } = fieldsOf(schemas[name])
      expect([name, Object.keys(fieldsOf(properties))]).toEqual([name, fields])
      // Clients ignore unknown fields, so no schema may forbid them.
      expect([name, additionalProperties]).toEqual([name, undefined])
    }
    expect(Object.keys(schemas)).toHaveLength(10)
    const { description } = fieldsOf(document.content.info)
    expect(description).toContain('cannot parse or finds too large')
    expect(JSON.stringify(document.content.paths)).toContain('An id that names no page is refused')
    for (const name of Object.keys(ChangeSchema.properties)) {
      expect(String(description).split('docs-data/changes.json')[1]).toContain(`\`${name}\``)
    }
  },
)

verifiesLong(
  ['openapi.limits', 'open.limit_bounds'],
  'bounds and defaults come from the registry, and a setting overrides them',
  async () => {
    const { search_limit_default, search_limit_max } = (await readCorpusValue()).registry.limits
    expect(findParameterSchema(document, '/search', 'limit')).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: search_limit_max,
    })
    // A list without `limit` may end before this number, so it is no default.
    expect(JSON.stringify(document)).toContain(`Without it, at most ${search_limit_default}:`)
    const dist = await newFolder()
    const limits = { searchLimitMax: 7, publicCallsPerMinute: 11 }
    await buildOrThrow({ corpusDir, distDir: dist, limits })
    const options = { corpusDir, distDir: dist, baseUrl: BASE_URL }
    expect(await isFresh({ ...options, limits })).toBe(true)
    expect(await isFresh({ ...options, limits: { searchLimitMax: 8 } })).toBe(false)
    expect(await isFresh(options)).toBe(false)
    const text = await textOf(dist, FILE)
    const changed = readOpenapi(text)
    expect(findParameterSchema(changed, '/search', 'limit')).toMatchObject({ maximum: 7 })
    expect(JSON.stringify(changed)).toContain('Without it, at most 7:')
    expect(text).toContain('A client address has 11 calls a minute')
  },
)

verifies('build.deterministic', 'the same input gives the same description', async () => {
  const again = await newFolder()
  await buildOrThrow({ corpusDir, distDir: again })
  expect(await textOf(again, FILE)).toBe(await textOf(distDir, FILE))
  const later = await buildOrThrow({ corpusDir, distDir, nowMs: NOW_MS + 86_400_000 })
  expect(later.changed).toBe(false)
})

verifiesLong(
  'openapi.examples',
  'examples are true for a single page and short for many',
  async () => {
    const describeCorpus = async (count: number): Promise<OpenapiDocument> => {
      const pages = Array.from({ length: count }, (_, at) => [`p${at}.md`, { body: 'x\u2028y' }])
      const dist = await newFolder()
      await buildOrThrow({
        corpusDir: await writeSampleCorpus(Object.fromEntries(pages)),
        distDir: dist,
      })
      return readOpenapi(await textOf(dist, FILE))
    }
    const exampleOf = ({ operations }: OpenapiDocument, id: string) =>
      operations.find((operation) => operation.id === id)?.responses[0]?.body?.examples
    const [one, many] = [await describeCorpus(1), await describeCorpus(201)]
    expect(Object.keys(fieldsOf(exampleOf(one, 'listPages')?.[0]))).toEqual(['pages'])
    expect(Object.keys(fieldsOf(exampleOf(many, 'listPages')?.[0]))).toEqual(['pages', 'after'])
    expect(exampleOf(one, 'listCapabilities')).toHaveLength(1)
    expect(exampleOf(many, 'listCapabilities')).toEqual([])
    expect(fieldsOf(exampleOf(one, 'getPage')?.[0]).markdown).toBe('x\u2028y\n')
    for (const document of [one, many]) expect(await findSchemaFaults(document.content)).toEqual([])
  },
)
