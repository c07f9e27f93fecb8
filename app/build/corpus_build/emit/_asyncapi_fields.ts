import { CapabilitySchema, CorpusStatusSchema } from '../../../contract/corpus.ts'
import type { JsonObject } from '../../../contract/json_rpc.ts'
import { PageRecordSchema } from '../../../contract/page.ts'
import type { EventField } from '../../../contract/registry_events.ts'
import type { Corpus } from '../../../docs/model/corpus.ts'
import { publishSchema } from './_openapi_schemas.ts'
import { sampleCapability, samplePage } from './_samples.ts'

/** A field of an event: its schema, and an example value from the corpus. */
type FieldFacts = { readonly schema: JsonObject; readonly example: unknown }

/** The id of an object: opaque, so a receiver must not rely on its shape (contract 9.7). */
export const OBJECT_ID: JsonObject = { type: 'string', minLength: 1 }

/**
 * A prefix and 22 base62 characters (contract 2). The same in every build: a changing example id
 * would make every build a new one.
 */
export function makeObjectId(prefix: string, number = 1): string {
  return prefix + String(number).padStart(22, '0')
}

export const INSTANT: JsonObject = { type: 'string', format: 'date-time' }

/** Schema and example of a field; the schema carries the field's own description. */
export function describeField(field: EventField, corpus: Corpus, generated: string): FieldFacts {
  const { schema, example } = findFacts(field, corpus, generated)
  // Generators name a type after its title, and one without a title after its place.
  const { name: title, description } = field
  // draft-07 ignores other members next to a reference; `allOf` keeps both.
  if ('$ref' in schema) return { schema: { title, description, allOf: [schema] }, example }
  return { schema: { ...schema, title, description }, example }
}

function findFacts(field: EventField, corpus: Corpus, generated: string): FieldFacts {
  const { registry, pages } = corpus
  const capability = sampleCapability(corpus)
  const record = samplePage(corpus)?.record
  const page = PageRecordSchema.properties
  const status = capability?.status ?? 'available'
  // An example of a status change needs two different statuses.
  const before = status === 'not_yet' ? 'foundation' : 'not_yet'
  switch (field.holds) {
    case 'version':
      return publishFacts(CorpusStatusSchema.properties.version, registry.service.version)
    case 'instant':
      return { schema: INSTANT, example: generated }
    case 'page_count':
      return publishFacts(CorpusStatusSchema.properties.pages, pages.length)
    case 'page_record':
      return publishFacts(PageRecordSchema, record)
    case 'page_id':
      return publishFacts(page.id, record?.id)
    case 'page_url':
      return publishFacts(page.url, record?.url)
    case 'page_title':
      return publishFacts(page.title, record?.title)
    case 'status':
      return publishFacts(page.status, status)
    case 'status_before':
      return publishFacts(page.status, before)
    case 'capability_id':
      return publishFacts(CapabilitySchema.properties.id, capability?.id)
    case 'capability_title':
      return publishFacts(CapabilitySchema.properties.title, capability?.title)
    case 'object_id':
      return { schema: OBJECT_ID, example: makeObjectId(field.prefix ?? '') }
    case 'choice':
      return {
        schema: { type: 'string', enum: field.values ?? [] },
        example: field.values?.[0],
      }
  }
}

function publishFacts(schema: Parameters<typeof publishSchema>[0], example: unknown): FieldFacts {
  return { schema: publishSchema(schema), example }
}
