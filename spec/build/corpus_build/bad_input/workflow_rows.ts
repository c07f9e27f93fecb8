import type { CorpusFolder, Row } from './files.ts'

const READ = 'operation: page, description: Read., parameters: [{ name: id, value:'

/** Ways to break a workflow that no Arazzo linter would notice. */
export const WORKFLOW_ROWS: readonly Row[] = [
  {
    name: 'a step with an unknown operation',
    breaks: (corpus) =>
      swap(corpus, 'operation: search, description: Search.', 'operation: serch, description: S.'),
    says: [
      [
        'registry.yaml at workflows.1.steps.0.operation',
        '"operation" is "serch"',
        'write "search"',
      ],
    ],
  },
  {
    name: 'a parameter that the operation does not take',
    breaks: (corpus) => swap(corpus, '[{ name: q, value:', '[{ name: query, value:'),
    says: [
      [
        'registry.yaml at workflows.1.steps.0.operation',
        'the operation "search" needs the parameter "q"',
        'add it to "parameters"',
      ],
      [
        'registry.yaml at workflows.1.steps.0.parameters.0.name',
        'the operation "search" has no parameter "query"',
        'write one of q, limit, kind, status',
      ],
    ],
  },
  {
    name: 'a step without a parameter that its operation needs',
    breaks: (corpus) =>
      swap(corpus, ', parameters: [{ name: id, value: $steps.search.outputs.page_id }]', ''),
    says: [
      [
        'registry.yaml at workflows.1.steps.1.operation',
        'the operation "page" needs the parameter "id"',
        'add it to "parameters"',
      ],
    ],
  },
  {
    name: 'a parameter out of bounds',
    breaks: (corpus) =>
      swap(
        corpus,
        'value: $inputs.words }',
        "value: $inputs.words }, { name: limit, value: '51' }",
      ),
    says: [
      [
        'registry.yaml at workflows.1.steps.0.parameters.1.value',
        'the parameter "limit" cannot be "51"',
        'write a whole number from 1 to 50',
      ],
    ],
  },
  ...['0x10', '1e2', ' 7 '].map(
    (written): Row => ({
      name: `a number that is written as "${written}"`,
      breaks: (corpus) =>
        swap(
          corpus,
          'value: $inputs.words }',
          `value: $inputs.words }, { name: limit, value: '${written}' }`,
        ),
      says: [
        [
          'registry.yaml:82:134',
          `the parameter "limit" cannot be "${written}"`,
          'write a whole number from 1 to 50',
        ],
      ],
    }),
  ),
  {
    name: 'a title as the id of a page',
    breaks: (corpus) => swap(corpus, '$steps.search.outputs.page_id', '$inputs.words'),
    says: [
      [
        'registry.yaml at workflows.1.inputs.0.default_of',
        'the parameter "id" cannot take the value of "page_title"',
        'write page_id',
      ],
    ],
  },
  {
    name: 'a version as a query, and as a status',
    breaks: async (corpus) => {
      await swap(corpus, 'default_of: page_title', 'default_of: version')
      await swap(corpus, '{ name: q,', '{ name: status, value: $inputs.words }, { name: q,')
    },
    says: [
      [
        'registry.yaml at workflows.1.inputs.0.default_of',
        'the parameter "q" cannot take the value of "version"',
        'write page_title',
      ],
      [
        'registry.yaml at workflows.1.inputs.0.default_of',
        'the parameter "status" cannot take the value of "version"',
        'write a "default"',
      ],
    ],
  },
  {
    name: 'a default outside the vocabulary of its parameter',
    breaks: async (corpus) => {
      await swap(corpus, '{ name: q,', '{ name: status, value: $inputs.state }, { name: q,')
      await swap(
        corpus,
        'inputs: [',
        'inputs: [{ name: state, description: State., default: avialable }, ',
      )
    },
    says: [
      [
        'registry.yaml at workflows.1.inputs.0.default',
        'the parameter "status" cannot be "avialable"',
        'write one of available, available_owner, foundation, not_yet, reference',
      ],
    ],
  },
  {
    name: 'a page id written by hand',
    breaks: (corpus) => swap(corpus, `${READ} $steps.search.outputs.page_id`, `${READ} p99`),
    says: [
      [
        'registry.yaml at workflows.1.steps.1.parameters.0.value',
        'the parameter "id" has the fixed id "p99", which may not exist',
        'use an output of a step, or an input with default_of: page_id',
      ],
    ],
  },
  {
    name: 'an input that is not declared',
    breaks: (corpus) => swap(corpus, '$inputs.words', '$inputs.word'),
    says: [
      [
        'registry.yaml at workflows.1.inputs.0.name',
        'no step uses the input "words"',
        'use it, or remove it',
      ],
      [
        'registry.yaml at workflows.1.steps.0.parameters.0.value',
        'nothing earlier provides "$inputs.word"',
        'write "$inputs.words"',
      ],
    ],
  },
  {
    name: 'an output of a later step',
    breaks: (corpus) =>
      swap(
        corpus,
        'value: $inputs.words }',
        'value: $inputs.words }, { name: kind, value: $steps.read.outputs.url }',
      ),
    says: [
      [
        'registry.yaml at workflows.1.steps.0.parameters.1.value',
        'nothing earlier provides "$steps.read.outputs.url"',
        'write one of $inputs.words',
      ],
    ],
  },
  {
    name: 'a workflow output that no step provides',
    breaks: (corpus) =>
      swap(corpus, 'from: $steps.read.outputs.url', 'from: $steps.read.outputs.uri'),
    says: [
      [
        'registry.yaml at workflows.1.outputs.0.from',
        'nothing earlier provides "$steps.read.outputs.uri"',
        'write "$steps.read.outputs.url"',
      ],
    ],
  },
  {
    name: 'a pointer to a field that no response has',
    breaks: (corpus) => swap(corpus, 'at: /url', 'at: /adress'),
    says: [
      [
        'registry.yaml at workflows.1.steps.1.outputs.0.at',
        'the response of "page" has nothing at "/adress"',
        'write one of id, kind, url, title, description, status, updated, markdown_url,',
        'notice, markdown instead of adress',
      ],
    ],
  },
  {
    name: 'an output that may be missing',
    breaks: (corpus) => swap(corpus, 'present: [/0/id], ', ''),
    says: [
      [
        'registry.yaml at workflows.1.steps.0.outputs.0.at',
        'the output at "/0/id" may be missing from a response',
        'add the pointer to "present"',
      ],
    ],
  },
  {
    name: 'an input with two defaults',
    breaks: (corpus) =>
      swap(corpus, 'default_of: page_title', 'default: x, default_of: page_title'),
    says: [
      [
        'registry.yaml at workflows.1.inputs.0',
        'the input has both "default" and "default_of"',
        'keep one of the two',
      ],
    ],
  },
  {
    name: 'a repeated output',
    breaks: (corpus) =>
      swap(
        corpus,
        'outputs: [{ name: page_id, at: /0/id }]',
        'outputs: [{ name: page_id, at: /0/id }, { name: page_id, at: /0/id }]',
      ),
    says: [
      [
        'registry.yaml at workflows.1.steps.0.outputs.1.name',
        'the output "page_id" is already on line {line of workflows.1.steps.0.parameters.0.name}',
        'write a different one, or remove it',
      ],
    ],
  },
]

async function swap(corpus: CorpusFolder, from: string, to: string): Promise<void> {
  await corpus.swap('registry.yaml', from, to)
}
