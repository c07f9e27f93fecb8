import { inRegistry } from './business_corpus.ts'
import type { Row } from './files.ts'

/** Ways to break the private tools of a business registry. */
export const BUSINESS_ROWS: readonly Row[] = [
  {
    name: 'an unknown key of a private tool',
    breaks: inRegistry('    hold: always', '    holds: always'),
    says: [
      [
        'business.yaml at key tools.1.holds',
        'the key "holds" is unknown',
        'write "hold", or remove it',
      ],
    ],
  },
  {
    name: 'a private tool of an unknown version of the registry',
    breaks: inRegistry('version: 1', 'version: 2'),
    says: [['business.yaml at version', '"version" is the number 2', 'write 1']],
  },
  {
    name: 'a repeated record type',
    breaks: inRegistry('type: memo,', 'type: scan,'),
    says: [
      [
        'business.yaml at records.3.type',
        'the record type "scan" is already on line {line of records.2.type}',
        'write a different one, or remove it',
      ],
    ],
  },
  {
    name: 'two private tools with the same name',
    breaks: inRegistry('name: send_order', 'name: list_orders'),
    says: [
      [
        'business.yaml at tools.1.name',
        'the tool name "list_orders" is already on line {line of tools.0.name}',
        'write a different one, or remove it',
      ],
    ],
  },
  {
    name: 'a private tool with the name of a public one',
    breaks: inRegistry('name: send_order', 'name: read_page'),
    says: [
      [
        'business.yaml at tools.1.name',
        'the tool name "read_page" is already used by a public tool',
        'write another',
      ],
    ],
  },
  {
    name: 'a private tool with the name of a fixture',
    breaks: inRegistry('name: send_order', 'name: test_order'),
    says: [
      [
        'business.yaml at tools.1.name',
        'the name "test_order" is reserved for test fixtures',
        'write one that does not start with "test_"',
      ],
    ],
  },
  {
    name: 'a private tool with a space in its name',
    breaks: inRegistry('name: send_order', 'name: send order'),
    says: [
      [
        'business.yaml at tools.1.name',
        '"name" is "send order"',
        'write letters, digits and the characters _ . -, 128 at most',
      ],
    ],
  },
  {
    name: 'a scope that is not one of the two',
    breaks: inRegistry('scope: mcp:business:write', 'scope: mcp:business:admin'),
    says: [
      [
        'business.yaml at tools.1.scope',
        '"scope" is "mcp:business:admin"',
        'write "mcp:business:read"',
      ],
    ],
  },
  {
    name: 'a private tool of the kind diagnostics',
    breaks: inRegistry('kind: write', 'kind: diagnostics'),
    says: [
      ['business.yaml at tools.1.kind', '"kind" is "diagnostics"', 'write one of read, write'],
    ],
  },
  {
    name: 'a reading tool with the scope to write',
    breaks: inRegistry('scope: mcp:business:read', 'scope: mcp:business:write'),
    says: [
      [
        'business.yaml at tools.0.scope',
        '"scope" is "mcp:business:write", but the tool reads',
        'write mcp:business:read',
      ],
    ],
  },
  {
    name: 'a writing tool with the scope to read',
    breaks: inRegistry('scope: mcp:business:write', 'scope: mcp:business:read'),
    says: [
      [
        'business.yaml at tools.1.scope',
        '"scope" is "mcp:business:read", but the tool writes',
        'write mcp:business:write',
      ],
    ],
  },
  {
    name: 'a writing tool that says it only reads',
    breaks: inRegistry('{ readOnlyHint: false', '{ readOnlyHint: true'),
    says: [
      [
        'business.yaml at tools.1.annotations.readOnlyHint',
        '"readOnlyHint" is true, but the tool writes',
        'write false',
      ],
    ],
  },
  {
    name: 'a reading tool that says it writes and destroys',
    breaks: inRegistry(
      '{ readOnlyHint: true, destructiveHint: false',
      '{ readOnlyHint: false, destructiveHint: true',
    ),
    says: [
      [
        'business.yaml at tools.0.annotations.readOnlyHint',
        '"readOnlyHint" is false, but the tool reads',
        'write true',
      ],
      [
        'business.yaml at tools.0.annotations.destructiveHint',
        '"destructiveHint" is true, but the tool reads',
        'write false',
      ],
    ],
  },
  {
    name: 'a reading tool that is held and takes a key',
    breaks: inRegistry(
      'hold: domain\n    idempotency: none',
      'hold: always\n    idempotency: optional',
    ),
    says: [
      [
        'business.yaml at tools.0.hold',
        '"hold" is "always", but a tool that reads is never held',
        'write domain',
      ],
      [
        'business.yaml at tools.0.idempotency',
        '"idempotency" is "optional", but a tool that reads takes no key',
        'write none',
      ],
    ],
  },
  {
    name: 'a reading tool with the operation of one that writes',
    breaks: inRegistry('operation: order.list', 'operation: order.send'),
    says: [
      [
        'business.yaml at tools.0.operation',
        'the operation "order.send" belongs to a tool that writes, but this one reads',
        'give it an operation that reads',
      ],
    ],
  },
  {
    name: 'an operation that decides approvals',
    breaks: inRegistry('operation: order.send', 'operation: approval.decide'),
    says: [
      [
        'business.yaml at tools.1.operation',
        'the operation "approval.decide" decides approvals, which no tool may do',
        'remove the tool; people decide on the account page',
      ],
    ],
  },
  {
    name: 'an operation that approves',
    breaks: inRegistry('operation: order.send', 'operation: order.approve_held'),
    says: [
      [
        'business.yaml at tools.1.operation',
        'the operation "order.approve_held" decides approvals, which no tool may do',
        'remove the tool; people decide on the account page',
      ],
    ],
  },
  {
    name: 'a tool with a record type that has no entry',
    breaks: inRegistry('records: [order, parcel]', 'records: [order, parsel, invoice]'),
    says: [
      [
        'business.yaml at tools.0.records.1',
        'the record type "parsel" has no entry under "records"',
        'write "parcel"',
      ],
      [
        'business.yaml at tools.0.records.2',
        'the record type "invoice" has no entry under "records"',
        'write one of order, parcel, scan, memo',
      ],
    ],
  },
  {
    name: 'a result without a bound',
    breaks: inRegistry('result_bytes_max: 4096', 'result_bytes_max: 4000000'),
    says: [
      [
        'business.yaml at tools.0.result_bytes_max',
        '"result_bytes_max" is the number 4000000',
        'write a whole number from 1024 to 1048576',
      ],
    ],
  },
  {
    name: 'a name with a meaning on JavaScript objects',
    breaks: inRegistry('limit: {', 'constructor: {'),
    says: [
      [
        'business.yaml at key tools.0.input_schema.properties.constructor',
        'an argument cannot be named "constructor"',
        'start with a letter, then use letters, digits, _ and -, at most 64 in all',
      ],
    ],
  },
]
