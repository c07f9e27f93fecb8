import type { Row } from './files.ts'

/** Ways to break the allowlist, the second key. */
export const ALLOWLIST_ROWS: readonly Row[] = [
  {
    name: 'a described operation that is not allowlisted',
    breaks: (corpus) => corpus.swap('allowlist.yaml', '  - capabilities\n', ''),
    says: [
      [
        'registry.yaml at operations.4.operation',
        'the operation "capabilities" is described, but the allowlist does not name it',
        'add it to allowlist.yaml; all of them are published',
      ],
    ],
  },
  {
    name: 'an unknown operation in the allowlist',
    breaks: (corpus) => corpus.swap('allowlist.yaml', '- pages', '- page_list'),
    says: [
      [
        'allowlist.yaml at operations.2',
        'entry 3 of "operations" is "page_list"',
        'write one of search, status, pages, page, capabilities',
      ],
      [
        'registry.yaml at operations.2.operation',
        'the operation "pages" is described, but the allowlist does not name it',
        'add it to allowlist.yaml; all of them are published',
      ],
    ],
  },
  {
    name: 'a repeated operation in the allowlist',
    breaks: (corpus) => corpus.swap('allowlist.yaml', '  - pages\n', '  - pages\n  - pages\n'),
    says: [
      [
        'allowlist.yaml at operations.3',
        'the operation "pages" is already on line {line of operations.2}',
        'write a different one, or remove it',
      ],
    ],
  },
  {
    name: 'an unknown key in the allowlist',
    breaks: (corpus) => corpus.swap('allowlist.yaml', 'operations:', 'operation:'),
    says: [
      [
        'allowlist.yaml at key operation',
        'the key "operation" is unknown',
        'write "operations", or remove it',
      ],
    ],
  },
]
