import { BASIC } from '@hyperjump/json-schema/experimental'
import { validate } from '@hyperjump/json-schema/openapi-3-1'

const SCHEMA = 'https://spec.openapis.org/oas/3.1/schema-base'

/**
 * Places of a description that break the schema which the OpenAPI Initiative publishes, Schema
 * Objects included: this one knows that a path parameter is required, which Redocly does not.
 */
export async function schemaFaults(document: Record<string, unknown>): Promise<readonly string[]> {
  // A value that came from YAML is plain JSON; the library's own name for it is narrower.
  const value = JSON.parse(JSON.stringify(document))
  const outcome = await validate(SCHEMA, value, BASIC)
  if (outcome.valid) return []
  return (outcome.errors ?? []).map(({ instanceLocation }) => instanceLocation)
}
