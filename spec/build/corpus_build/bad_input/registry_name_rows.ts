import { TOOL_ARGUMENTS } from '../../../../app/contract/operations/mod.ts'
import type { Row } from './files.ts'

/** Ways to break capabilities, tools and operations of the registry. */
export const REGISTRY_NAME_ROWS: readonly Row[] = [
  {
    name: 'two capabilities with the same id',
    breaks: async (corpus) => {
      await corpus.swap('registry.yaml', '- id: export', '- id: guides')
      await corpus.swap('pages/export.md', 'capability: export', 'capability: guides')
      await corpus.swap(
        'changelog/2026-05-04-export.md',
        'capability: export\n',
        'capability: guides\n',
      )
    },
    says: [
      [
        'registry.yaml at capabilities.1.id',
        'the capability id "guides" is already on line {line of capabilities.0.id}',
        'write a different one, or remove it',
      ],
    ],
  },
  {
    name: 'two tools with the same name',
    breaks: (corpus) => corpus.swap('registry.yaml', 'name: get_event,', 'name: get_status,'),
    says: [
      [
        'registry.yaml at tools.9.name',
        'the tool name "get_status" is already on line {line of tools.5.name}',
        'write a different one, or remove it',
      ],
    ],
  },
  {
    name: 'a tool with the old name of another',
    breaks: (corpus) =>
      corpus.swap(
        'registry.yaml',
        'name: get_event,',
        'name: get_event, old_names: [{ name: read_page, renamed_in: 1.0.0 }],',
      ),
    says: [
      [
        'registry.yaml at tools.9.old_names.0.name',
        'the tool name "read_page" is already on line {line of tools.1.name}',
        'write a different one, or remove it',
      ],
    ],
  },
  {
    name: 'another name for an argument that no tool has',
    breaks: (corpus) =>
      corpus.swap('registry.yaml', '  query: [q, question', '  words: [q]\n  query: [question'),
    says: [
      [
        'registry.yaml at key argument_aliases.words',
        'the key "words" is unknown',
        `remove it; the keys here are ${TOOL_ARGUMENTS.join(', ')}`,
      ],
    ],
  },
  {
    name: 'two tools for the same operation',
    breaks: (corpus) => corpus.swap('registry.yaml', '{ operation: event, ', '{ operation: page, '),
    says: [
      [
        'registry.yaml at tools.9.operation',
        'the operation "page" already has an entry on line {line of tools.1.operation}',
        'bind it to one of event',
      ],
    ],
  },
  {
    name: 'a tool of an operation that does not exist',
    breaks: (corpus) =>
      corpus.swap('registry.yaml', '{ operation: workflow, ', '{ operation: workfow, '),
    says: [['registry.yaml at tools.8.operation', '"operation" is "workfow"', 'write "workflow"']],
  },
  {
    name: 'a tool without operation',
    breaks: (corpus) => corpus.swap('registry.yaml', '{ operation: event, ', '{ '),
    says: [['registry.yaml at tools.9', '"operation" is absent', 'add it']],
  },
  {
    name: 'the search tool renamed',
    breaks: (corpus) =>
      corpus.swap('registry.yaml', 'name: search_public_docs', 'name: search_docs'),
    says: [
      [
        'registry.yaml at tools.0.name',
        'the name of "search" is "search_docs", but the contract fixes it',
        'write "search_public_docs"',
      ],
    ],
  },
  {
    name: 'a fixed path renamed',
    breaks: (corpus) => corpus.swap('registry.yaml', 'path: /status', 'path: /state'),
    says: [
      [
        'registry.yaml at operations.1.path',
        'the path of "status" is "/state", but the contract fixes it',
        'write "/status"',
      ],
    ],
  },
  {
    name: 'the page path without {id}',
    breaks: (corpus) => corpus.swap('registry.yaml', "path: '/pages/{id}'", 'path: /page'),
    says: [
      [
        'registry.yaml at operations.3.path',
        'the path "/page" has {id} 0 times, not 1',
        'write it as /pages/{id}',
      ],
    ],
  },
  {
    name: '{id} in the path of a list',
    breaks: (corpus) =>
      corpus.swap('registry.yaml', 'path: /capabilities', "path: '/capabilities/{id}'"),
    says: [
      [
        'registry.yaml at operations.4.path',
        'the path "/capabilities/{id}" has {id} 1 times, not 0',
        'remove {id}',
      ],
    ],
  },
  {
    name: 'a version in a path',
    breaks: (corpus) => corpus.swap('registry.yaml', 'path: /capabilities', 'path: /v2/abilities'),
    says: [
      [
        'registry.yaml at operations.4.path',
        'the path "/v2/abilities" contains the version "v2"',
        'remove that segment',
      ],
    ],
  },
  {
    name: 'a version at the end of the page path',
    breaks: (corpus) => corpus.swap('registry.yaml', "'/pages/{id}'", "'/pages/{id}/v10'"),
    says: [
      [
        'registry.yaml at operations.3.path',
        'the path "/pages/{id}/v10" contains the version "v10"',
        'remove that segment',
      ],
    ],
  },
  {
    name: 'two paths that match the same requests',
    breaks: (corpus) => corpus.swap('registry.yaml', 'path: /capabilities', 'path: /pages/all'),
    says: [
      [
        'registry.yaml at operations.4.path',
        'the path "/pages/all" matches the same requests as "/pages/{id}" on line ' +
          '{line of operations.3.path}',
        'give it another path',
      ],
    ],
  },
  {
    name: 'two operations with the same path',
    breaks: (corpus) => corpus.swap('registry.yaml', 'path: /capabilities', 'path: /pages'),
    says: [
      [
        'registry.yaml at operations.4.path',
        'the path "/pages" matches the same requests as "/pages" on line ' +
          '{line of operations.2.path}',
        'give it another path',
      ],
    ],
  },
  {
    name: 'two operations with the same id',
    breaks: (corpus) => corpus.swap('registry.yaml', 'id: listAll', 'id: listPages'),
    says: [
      [
        'registry.yaml at operations.4.id',
        'the operation id "listPages" is already on line {line of operations.2.id}',
        'write a different one, or remove it',
      ],
    ],
  },
  {
    name: 'one operation described twice',
    breaks: (corpus) =>
      corpus.swap(
        'registry.yaml',
        '{ operation: capabilities, id: listAll',
        '{ operation: pages, id: listAll',
      ),
    says: [
      [
        'allowlist.yaml at operations.4',
        'the operation "capabilities" is allowlisted, but the registry does not describe it',
        'describe it under "operations" in registry.yaml; all of them are published',
      ],
      [
        'registry.yaml at operations.4.operation',
        'the operation "pages" already has an entry on line {line of operations.2.operation}',
        'bind it to one of capabilities',
      ],
    ],
  },
  {
    name: 'a path with capital letters',
    breaks: (corpus) => corpus.swap('registry.yaml', 'path: /capabilities', 'path: /Capabilities'),
    says: [
      [
        'registry.yaml at operations.4.path',
        '"path" is "/Capabilities"',
        'write a path such as /pages/{id}',
      ],
    ],
  },
]
