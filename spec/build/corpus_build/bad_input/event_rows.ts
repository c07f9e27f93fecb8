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
    says: [['registry.yaml at key events.types', '"types" has 7 entries, not 6', 'remove 1']],
  },
  {
    name: 'an event type that cannot be a name',
    breaks: (corpus) => swap(corpus, 'type: order.sent', 'type: Order Sent'),
    says: [
      [
        'registry.yaml at events.types.3.type',
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
        'registry.yaml at events.types.3.type',
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
        'registry.yaml at events.types.3.type',
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
        'registry.yaml at events.types.3.type',
        'the event type "page_1" has the same name in code as "page1"',
        'make them differ in more than dots and _',
      ],
    ],
  },
  {
    name: 'a field of an unknown kind',
    breaks: (corpus) => swap(corpus, 'holds: page_record', 'holds: page_recrod'),
    says: [
      [
        'registry.yaml at events.types.0.data.0.holds',
        '"holds" is "page_recrod"',
        'write "page_record"',
      ],
    ],
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
        'registry.yaml at events.types.4.data.1.name',
        'the field "status" is already on line {line of events.types.4.data.0.name}',
        'write a different one, or remove it',
      ],
    ],
  },
  {
    name: 'a choice without values',
    breaks: (corpus) => swap(corpus, 'values: [new, old], ', ''),
    says: [
      [
        'registry.yaml at events.types.1.data.0.holds',
        'a field that holds "choice" has no "values"',
        'add it',
      ],
    ],
  },
  {
    name: 'values of a field that is not a choice',
    breaks: (corpus) =>
      swap(corpus, 'holds: page_count,', 'holds: page_count, values: [one, two],'),
    says: [
      [
        'registry.yaml at key events.types.5.data.0.values',
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
        'registry.yaml at events.envelope.fields.3.holds',
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
        'registry.yaml at events.deduplication.key',
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
        'registry.yaml at events.signature.signed_content',
        'the template does not have {body} exactly once',
        'write {body} once',
      ],
      [
        'registry.yaml at events.signature.signed_content',
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
        'registry.yaml at events.signature.header',
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
        'registry.yaml at events.signature.timestamp_header',
        'the header "x-acme-id" is already on line {line of events.signature.id_header}',
        'write a different one, or remove it',
      ],
    ],
  },
  {
    name: 'success that ends before it begins',
    breaks: (corpus) => swap(corpus, 'from: 200, to: 299', 'from: 250, to: 204'),
    says: [
      [
        'registry.yaml at events.retry.success.from',
        'success starts at 250, after its end at 204',
        'write 204 or less',
      ],
    ],
  },
  {
    name: 'a redirection that counts as success',
    breaks: (corpus) => swap(corpus, 'to: 299', 'to: 399'),
    says: [
      [
        'registry.yaml at events.retry.success.to',
        '"to" is the number 399',
        'write a whole number from 200 to 299',
      ],
    ],
  },
]

async function swap(corpus: CorpusFolder, from: string, to: string): Promise<void> {
  await corpus.swap('registry.yaml', from, to)
}
