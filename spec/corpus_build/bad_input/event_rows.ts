import type { CorpusFolder, Row } from './files.ts'

const WHEN = '{ name: at, holds: instant, description: When. }'

/** Ways to break the events. */
export const EVENT_ROWS: readonly Row[] = [
  {
    name: 'a seventh event type',
    breaks: (corpus) =>
      swap(
        corpus,
        '\nerrors:',
        `    - { type: order.lost, title: Lost, description: Lost., data: [${WHEN}] }\n\nerrors:`,
      ),
    says: [['registry.yaml:110:3', '"types" has 7 entries, not 6', 'remove 1']],
  },
  {
    name: 'an event type that cannot be a name',
    breaks: (corpus) => swap(corpus, 'type: order.sent', 'type: Order Sent'),
    says: [
      [
        'registry.yaml:114:15',
        '"type" is "Order Sent"',
        'write lower-case words joined by dots, such as page.added',
      ],
    ],
  },
  {
    name: 'two event types with the same name in code',
    breaks: (corpus) => swap(corpus, 'type: order.sent', 'type: order_paid'),
    says: [
      [
        'registry.yaml:114:15',
        'the event type "order_paid" has the same name in code as "order.paid"',
        'make them differ in more than dots and _',
      ],
    ],
  },
  {
    name: 'two event types that differ in the count of _',
    breaks: (corpus) => swap(corpus, 'type: order.sent', 'type: order__paid'),
    says: [
      [
        'registry.yaml:114:15',
        'the event type "order__paid" has the same name in code as "order.paid"',
        'make them differ in more than dots and _',
      ],
    ],
  },
  {
    name: 'two event types that differ in a _ before a digit',
    breaks: async (corpus) => {
      await swap(corpus, 'type: order.paid', 'type: page1')
      await swap(corpus, 'type: order.sent', 'type: page_1')
    },
    says: [
      [
        'registry.yaml:114:15',
        'the event type "page_1" has the same name in code as "page1"',
        'make them differ in more than dots and _',
      ],
    ],
  },
  {
    name: 'a field of an unknown kind',
    breaks: (corpus) => swap(corpus, 'holds: page_record', 'holds: page_recrod'),
    says: [['registry.yaml:111:88', '"holds" is "page_recrod"', 'write "page_record"']],
  },
  {
    name: 'a repeated field',
    breaks: (corpus) =>
      swap(
        corpus,
        'data: [{ name: status,',
        'data: [{ name: status, holds: status, description: S. }, { name: status,',
      ),
    says: [
      [
        'registry.yaml:115:137',
        'the field "status" is already on line 115',
        'write a different one, or remove it',
      ],
    ],
  },
  {
    name: 'a choice without values',
    breaks: (corpus) => swap(corpus, 'values: [new, old], ', ''),
    says: [['registry.yaml:112:89', 'a field that holds "choice" has no "values"', 'add it']],
  },
  {
    name: 'values of a field that is not a choice',
    breaks: (corpus) =>
      swap(corpus, 'holds: page_count,', 'holds: page_count, values: [one, two],'),
    says: [
      [
        'registry.yaml:116:107',
        'a field that holds "page_count" does not use "values"',
        'remove it',
      ],
    ],
  },
  {
    name: 'an envelope without an instant',
    breaks: (corpus) =>
      swap(
        corpus,
        '{ name: at, holds: instant, description: When. }\n      - { name: data',
        '{ name: at, holds: data, description: When. }\n      - { name: data',
      ),
    says: [
      [
        'registry.yaml:98:30',
        'another envelope field already holds "data"',
        'write one of instant',
      ],
    ],
  },
  {
    name: 'a de-duplication key that changes with each event',
    breaks: (corpus) => swap(corpus, 'key: id,', 'key: at,'),
    says: [
      [
        'registry.yaml:109:25',
        'the de-duplication key "at" does not hold the delivery id',
        'write "id"',
      ],
    ],
  },
  {
    name: 'a signature that does not cover the body',
    breaks: (corpus) => swap(corpus, '{id}.{timestamp}.{body}', '{id}.{timestamp}.{bdy}'),
    says: [
      [
        'registry.yaml:105:21',
        'the template does not have {body} exactly once',
        'write {body} once',
      ],
      [
        'registry.yaml:105:21',
        'the template has {bdy}, which is unknown',
        'use {id}, {timestamp}, {body}',
      ],
    ],
  },
  {
    name: 'a signature header of another form',
    breaks: (corpus) => swap(corpus, 'X-Acme-Signature', 'Acme-Signature'),
    says: [
      [
        'registry.yaml:100:13',
        '"header" is "Acme-Signature"',
        'write a header of the form X-Service-Signature',
      ],
    ],
  },
  {
    name: 'two headers with the same name',
    breaks: (corpus) => swap(corpus, 'X-Acme-Timestamp', 'x-acme-id'.replace('x', 'X')),
    says: [
      [
        'registry.yaml:102:23',
        'the header "x-acme-id" is already on line 101',
        'write a different one, or remove it',
      ],
    ],
  },
  {
    name: 'success that ends before it begins',
    breaks: (corpus) => swap(corpus, 'from: 200, to: 299', 'from: 250, to: 204'),
    says: [
      ['registry.yaml:108:29', 'success starts at 250, after its end at 204', 'write 204 or less'],
    ],
  },
  {
    name: 'a redirection that counts as success',
    breaks: (corpus) => swap(corpus, 'to: 299', 'to: 399'),
    says: [
      ['registry.yaml:108:38', '"to" is the number 399', 'write a whole number from 200 to 299'],
    ],
  },
]

async function swap(corpus: CorpusFolder, from: string, to: string): Promise<void> {
  await corpus.swap('registry.yaml', from, to)
}
