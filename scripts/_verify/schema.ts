import { Validator } from '@cfworker/json-schema'
import { isJsonObject, type JsonObject } from '../../app/contract/json_rpc.ts'

/** Says where a value breaks a schema of a document; absent when it fits. */
export type SchemaCheck = (schema: unknown, value: unknown) => string | undefined

/** Checks values with schemas that may point into `components` of their document. */
export function schemaCheck(document: JsonObject): SchemaCheck {
  const validators = new Map<string, Validator>()
  return (schema, value) => {
    if (!isJsonObject(schema)) return undefined
    const key = JSON.stringify(schema)
    const known = validators.get(key)
    const validator = known ?? new Validator(withComponents(schema, document), '2020-12')
    if (known === undefined) validators.set(key, validator)
    const { valid, errors } = validator.validate(value)
    if (valid) return undefined
    const last = errors.at(-1)
    return last === undefined ? 'it does not fit' : `${last.instanceLocation}: ${last.error}`
  }
}

/** A reference is read from the root of a document, so the schema stands in a document alike. */
function withComponents(schema: JsonObject, { components }: JsonObject): JsonObject {
  return { allOf: [schema], components: components ?? {} }
}
