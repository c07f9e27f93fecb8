import { inRegistry } from './business_corpus.ts'
import type { Row } from './files.ts'

/** Rules that do not say how a record reaches a business (contract 1, rule 9). */
export const BUSINESS_REACH_ROWS: readonly Row[] = [
  {
    name: 'a type that is reached by a rule that is none of the three',
    breaks: inRegistry('reach: { rule: none }', 'reach: { rule: all }'),
    says: [
      [
        'business.yaml at records.3.reach',
        '"reach" is a map',
        'write rule: column with field, rule: via with through and field, or rule: none',
      ],
    ],
  },
  {
    name: 'a column rule without field',
    breaks: inRegistry('rule: column, field: shop', 'rule: column'),
    says: [
      [
        'business.yaml at records.0.reach',
        '"reach" is a map',
        'write rule: column with field, rule: via with through and field, or rule: none',
      ],
    ],
  },
  {
    name: 'a rule through a type without entry',
    breaks: inRegistry('through: parcel', 'through: parsel'),
    says: [
      [
        'business.yaml at records.2.reach.through',
        'the record type "parsel" has no entry under "records"',
        'write "parcel"',
      ],
    ],
  },
  {
    name: 'a rule that ends at a dead end',
    breaks: inRegistry('through: order,', 'through: memo,'),
    says: [
      [
        'business.yaml at records.1.reach.through',
        'the path from "parcel" ends at "memo", which reaches no business',
        'end it at a type with the rule "column", or use the rule "none"',
      ],
    ],
  },
  {
    name: 'rules that form a circle',
    breaks: inRegistry('through: order,', 'through: scan,'),
    says: [
      [
        'business.yaml at records.1.reach.through',
        'the path from "parcel" leads back to itself: parcel, scan, parcel',
        'end it at a type with the rule "column", or use the rule "none"',
      ],
    ],
  },
]
