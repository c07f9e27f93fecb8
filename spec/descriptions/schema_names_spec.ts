import { afterAll, beforeAll, expect } from 'bun:test'
import { parse } from 'yaml'
import { isJsonObject, type JsonObject } from '../../app/contract/json_rpc.ts'
import { verifies } from '../requirements/verifies.ts'
import { type Running, startRunning } from '../support/running.ts'

let running: Running

beforeAll(async () => {
  running = await startRunning()
})
afterAll(async () => {
  await running.stop()
})

async function readDescription(name: string): Promise<JsonObject> {
  return parse(await (await fetch(`${running.url}/developers/${name}`)).text())
}

/** Places of schemas that a generator makes a type of, and that have no name of their own. */
function findUnnamed(value: unknown, at: string): readonly string[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => findUnnamed(item, `${at}/${index}`))
  if (!isJsonObject(value)) return []
  const isType = isJsonObject(value.properties) || Array.isArray(value.allOf ?? value.enum)
  const isComponent = /^#\/components\/schemas\/[^/]+$/.test(at)
  const unnamed = isType && !isComponent && typeof value.title !== 'string' ? [at] : []
  const members = Object.entries(value).filter(([name]) => !/^examples?$/.test(name))
  return [...unnamed, ...members.flatMap(([name, each]) => findUnnamed(each, `${at}/${name}`))]
}

verifies('descriptions.schema_names', 'AsyncAPI has no schema without a name', async () => {
  expect(findUnnamed(await readDescription('asyncapi.yaml'), '#')).toEqual([])
})

/** Names of the languages that generators write: a type that is called so is renamed. */
const TAKEN = ['Error', 'Object', 'String', 'Number', 'List', 'Map', 'Set', 'Date', 'Response']

verifies(
  'descriptions.schema_names',
  'OpenAPI names no schema like a type of a language',
  async () => {
    const { components } = await readDescription('openapi.yaml')
    const schemas = isJsonObject(components) ? Object.keys(Object(components.schemas)) : []
    expect(schemas).toContain('ApiError')
    expect(schemas.filter((name) => TAKEN.includes(name))).toEqual([])
    expect(findUnnamed(components, '#/components')).toEqual([])
  },
)
