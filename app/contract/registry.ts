import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { HTTP_OPERATIONS, OPERATIONS } from './operations.ts'
import { CapabilityStatusSchema, KIND_PATTERN } from './page.ts'
import { PUBLIC_ERROR_REASONS } from './public_error.ts'

const closed = { additionalProperties: false } as const
const text = Type.String({ minLength: 1 })
// The description says in words what the pattern asks for; a problem of the registry quotes it.
const written = (pattern: string, description: string) => Type.String({ pattern, description })
const line = Type.String({
  minLength: 1,
  maxLength: 300,
  pattern: '^[^\\n]+$',
  description: 'one line of text, 300 characters at most',
})
const identifier = written(
  '^[a-z][a-z0-9_]{0,63}$',
  'a lower-case letter, then lower-case letters, digits and _, 64 at most',
)
const webAddress = written('^https?://', 'an address that begins with https://')
const publicName = written(
  '^[A-Za-z0-9_.-]{1,128}$',
  'letters, digits and the characters _ . -, 128 at most',
)
const headerName = written('^X-[A-Za-z0-9-]+$', 'a header name that begins with X-')
const kind = written(
  KIND_PATTERN,
  'a lower-case letter, then lower-case letters, digits and _, 32 at most',
)
const oneOf = <Value extends string>(values: readonly Value[]) =>
  Type.Union(values.map((value) => Type.Literal(value)))
const exactly = <Item extends TSchema>(count: number, item: Item) =>
  Type.Array(item, { minItems: count, maxItems: count })

/** Who answers: the brand of a deployment lives here and nowhere in code. */
const ServiceSchema = Type.Object(
  {
    name: written(
      '^[a-z][a-z0-9-]{0,62}$',
      'a lower-case letter, then lower-case letters, digits and -, 63 at most',
    ),
    title: line,
    description: text,
    version: written('^[0-9]+\\.[0-9]+\\.[0-9]+(-[0-9A-Za-z.-]+)?$', 'a version such as 1.4.0'),
    organization: Type.Object({ name: line, url: webAddress }, closed),
    contact: Type.Object({ name: line, url: webAddress, email: Type.Optional(line) }, closed),
    license: Type.Object({ name: line, identifier: line }, closed),
    language: written('^[a-z]{2,3}(-[A-Za-z0-9]+)*$', 'a language tag such as en'),
    instructions: text,
  },
  closed,
)

const CapabilityEntrySchema = Type.Object(
  { id: identifier, title: line, description: text, status: CapabilityStatusSchema },
  closed,
)

const ToolEntrySchema = Type.Object(
  {
    operation: oneOf(OPERATIONS),
    name: publicName,
    title: line,
    description: text,
  },
  closed,
)

/** What a resource can hold: answers of operations that need no argument, or the llms index. */
export const RESOURCE_CONTENTS = ['status', 'capabilities', 'changes', 'index'] as const
export type ResourceContent = (typeof RESOURCE_CONTENTS)[number]

const ResourceEntrySchema = Type.Object(
  {
    content: oneOf(RESOURCE_CONTENTS),
    uri: written('^[a-z][a-z0-9+.-]*://[^\\s]+$', 'an address with a scheme, such as docs://index'),
    name: line,
    title: line,
    description: text,
  },
  closed,
)

const PromptEntrySchema = Type.Object(
  {
    name: publicName,
    title: line,
    description: text,
    arguments: Type.Array(
      Type.Object(
        { name: identifier, title: line, description: text, required: Type.Boolean() },
        closed,
      ),
    ),
    text,
  },
  closed,
)

const HttpOperationEntrySchema = Type.Object(
  {
    operation: oneOf(HTTP_OPERATIONS),
    id: written(
      '^[a-z][A-Za-z0-9]{0,63}$',
      'a lower-case letter, then letters and digits, 64 at most',
    ),
    path: written('^(/([a-z][a-z0-9-]*|\\{id\\}))+$', 'a path such as /pages/{id}'),
    summary: line,
    description: text,
  },
  closed,
)

const SkillEntrySchema = Type.Object(
  {
    operation: oneOf(OPERATIONS),
    id: identifier,
    name: line,
    description: text,
    tags: Type.Array(line, { minItems: 1 }),
    examples: Type.Array(line, { minItems: 1 }),
  },
  closed,
)

