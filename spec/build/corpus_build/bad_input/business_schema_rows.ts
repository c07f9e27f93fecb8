import { inRegistry } from './business_corpus.ts'
import type { Row } from './files.ts'

/** The arguments of the second tool, which occur once in the file. */
const PROPERTIES = [
  '      properties:',
  '        business_hours: { type: boolean }',
  '        account_number: { type: string, maxLength: 20 }',
  '',
].join('\n')
const CLOSED = 'additionalProperties: false'

/** Nested lists around a text. */
function deep(lists: number): string {
  return lists === 0 ? '{ type: string }' : `{ type: array, items: ${deep(lists - 1)} }`
}

/** Ways to leave a hole in an input schema. */
export const BUSINESS_SCHEMA_ROWS: readonly Row[] = [
  {
    name: 'an object that is open',
    breaks: inRegistry(
      '          additionalProperties: false\n        limit',
      '          additionalProperties: true\n        limit',
    ),
    says: [
      [
        'business.yaml at key tools.0.input_schema.properties.filter',
        'the object accepts properties that the schema does not name',
        'write "additionalProperties: false"',
      ],
    ],
  },
  {
    name: 'arguments that are open',
    breaks: inRegistry(
      '      required: [code]\n      additionalProperties: false',
      '      required: [code]',
    ),
    says: [
      [
        'business.yaml at key tools.0.input_schema',
        'the object accepts properties that the schema does not name',
        'write "additionalProperties: false"',
      ],
    ],
  },
  {
    name: 'an object without required',
    breaks: inRegistry('      required: [code]\n', ''),
    says: [
      [
        'business.yaml at key tools.0.input_schema',
        'the object does not list its required properties',
        'write "required" with a list, which may be empty',
      ],
    ],
  },
  {
    name: 'a required argument that is not described',
    breaks: inRegistry('required: [code]', 'required: [code, kode]'),
    says: [
      [
        'business.yaml at tools.0.input_schema.required.1',
        '"kode" is required but not described',
        'write "code"',
      ],
    ],
  },
  {
    name: 'an object without properties',
    breaks: inRegistry(PROPERTIES, ''),
    says: [
      [
        'business.yaml at key tools.1.input_schema',
        'the object has no "properties"',
        'write a map, which may be empty',
      ],
    ],
  },
  {
    name: 'a reference to another document',
    breaks: inRegistry(
      'limit: { type: integer, minimum: 1, maximum: 50 }',
      "limit: { $ref: 'https://schemas.example/limit.json' }",
    ),
    says: [
      [
        'business.yaml at key tools.0.input_schema.properties.limit.$ref',
        'the keyword "$ref" refers to another schema',
        'write that schema out here',
      ],
    ],
  },
  {
    name: 'a reference next to a type',
    breaks: inRegistry(
      'limit: { type: integer,',
      "limit: { type: integer, $ref: '#/properties/code',",
    ),
    says: [
      [
        'business.yaml at key tools.0.input_schema.properties.limit.$ref',
        'the keyword "$ref" refers to another schema',
        'write that schema out here',
      ],
    ],
  },
  {
    name: 'alternative schemas',
    breaks: inRegistry(
      'limit: { type: integer, minimum: 1, maximum: 50 }',
      'limit: { anyOf: [{ type: integer }, { type: string }] }',
    ),
    says: [
      [
        'business.yaml at key tools.0.input_schema.properties.limit',
        'the schema has no "type"',
        'write one of object, array, string, integer, number, boolean',
      ],
      [
        'business.yaml at key tools.0.input_schema.properties.limit.anyOf',
        'the keyword "anyOf" is not supported here',
        'remove it, and write a single type',
      ],
    ],
  },
  {
    name: 'a value with two types',
    breaks: inRegistry('limit: { type: integer,', 'limit: { type: [integer, string],'),
    says: [
      [
        'business.yaml at tools.0.input_schema.properties.limit.type',
        '"type" is not a single type',
        'write one of object, array, string, integer, number, boolean',
      ],
    ],
  },
  {
    name: 'an unknown keyword, and one of another type',
    breaks: inRegistry(
      'limit: { type: integer, minimum: 1,',
      'limit: { type: integer, minimun: 1, maxLength: 3,',
    ),
    says: [
      [
        'business.yaml at key tools.0.input_schema.properties.limit.minimun',
        'the keyword "minimun" is not supported here',
        'write "minimum"',
      ],
      [
        'business.yaml at key tools.0.input_schema.properties.limit.maxLength',
        '"maxLength" does not apply to the type "integer"',
        'remove it',
      ],
    ],
  },
  {
    name: 'a keyword with an invalid value',
    breaks: inRegistry(
      'limit: { type: integer, minimum: 1,',
      'limit: { type: integer, minimum: one, enum: [1, 1],',
    ),
    says: [
      [
        'business.yaml at tools.0.input_schema.properties.limit.minimum',
        '"minimum" has an invalid value',
        'write a number',
      ],
      [
        'business.yaml at tools.0.input_schema.properties.limit.enum',
        '"enum" has an invalid value',
        'write a list of distinct values of the declared type',
      ],
    ],
  },
  {
    name: 'bounds that nothing fits',
    breaks: inRegistry('minimum: 1, maximum: 50', 'minimum: 51, maximum: 50'),
    says: [
      [
        'business.yaml at tools.0.input_schema.properties.limit.minimum',
        '"minimum" is 51, more than "maximum", which is 50',
        'write 50 or less',
      ],
    ],
  },
  {
    name: 'arguments that are a list',
    breaks: inRegistry(
      '    input_schema:\n      type: object\n      properties:\n        code',
      '    input_schema:\n      type: array\n      properties:\n        code',
    ),
    says: [
      [
        'business.yaml at tools.0.input_schema.type',
        'the arguments have the type "array", not "object"',
        'write "object"',
      ],
    ],
  },
  {
    name: 'arguments that are not a schema',
    breaks: inRegistry(
      `    input_schema:\n      type: object\n${PROPERTIES}      required: []\n      ${CLOSED}`,
      '    input_schema: none',
    ),
    says: [
      ['business.yaml at tools.1.input_schema', '"input_schema" is "none"', 'write a JSON Schema'],
    ],
  },
  {
    name: 'a property that is not a schema',
    breaks: inRegistry('limit: { type: integer, minimum: 1, maximum: 50 }', 'limit: integer'),
    says: [
      [
        'business.yaml at tools.0.input_schema.properties.limit',
        'this is not a schema',
        'write a map with a "type"',
      ],
    ],
  },
  {
    name: 'a list of anything',
    breaks: inRegistry(', items: { type: string, enum: [open, sent] }', ''),
    says: [
      [
        'business.yaml at tools.0.input_schema.properties.filter.properties',
        'the list does not say what its items are',
        'write a schema under "items"',
      ],
    ],
  },
  {
    name: 'a schema that is nested too deeply',
    breaks: inRegistry('limit: { type: integer, minimum: 1, maximum: 50 }', `limit: ${deep(8)}`),
    says: [
      [
        `business.yaml at key tools.0.input_schema.properties.limit${'.items'.repeat(7)}`,
        'the schema is nested more than 8 levels deep',
        'flatten it',
      ],
    ],
  },
]
