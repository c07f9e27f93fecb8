import type { JsonObject } from '../../contract/json_rpc.ts'
import type { ResourceContent, ResourceEntry } from '../../contract/registry.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Snapshot } from '../../docs/public_docs/mod.ts'
import { type McpRefusal, refuseParams } from './_refusal.ts'
import { readSkillFile } from './_skills.ts'

/** Path of the index that the `index` resource holds (contract 4.4). */
const INDEX_PATH = 'llms.txt'

export function listResources(snapshot: Snapshot): JsonObject {
  return {
    resources: snapshot.registry.resources.map(({ uri, name, title, description, content }) => ({
      uri,
      name,
      title,
      description,
      mimeType: mediaTypeOf(content),
    })),
  }
}

/** `resources/read`: only addresses in the registry and of files of skills are ever looked up. */
export async function readResource(
  params: JsonObject,
  snapshot: Snapshot,
): Promise<Result<JsonObject, McpRefusal>> {
  const { uri } = params
  if (typeof uri !== 'string') return refuseParams('Cannot read resource: "uri" is not a string')
  const entry = snapshot.registry.resources.find((candidate) => candidate.uri === uri)
  if (entry === undefined) {
    const file = await readSkillFile(uri, snapshot)
    return file === undefined ? err({ reason: 'resource_unknown', uri }) : ok({ contents: [file] })
  }
  const text = await readText(entry, snapshot)
  return ok({ contents: [{ uri, mimeType: mediaTypeOf(entry.content), text }] })
}

function mediaTypeOf(content: ResourceContent): string {
  return content === 'index' ? 'text/plain' : 'application/json'
}

async function readText(entry: ResourceEntry, snapshot: Snapshot): Promise<string> {
  const { version, generated, pages } = snapshot.status()
  switch (entry.content) {
    case 'index':
      return await readIndex(snapshot)
    case 'status':
      return JSON.stringify({ version, generated, pages })
    case 'capabilities':
      return JSON.stringify({ version, generated, capabilities: snapshot.capabilities() })
    case 'changes':
      return JSON.stringify({ version, generated, changes: snapshot.changes() })
  }
}

async function readIndex(snapshot: Snapshot): Promise<string> {
  const bytes = await snapshot.file(INDEX_PATH)?.read()
  if (bytes?.ok) return new TextDecoder().decode(bytes.value)
  const state = bytes === undefined ? 'the build does not have it' : bytes.error.message
  throw new Error(`Cannot read "${INDEX_PATH}": ${state}`)
}