const WorkflowEntrySchema = Type.Object(
  {
    id: written(
      '^[a-z][A-Za-z0-9_-]{0,63}$',
      'a lower-case letter, then letters, digits, _ and -, 64 at most',
    ),
    title: line,
    description: text,
    steps: Type.Array(
      Type.Object({ id: identifier, operation: oneOf(HTTP_OPERATIONS), description: text }, closed),
      { minItems: 1 },
    ),
  },
  closed,
)

const EventsSchema = Type.Object(
  {
    channel: Type.Object({ id: identifier, title: line, description: text }, closed),
    envelope: Type.Object(
      {
        title: line,
        description: text,
        fields: Type.Array(
          Type.Object(
            { name: identifier, type: oneOf(['string', 'integer', 'object']), description: text },
            closed,
          ),
          { minItems: 1 },
        ),
      },
      closed,
    ),
    signature: Type.Object(
      {
        header: written(
          '^X-[A-Za-z0-9]+(-[A-Za-z0-9]+)*-Signature$',
          'a header of the form X-Service-Signature',
        ),
        id_header: headerName,
        timestamp_header: headerName,
        algorithm: oneOf(['HMAC-SHA256']),
        signed_content: line,
        value_format: line,
        tolerance_seconds: Type.Integer({ minimum: 1 }),
      },
      closed,
    ),
    retry: Type.Object(
      {
        success: line,
        timeout_seconds: Type.Integer({ minimum: 1 }),
        schedule_seconds: Type.Array(Type.Integer({ minimum: 0 }), { minItems: 1 }),
        description: text,
      },
      closed,
    ),
    deduplication: Type.Object({ key: identifier, description: text }, closed),
    types: exactly(6, Type.Object({ type: line, title: line, description: text }, closed)),
  },
  closed,
)

const LimitsSchema = Type.Object(
  {
    search_limit_default: Type.Integer({ minimum: 1, maximum: 1000 }),
    search_limit_max: Type.Integer({ minimum: 1, maximum: 1000 }),
    public_calls_per_minute: Type.Integer({ minimum: 1 }),
    authorization_calls_per_minute: Type.Integer({ minimum: 1 }),
  },
  closed,
)

/** `corpus/registry.yaml`: identity, capabilities and every published name of a deployment. */
export const RegistrySchema = Type.Object(
  {
    service: ServiceSchema,
    capabilities: Type.Array(CapabilityEntrySchema, { minItems: 1 }),
    tools: exactly(10, ToolEntrySchema),
    resources: exactly(4, ResourceEntrySchema),
    prompts: exactly(2, PromptEntrySchema),
    operations: exactly(5, HttpOperationEntrySchema),
    skills: exactly(5, SkillEntrySchema),
    workflows: exactly(3, WorkflowEntrySchema),
    events: EventsSchema,
    errors: exactly(
      PUBLIC_ERROR_REASONS.length,
      Type.Object(
        { reason: oneOf(PUBLIC_ERROR_REASONS), code: identifier, description: text },
        closed,
      ),
    ),
    limits: LimitsSchema,
    llms: Type.Object(
      {
        full_path: written('^/[a-z0-9][a-z0-9._-]*\\.txt$', 'a path such as /llms-full.txt'),
        sections: Type.Array(Type.Object({ title: line, kinds: Type.Array(kind) }, closed)),
      },
      closed,
    ),
  },
  closed,
)

export type Registry = Static<typeof RegistrySchema>
export type ToolEntry = Registry['tools'][number]
export type ResourceEntry = Registry['resources'][number]
export type PromptEntry = Registry['prompts'][number]
export type HttpOperationEntry = Registry['operations'][number]
export type SkillEntry = Registry['skills'][number]
export type WorkflowEntry = Registry['workflows'][number]
export type EventsEntry = Registry['events']

/** `corpus/allowlist.yaml`: the second key. Only operations named here may be published. */
export const AllowlistSchema = Type.Object(
  { operations: Type.Array(oneOf(HTTP_OPERATIONS)) },
  closed,
)
export type Allowlist = Static<typeof AllowlistSchema>
