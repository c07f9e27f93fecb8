import { BASIC } from '@hyperjump/json-schema/experimental'
import { validate } from '@hyperjump/json-schema/openapi-3-1'

const SCHEMA = 'https://spec.openapis.org/oas/3.1/schema-base'

/**
 * Places of a description that break the schema of the OpenAPI Initiative, Schema Objects
 * included. Unlike Redocly, this schema requires path parameters to be required.
 */
export async function findSchemaFaults(
  document: Record<string, unknown>,
): Promise<readonly string[]> {
  // A value read from YAML is plain JSON; the library's type for it is narrower.
  const value = JSON.parse(JSON.stringify(document))
  const outcome = await validate(SCHEMA, value, BASIC)
  if (outcome.valid) return []
  return (outcome.errors ?? []).map(({ instanceLocation }) => instanceLocation)
}
