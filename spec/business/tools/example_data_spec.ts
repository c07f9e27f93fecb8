import { beforeAll, expect } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readCorpus } from '../../../app/build/corpus_build/corpus.ts'
import { EMBEDDED_OPERATIONS } from '../../../app/business/tools/adapters/embedded.ts'
import { filterReaching } from '../../../app/business/tools/reach.ts'
import type { BusinessRegistry } from '../../../app/contract/business.ts'
import type { ExampleWorkspace } from '../../../app/contract/example.ts'
import { verifies } from '../../requirements/verifies.ts'
import { CORPUS } from '../../support/repository.ts'

let business: BusinessRegistry
let example: ExampleWorkspace

beforeAll(async () => {
  const read = await readCorpus({ corpusDir: CORPUS, baseUrl: 'http://localhost:8080' })
  if (!read.ok || read.value.business === undefined || read.value.example === undefined) {
    throw new Error('Cannot read the example: it has problems, or is not there')
  }
  ;({ business, example } = read.value)
})

verifies(
  ['open.private_fields', 'open.business_tools'],
  'the registry and the workspace that ship say that they are examples',
  async () => {
    for (const name of ['business.yaml', 'example_workspace.yaml']) {
      expect(await readFile(join(CORPUS, name), 'utf8')).toStartWith('# EXAMPLE.')
    }
    const described = [...business.records, ...business.tools]
    expect(described.filter(({ description }) => !description.startsWith('Example.'))).toEqual([])
    expect(example.workspaces.filter(({ name }) => !name.includes('(example)'))).toEqual([])
    expect(example.users.filter(({ email }) => !email.endsWith('.example'))).toEqual([])
  },
)

verifies(
  ['open.private_fields', 'open.business_tools'],
  'the example tools read what the contract names, and search across all of it',
  () => {
    const reads = business.tools.filter(({ kind }) => kind === 'read')
    const read = new Set(reads.flatMap(({ records }) => records))
    expect([...read].sort()).toEqual([
      'business_profile',
      'customer',
      'follow_up',
      'job',
      'job_message',
      'memory_note',
      'readiness_item',
    ])
    const across = reads.filter(({ operation }) => operation === 'record.search')
    expect(across.map(({ records }) => new Set(records))).toEqual([read])
    const types = business.records.map(({ type }) => type)
    expect(new Set(filterReaching(business, types))).toEqual(read)
    expect(types).toContain('internal_note')
  },
)

verifies(
  'open.business_tools',
  'the example tools use what the embedded workspace can do, and each write takes a key',
  () => {
    const { tools } = business
    expect(tools.filter(({ operation }) => !EMBEDDED_OPERATIONS.includes(operation))).toEqual([])
    const writes = tools.filter(({ kind }) => kind === 'write')
    const keys = new Set(writes.map(({ idempotency }) => idempotency))
    // Most hosts cannot send a key, and some send one always: each example write takes both.
    expect(keys).toEqual(new Set(['optional']))
    const held = writes.filter(({ hold }) => hold === 'always')
    expect(held.length).toBeGreaterThan(0)
    expect(tools.filter(({ annotations }) => annotations.destructiveHint)).toEqual(held)
  },
)

verifies(
  'open.private_fields',
  'the example workspace has two workspaces, and a second user who is of the other one alone',
  () => {
    const { workspaces, businesses, users, records } = example
    expect([workspaces.length, businesses.length, users.length]).toEqual([2, 3, 3])
    const homes = users.map(({ memberships }) =>
      memberships.map((each) => businesses.find(({ id }) => id === each.business)?.workspace),
    )
    const [first, second] = homes
    expect(first).toEqual(['ws_quillfeather', 'ws_quillfeather'])
    expect(second).toEqual(['ws_mossgate'])
    expect(records.length).toBeGreaterThanOrEqual(40)
    for (const { type } of business.records) {
      expect([type, records.some((record) => record.type === type)]).toEqual([type, true])
    }
  },
)
