import { type Static, Type } from '@sinclair/typebox'
import { LIMITS } from './limits.ts'
import { HTTP_OPERATIONS, OPERATION_NAMES, TOOL_ARGUMENTS } from './operations/mod.ts'
import { KIND_PATTERN } from './page.ts'
import { PUBLIC_ERROR_REASONS } from './public_error.ts'
import { EventsSchema } from './registry_events.ts'
import { namespace, PackagesSchema } from './registry_packages.ts'
import { SearchSchema } from './registry_search.ts'
import { SistersSchema } from './registry_sisters.ts'
import { ThemeSchema } from './registry_theme.ts'
import {
  COUNTS,
  closed,
  exactly,
  identifier,
  languageTag,
  line,
  oneOf,
  patternText,
  publicName,
  text,
} from './registry_words.ts'
import { WorkflowEntrySchema } from './registry_workflows.ts'
import { SignalsSchema } from './signals.ts'
import { CapabilityStatusSchema } from './statuses.ts'

const webAddress = patternText('^https?://', 'an address that begins with https://')
export const kind = patternText(
  KIND_PATTERN,
  'a lower-case letter, then lower-case letters, digits and _, 32 at most',
)

/** A license by its SPDX expression, parentheses not counted (SPDX 2.3, annex D). */
export const SPDX_PATTERN =
  '^\\(*[A-Za-z0-9][A-Za-z0-9.+:-]*\\)*( (AND|OR|WITH) \\(*[A-Za-z0-9][A-Za-z0-9.+:-]*\\)*)*$'
const license = patternText(SPDX_PATTERN, 'an SPDX expression such as MIT or Apache-2.0 OR MIT')
/** The version of a corpus that states none: protocols want one, and people are not shown it. */
export const UNSTATED_VERSION = '0.0.0'

const version = patternText(
  '^[0-9]+\\.[0-9]+\\.[0-9]+(-[0-9A-Za-z.-]+)?$',
  'a version such as 1.4.0',
)
const email = patternText('^[^\\s@]+@[^\\s@]+$', 'an address such as docs@example.org')

/** Who answers: the brand of a deployment lives here and nowhere in code. */
const ServiceSchema = Type.Object(
  {
    name: patternText(
      '^[a-z][a-z0-9-]{0,62}$',
      'a lower-case letter, then lower-case letters, digits and -, 63 at most',
    ),
    title: line,
    description: text,
    version,
    organization: Type.Object({ name: line, url: webAddress }, closed),
    contact: Type.Object({ name: line, url: webAddress, email: Type.Optional(email) }, closed),
    license: Type.Object({ name: line, identifier: license }, closed),
    language: languageTag,
    instructions: text,
  },
  closed,
)

const ARGUMENT_PATTERN = '^[A-Za-z][A-Za-z0-9_]{0,63}$'
const ARGUMENT_TEXT = 'a letter, then letters, digits and _, 64 at most'

const CapabilityEntrySchema = Type.Object(
  { id: identifier, title: line, description: text, status: CapabilityStatusSchema },
  closed,
)

const ToolEntrySchema = Type.Object(
  {
    operation: oneOf(OPERATION_NAMES),
    name: publicName,
    title: line,
    description: text,
    /** Names that it had, and the version of the corpus that renamed it. */
    old_names: Type.Optional(
      Type.Array(Type.Object({ name: publicName, renamed_in: version }, closed)),
    ),
  },
  closed,
)

/** What models call an argument of a public tool, by the argument that they mean. */
const ArgumentAliasesSchema = Type.Partial(
  Type.Object(
    Object.fromEntries(
      TOOL_ARGUMENTS.map((name) => [
        name,
        Type.Array(patternText(ARGUMENT_PATTERN, ARGUMENT_TEXT)),
      ]),
    ),
    closed,
  ),
)

/** What a resource can hold: answers of operations that need no argument, or the llms index. */
const RESOURCE_CONTENTS = ['status', 'capabilities', 'changes', 'index'] as const
export type ResourceContent = (typeof RESOURCE_CONTENTS)[number]

