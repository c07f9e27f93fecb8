import type { JsonObject } from '../../contract/json_rpc.ts'
import type { FixtureAnswer, FixtureCall } from './_diagnostics_answer.ts'
import { IMAGE } from './_diagnostics_media.ts'

const DESCRIPTION = 'A fixture for the conformance suite.'

/** The resources of the suite; it fixes their addresses and the kind of each. */
const CONTENTS: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  ['test://static-text', { mimeType: 'text/plain', text: 'The text of a static resource.' }],
  ['test://static-binary', { mimeType: IMAGE.mimeType, blob: IMAGE.data }],
])

export const RESOURCE_CARDS: readonly JsonObject[] = [...CONTENTS].map(([uri, { mimeType }]) => ({
  uri,
  name: uri,
  description: DESCRIPTION,
  mimeType,
}))

export const TEMPLATE_CARDS: readonly JsonObject[] = [
  {
    uriTemplate: 'test://template/{id}/data',
    name: 'test-template',
    description: DESCRIPTION,
    mimeType: 'application/json',
  },
]

/** `resources/read` of a fixture; undefined when the address is not a fixture. */
export function readFixtureResource({ params }: FixtureCall): FixtureAnswer | undefined {
  const { uri } = params
  if (typeof uri !== 'string') return undefined
  const content = CONTENTS.get(uri) ?? fromTemplate(uri)
  if (content === undefined) return undefined
  return { kind: 'result', result: { contents: [{ uri, ...content }] }, ttlMs: 0 }
}

function fromTemplate(uri: string): JsonObject | undefined {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
  if (id === undefined) return undefined
  return { mimeType: 'application/json', text: JSON.stringify({ id }) }
}
