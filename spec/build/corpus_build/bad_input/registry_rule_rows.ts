import type { Row } from './files.ts'

/** Ways to break resources, prompts, skills, events, errors and limits of the registry. */
export const REGISTRY_RULE_ROWS: readonly Row[] = [
  {
    name: 'a package of another namespace',
    breaks: (corpus) =>
      corpus.swap(
        'registry.yaml',
        'service:',
        'namespace: org.example\npackages: { name: com.acme/docs }\nservice:',
      ),
    says: [
      [
        'registry.yaml at packages.name',
        'the package "com.acme/docs" is not in the namespace "org.example"',
        'write the same namespace in both, or remove this line',
      ],
    ],
  },
  {
    name: 'two resources with the same uri',
    breaks: (corpus) => corpus.swap('registry.yaml', "uri: 'acme://all'", "uri: 'acme://index'"),
    says: [
      [
        'registry.yaml at resources.2.uri',
        'the resource uri "acme://index" is already on line {line of resources.0.uri}',
        'write a different one, or remove it',
      ],
    ],
  },
  {
    name: 'two prompts with the same name',
    breaks: (corpus) => corpus.swap('registry.yaml', '- name: check', '- name: answer'),
    says: [
      [
        'registry.yaml at prompts.1.name',
        'the prompt name "answer" is already on line {line of prompts.0.name}',
        'write a different one, or remove it',
      ],
    ],
  },
  {
    name: 'three prompts',
    breaks: (corpus) =>
      corpus.swap('registry.yaml', '\noperations:', `${promptText()}\noperations:`),
    says: [['registry.yaml at key prompts', '"prompts" has 3 entries, not 2', 'remove 1']],
  },
  {
    name: 'a prompt with an argument that it does not have',
    breaks: (corpus) => corpus.swap('registry.yaml', '{{question}}', '{{qestion}} {{question}}'),
    says: [
      [
        'registry.yaml at "{{qestion}}"',
        'the text uses {{qestion}}, but there is no such argument',
        'write {{question}}',
      ],
    ],
  },
  {
    name: 'a prompt that leaves an argument out',
    breaks: (corpus) => corpus.swap('registry.yaml', 'whether {{feature}} is', 'whether it is'),
    says: [
      [
        'registry.yaml at prompts.1.arguments.0.name',
        'the argument "feature" is not used in the text',
        'write {{feature}} where it belongs, or remove the argument',
      ],
    ],
  },
  {
    name: 'two skills with the same id',
    breaks: (corpus) => corpus.swap('registry.yaml', 'id: news,', 'id: tell,'),
    says: [
      [
        'registry.yaml at skills.3.id',
        'the skill id "tell" is already on line {line of skills.2.id}',
        'write a different one, or remove it',
      ],
    ],
  },
  {
    name: 'two workflows with the same id',
    breaks: (corpus) => corpus.swap('registry.yaml', '- id: verify', '- id: freshness'),
    says: [
      [
        'registry.yaml at workflows.2.id',
        'the workflow id "freshness" is already on line {line of workflows.0.id}',
        'write a different one, or remove it',
      ],
    ],
  },
  {
    name: 'a repeated workflow step',
    breaks: (corpus) =>
      corpus.swap(
        'registry.yaml',
        '{ id: list, operation: capabilities, description: Read all. }',
        ['A', 'B']
          .map((name) => `{ id: list, operation: status, description: ${name}. }`)
          .join(', '),
      ),
    says: [
      [
        'registry.yaml at workflows.2.steps.1.id',
        'the step id "list" is already on line {line of workflows.2.steps.0.id}',
        'write a different one, or remove it',
      ],
    ],
  },
  {
    name: 'two event types alike',
    breaks: (corpus) => corpus.swap('registry.yaml', 'type: order.sent', 'type: order.paid'),
    says: [
      [
        'registry.yaml at events.types.3.type',
        'the event type "order.paid" is already on line {line of events.types.1.type}',
        'write a different one, or remove it',
      ],
    ],
  },
  {
    name: 'five event types',
    breaks: (corpus) =>
      corpus.cut('registry.yaml', '    - { type: order.sent', '    - { type: order.returned'),
    says: [['registry.yaml at key events.types', '"types" has 5 entries, not 6', 'add 1']],
  },
  {
    name: 'a de-duplication key outside the envelope',
    breaks: (corpus) => corpus.swap('registry.yaml', 'key: id,', 'key: delivery,'),
    says: [
      [
        'registry.yaml at events.deduplication.key',
        'the de-duplication key "delivery" is not a field of the envelope',
        'write "id"',
      ],
    ],
  },
  {
    name: 'two errors with the same code',
    breaks: (corpus) => corpus.swap('registry.yaml', 'code: internal_error', 'code: unavailable'),
    says: [
      [
        'registry.yaml at errors.5.code',
        'the error code "unavailable" is already on line {line of errors.4.code}',
        'write a different one, or remove it',
      ],
    ],
  },
  {
    name: 'a repeated error reason',
    breaks: (corpus) => corpus.swap('registry.yaml', 'reason: internal,', 'reason: not_found,'),
    says: [
      [
        'registry.yaml at errors.5.reason',
        'the reason "not_found" already has an entry on line {line of errors.1.reason}',
        'bind it to one of internal',
      ],
    ],
  },
  {
    name: 'a search limit above its maximum',
    breaks: (corpus) =>
      corpus.swap('registry.yaml', 'search_limit_default: 10', 'search_limit_default: 51'),
    says: [
      [
        'registry.yaml at limits.search_limit_default',
        '"search_limit_default" is 51, more than "search_limit_max", which is 50',
        'write 50 or less',
      ],
    ],
  },
  {
    name: 'a limit of zero',
    breaks: (corpus) =>
      corpus.swap('registry.yaml', 'public_calls_per_minute: 600', 'public_calls_per_minute: 0'),
    says: [
      [
        'registry.yaml at limits.public_calls_per_minute',
        '"public_calls_per_minute" is the number 0',
        'write a whole number, 1 or more',
      ],
    ],
  },
  {
    name: 'a limit that is text',
    breaks: (corpus) =>
      corpus.swap('registry.yaml', 'public_calls_per_minute: 600', 'public_calls_per_minute: many'),
    says: [
      [
        'registry.yaml at limits.public_calls_per_minute',
        '"public_calls_per_minute" is "many"',
        'write a whole number, 1 or more',
      ],
    ],
  },
  {
    name: 'the full llms file takes the path of the index',
    breaks: (corpus) => corpus.swap('registry.yaml', '/llms-full.txt', '/llms.txt'),
    says: [
      [
        'registry.yaml at llms.full_path',
        'the path "/llms.txt" is taken',
        'write another, such as /llms-full.txt',
      ],
    ],
  },
  {
    name: 'a kind in two sections',
    breaks: (corpus) =>
      corpus.swap('registry.yaml', 'kinds: [reference]', 'kinds: [reference, guide]'),
    says: [
      [
        'registry.yaml at llms.sections.1.kinds.1',
        'the kind "guide" is already on line {line of llms.sections.0.kinds.0}',
        'write a different one, or remove it',
      ],
    ],
  },
  {
    name: 'a fourth workflow',
    breaks: (corpus) =>
      corpus.swap(
        'registry.yaml',
        '\nevents:',
        '  - id: more\n    title: M\n    description: M.\n    steps: ' +
          '[{ id: status, operation: status, description: Read. }]\n\nevents:',
      ),
    says: [['registry.yaml at key workflows', '"workflows" has 4 entries, not 3', 'remove 1']],
  },
  {
    name: 'an input without a default',
    breaks: (corpus) => corpus.swap('registry.yaml', ', default_of: page_title', ''),
    says: [
      [
        'registry.yaml at workflows.1.inputs.0',
        'the input has neither "default" nor "default_of"',
        'add one of the two',
      ],
    ],
  },
]

function promptText(): string {
  return '  - { name: more, title: More, description: More., arguments: [], text: More. }\n'
}
