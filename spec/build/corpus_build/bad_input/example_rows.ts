import { addBusiness, inExample } from './business_corpus.ts'
import type { Row } from './files.ts'

/** Ways to break the example workspace. */
export const EXAMPLE_ROWS: readonly Row[] = [
  {
    name: 'a membership of a missing business',
    breaks: inExample('business: shop_one, role', 'business: shop_won, role'),
    says: [
      [
        'example_workspace.yaml at users.0.memberships.0.business',
        'there is no business "shop_won"',
        'write "shop_one"',
      ],
    ],
  },
  {
    name: 'a role that does not exist',
    breaks: inExample('role: approver', 'role: owner'),
    says: [
      [
        'example_workspace.yaml at users.0.memberships.0.role',
        '"role" is "owner"',
        'write one of member, approver',
      ],
    ],
  },
  {
    name: 'a business of a missing workspace',
    breaks: inExample('workspace: ws_two, name: Shop two', 'workspace: ws_tow, name: Shop two'),
    says: [
      [
        'example_workspace.yaml at businesses.1.workspace',
        'there is no workspace "ws_tow"',
        'write "ws_two"',
      ],
    ],
  },
  {
    name: 'a record of a type without entry',
    breaks: inExample('type: memo,', 'type: meno,'),
    says: [
      [
        'example_workspace.yaml at records.4.type',
        'there is no record type "meno"',
        'write "memo"',
      ],
    ],
  },
  {
    name: 'a repeated record',
    breaks: inExample('id: order_2, workspace: ws_two', 'id: order_1, workspace: ws_two'),
    says: [
      [
        'example_workspace.yaml at records.1.id',
        'the record "order order_1" is already on line {line of records.0.id}',
        'write a different one, or remove it',
      ],
    ],
  },
  {
    name: 'a record of a business in another workspace',
    breaks: inExample('shop: shop_one', 'shop: shop_two'),
    says: [
      [
        'example_workspace.yaml at records.0.fields.shop',
        'the business "shop_two" is in a different workspace from this record',
        'write one from the same workspace, or null for none',
      ],
    ],
  },
  {
    name: 'a record of a missing business',
    breaks: inExample('shop: shop_one', 'shop: shop_won'),
    says: [
      [
        'example_workspace.yaml at records.0.fields.shop',
        'there is no business "shop_won"',
        'write one from the same workspace, or null for none',
      ],
    ],
  },
  {
    name: 'a link to a record in another workspace',
    breaks: inExample('order_id: order_1', 'order_id: order_2'),
    says: [
      [
        'example_workspace.yaml at records.2.fields.order_id',
        'the order "order_2" is in a different workspace from this record',
        'write one from the same workspace, or null for none',
      ],
    ],
  },
  {
    name: 'a link to a missing record',
    breaks: inExample('order_id: order_1', 'order_id: order_9'),
    says: [
      [
        'example_workspace.yaml at records.2.fields.order_id',
        'there is no order "order_9"',
        'write one from the same workspace, or null for none',
      ],
    ],
  },
  {
    name: 'a day that does not exist',
    breaks: inExample(
      'created: 2026-05-04, fields: { shop: shop_one }',
      'created: 2026-02-30, fields: { shop: shop_one }',
    ),
    says: [
      [
        'example_workspace.yaml at records.0.created',
        '"2026-02-30" is not a date of the calendar',
        'write another',
      ],
    ],
  },
  {
    name: 'a number that JSON does not have',
    breaks: inExample('text: Two.', 'text: .inf'),
    says: [
      [
        'example_workspace.yaml at records.4.fields.text',
        'Infinity is not a JSON number',
        'write another value',
      ],
    ],
  },
  {
    name: 'a user without subject',
    breaks: inExample('    subject: ann\n', ''),
    says: [['example_workspace.yaml at users.0', '"subject" is absent', 'add it']],
  },
  {
    name: 'an example workspace without a business registry',
    breaks: async (corpus) => {
      await addBusiness(corpus)
      await corpus.remove('business.yaml')
    },
    says: [
      [
        'example_workspace.yaml at key version',
        'the example workspace has no business.yaml beside it',
        'write one, or remove this file',
      ],
    ],
  },
]
