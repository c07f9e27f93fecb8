import type { Row } from './files.ts'

/** Ways to break the allowlist, the second key. */
export const ALLOWLIST_ROWS: readonly Row[] = [
  {
    name: 'a described operation that is not allowlisted',
    breaks: (corpus) => corpus.swap('allowlist.yaml', '  - capabilities\n', ''),
    says: [
      [
        'registry.yaml:62:18',
        'the operation "capabilities" is described, but the allowlist does not name it',
        'add it to allowlist.yaml; all five are published',
      ],
    ],
  },
  {
    name: 'an unknown operation in the allowlist',
    breaks: (corpus) => corpus.swap('allowlist.yaml', '- pages', '- page_list'),
    says: [
      [
        'allowlist.yaml:4:5',
        'entry 3 of "operations" is "page_list"',
        'write one of search, status, pages, page, capabilities',
      ],
      [
        'registry.yaml:60:18',
        'the operation "pages" is described, but the allowlist does not name it',
        'add it to allowlist.yaml; all five are published',
      ],
    ],
  },
  {
    name: 'a repeated operation in the allowlist',
    breaks: (corpus) => corpus.swap('allowlist.yaml', '  - pages\n', '  - pages\n  - pages\n'),
    says: [
      [
        'allowlist.yaml:5:5',
        'the operation "pages" is already on line 4',
        'write a different one, or remove it',
      ],
    ],
  },
  {
    name: 'an unknown key in the allowlist',
    breaks: (corpus) => corpus.swap('allowlist.yaml', 'operations:', 'operation:'),
    says: [
      ['allowlist.yaml:1:1', 'the key "operation" is unknown', 'write "operations", or remove it'],
    ],
  },
]