const ResourceEntrySchema = Type.Object(
  {
    content: oneOf(RESOURCE_CONTENTS),
    uri: patternText(
      '^[a-z][a-z0-9+.-]*://[^\\s]+$',
      'an address with a scheme, such as docs://index',
    ),
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
    id: patternText(
      '^[a-z][A-Za-z0-9]{0,63}$',
      'a lower-case letter, then letters and digits, 64 at most',
    ),
    path: patternText('^(/([a-z][a-z0-9-]*|\\{id\\}))+$', 'a path such as /pages/{id}'),
    summary: line,
    description: text,
  },
  closed,
)

const SkillEntrySchema = Type.Object(
  {
    operation: oneOf(OPERATION_NAMES),
    id: identifier,
    name: line,
    description: text,
    tags: Type.Array(line, { minItems: 1 }),
    examples: Type.Array(line, { minItems: 1 }),
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

const LABEL = '[a-z0-9]([a-z0-9-]*[a-z0-9])?'
const HOST = `${LABEL}(\\.${LABEL})*`
const PORT = '(:[0-9]{1,5})?'
export const IMAGE_HOST_PATTERN = `^${HOST}${PORT}$`
const host = patternText(IMAGE_HOST_PATTERN, 'a host in lower case such as img.example.com')

/** Origins (RFC 6454); without TLS only on the computer of the reader. */
const API_ORIGIN_PATTERN = `^(https://${HOST}|http://(localhost|127\\.0\\.0\\.1))${PORT}$`
const origin = patternText(API_ORIGIN_PATTERN, 'an origin such as https://api.example.com')

const PagesSchema = Type.Object(
  {
    /** Where the pages are, from the folder of the registry; `pages` by default. */
    folder: Type.Optional(
      patternText('^[^\\s\\u0000-\\u001f/][^\\u0000-\\u001f]*$', 'a relative path such as ../docs'),
    ),
    /** The kind and the capability of pages that neither state one nor have it from a folder. */
    kind: Type.Optional(kind),
    capability: Type.Optional(identifier),
    /** How pages write the address of the service, which differs from reader to reader. */
    address: Type.Optional(webAddress),
    /** Where pages may show pictures from, besides this site: a browser asks no other host. */
    image_hosts: Type.Optional(Type.Array(host, { maxItems: LIMITS.imageHostsMax })),
    /** To which APIs the pages of their operations may send requests. */
    api_origins: Type.Optional(Type.Array(origin, { maxItems: LIMITS.apiOriginsMax })),
    /** First folders of pages about a service on the computer of the reader. */
    local: Type.Optional(Type.Array(line)),
  },
  closed,
)

/** `corpus/registry.yaml`: identity, capabilities and every published name of a deployment. */
export const RegistrySchema = Type.Object(
  {
    service: ServiceSchema,
    /** What stands before the name of the service in the server card: a reversed domain. */
    namespace: Type.Optional(namespace),
    /** Whether the server card is also served in its older shape. */
    old_server_card: Type.Optional(Type.Boolean()),
    capabilities: Type.Array(CapabilityEntrySchema, { minItems: 1 }),
    tools: exactly(OPERATION_NAMES.length, ToolEntrySchema),
    resources: exactly(COUNTS.resources, ResourceEntrySchema),
    prompts: exactly(COUNTS.prompts, PromptEntrySchema),
    operations: exactly(HTTP_OPERATIONS.length, HttpOperationEntrySchema),
    skills: exactly(COUNTS.skills, SkillEntrySchema),
    workflows: exactly(COUNTS.workflows, WorkflowEntrySchema),
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
        full_path: patternText('^/[a-z0-9][a-z0-9._-]*\\.txt$', 'a path such as /llms-full.txt'),
        sections: Type.Array(Type.Object({ title: line, kinds: Type.Array(kind) }, closed)),
      },
      closed,
    ),
    search: Type.Optional(SearchSchema),
    argument_aliases: Type.Optional(ArgumentAliasesSchema),
    packages: Type.Optional(PackagesSchema),
    pages: Type.Optional(PagesSchema),
    sisters: Type.Optional(SistersSchema),
    signals: Type.Optional(SignalsSchema),
    theme: Type.Optional(ThemeSchema),
    /** Texts that pages name as `{{name}}`. */
    variables: Type.Optional(Type.Record(Type.String({ pattern: '^[A-Za-z][\\w-]*$' }), line)),
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
