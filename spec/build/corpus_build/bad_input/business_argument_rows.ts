import { inRegistry } from './business_corpus.ts'
import type { Row } from './files.ts'

/** Names in every spelling that folds to a workspace or a business. */
const NAMES = [
  'workspace',
  'Workspace_IDs',
  'tenant',
  'tenant-ids',
  'organisationSlug',
  'ORGANIZATION_REF',
  'org_id',
  'accounts',
  'Account-Name',
  'business',
  'businesses',
  'businessId',
  'target_business',
  'business 1',
  'buſiness',
  'organization_id_or_slug',
  'on_behalf_of',
  'sub_account_id',
]

const CLOSED = '{ type: object, properties: {}, required: [], additionalProperties: false }'

const FIX = 'remove it; both come only from the grant (contract 5, rule 2)'

/** Arguments that would let a caller choose a workspace or a business (contract 5, rule 2). */
export const BUSINESS_ARGUMENT_ROWS: readonly Row[] = [
  ...NAMES.map(
    (name): Row => ({
      name: `an argument with the name "${name}"`,
      breaks: inRegistry('limit: {', `'${name}': {`),
      says: [
        ['business.yaml:27:9', `the argument "${name}" selects a workspace or a business`, FIX],
      ],
    }),
  ),
  {
    name: 'an argument that selects a workspace, deep inside',
    breaks: inRegistry(
      '{ type: string, enum: [open, sent] }',
      CLOSED.replace('{}', '{ WorkSpace: { type: string } }'),
    ),
    says: [
      [
        'business.yaml at key tools.0.input_schema.properties.filter.properties.states.items.' +
          'properties.WorkSpace',
        'the argument "WorkSpace" selects a workspace or a business',
        FIX,
      ],
    ],
  },
  {
    name: 'a constant that selects a tenant',
    breaks: inRegistry('sort: { by: day }', 'sort: { tenantId: t1 }'),
    says: [
      [
        'business.yaml at key tools.0.with.sort.tenantId',
        'the constant "tenantId" selects a workspace or a business',
        FIX,
      ],
    ],
  },
  {
    name: 'a constant that is also an argument',
    breaks: inRegistry('sort: { by: day }', 'code: AB-1'),
    says: [
      [
        'business.yaml at key tools.0.with.code',
        'the constant "code" is also an argument of the caller',
        'remove one of the two',
      ],
    ],
  },
]
