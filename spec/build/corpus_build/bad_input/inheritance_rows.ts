import type { Row } from './files.ts'

/** Ways to contradict what a registry inherits, reported where the author can correct them. */
export const INHERITANCE_ROWS: readonly Row[] = [
  {
    name: 'a tool with the name of an inherited tool',
    breaks: (corpus) =>
      corpus.write('registry.yaml', short('tools:', '  - operation: page', '    name: list_pages')),
    says: [
      [
        'registry.yaml at tools.0.name',
        'the tool name "list_pages" is already in the inherited part of the list',
        'write a different one, or remove it',
      ],
    ],
  },
  {
    name: 'a path that an inherited operation has',
    breaks: (corpus) =>
      corpus.write(
        'registry.yaml',
        short('operations:', '  - operation: pages', '    path: /capabilities'),
      ),
    says: [
      [
        'registry.yaml at operations.0.path',
        'the path "/capabilities" matches the same requests as "/capabilities" in the inherited ' +
          'part of the list',
        'give it another path',
      ],
    ],
  },
  {
    name: 'a maximum below the inherited default',
    breaks: (corpus) => corpus.write('registry.yaml', short('limits:', '  search_limit_max: 5')),
    says: [
      [
        'registry.yaml at limits',
        '"search_limit_default" is 10, more than "search_limit_max", which is 5',
        'write 5 or less',
      ],
    ],
  },
  {
    name: 'a misspelt operation of a tool, and all other tools inherited',
    breaks: (corpus) =>
      corpus.write('registry.yaml', short('tools:', '  - operation: pagee', '    name: open')),
    says: [
      ['registry.yaml at tools.0', '"description" is absent', 'add it'],
      ['registry.yaml at tools.0', '"title" is absent', 'add it'],
      ['registry.yaml at tools.0.operation', '"operation" is "pagee"', 'write "pages"'],
    ],
  },
  {
    name: 'an unknown key in an entry that inherits the rest',
    breaks: (corpus) =>
      corpus.write('registry.yaml', short('tools:', '  - operation: page', '    nmae: open')),
    says: [
      [
        'registry.yaml at key tools.0.nmae',
        'the key "nmae" is unknown',
        'write "name", or remove it',
      ],
    ],
  },
]

/** A registry with a name and the capabilities of the good corpus, and more lines from line 10. */
function short(...more: readonly string[]): string {
  const entry = (id: string) => [
    `  - { id: ${id}, title: ${id},`,
    '      description: Text., status: available }',
  ]
  const lines = [
    ...['service:', '  name: acme', '  title: Acme', 'capabilities:'],
    ...['guides', 'export'].flatMap(entry),
    '# From here on',
    ...more,
  ]
  return `${lines.join('\n')}\n`
}
