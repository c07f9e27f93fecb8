import { pageText, type Row } from './files.ts'

const ADDRESS_FIX = 'write a path of this site, such as /guides/old-name/'

/** Ways to break the front matter of pages. */
export const FRONT_MATTER_ROWS: readonly Row[] = [
  {
    name: 'no pages folder',
    breaks: (corpus) => corpus.remove('pages'),
    says: [['pages:1:1', 'the folder is missing', 'create it and add Markdown pages']],
  },
  {
    name: 'no pages',
    breaks: async (corpus) => {
      await corpus.remove('pages')
      await corpus.write('pages/.gitkeep', '')
    },
    says: [['pages:1:1', 'the corpus has no pages', 'add a page such as index.md']],
  },
  {
    name: 'no front matter, and nothing that the page inherits',
    breaks: (corpus) => corpus.write('pages/new.md', '# A page\n\nText.\n'),
    says: ['capability', 'kind'].map((key): readonly [string, string, string] => [
      'pages/new.md:1:1',
      `"${key}" is absent`,
      'add it, or set it for a folder in _folder.yaml, or under "pages" in registry.yaml',
    ]),
  },
  {
    name: 'neither a title nor a heading',
    breaks: (corpus) => corpus.swap('pages/export.md', 'title: Export\n', ''),
    says: [
      [
        'pages/export.md:1:1',
        'the page has no title',
        'begin the text with "# " and a title, or write "title" in the front matter',
      ],
    ],
  },
  {
    name: 'front matter that is not closed',
    breaks: (corpus) => corpus.write('pages/new.md', '---\ntitle: A page\n\nText.\n'),
    says: [
      ['pages/new.md:1:1', 'the front matter is not closed', 'add a line "---" after its last key'],
    ],
  },
  {
    name: 'front matter with broken YAML',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({ title: 'Boxes: a guide' })),
    says: [
      [
        'pages/new.md:2:8',
        'not valid YAML, a value holds ": ", or the line after it is indented too far',
        'put the text in quotes, or begin the next line where this one begins',
      ],
    ],
  },
  {
    name: 'front matter without keys',
    breaks: (corpus) => corpus.write('pages/new.md', '---\n- title\n---\n\nText.\n'),
    says: [
      [
        'pages/new.md:2:1',
        'the front matter has no keys',
        'write title, description, updated, undated, kind, capability, keywords, questions,',
        'search, layout, hero, page and 2 more, each as "key: value"',
      ],
    ],
  },
  {
    name: 'a misspelt key',
    breaks: (corpus) => corpus.swap('pages/export.md', 'title: Export\n', 'titel: Export\n'),
    says: [['pages/export.md:2:1', 'the key "titel" is unknown', 'write "title", or remove it']],
  },
  {
    name: 'an unknown key',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({ xyzzy: '3' })),
    says: [
      [
        'pages/new.md:7:1',
        'the key "xyzzy" is unknown',
        'remove it; the keys here are title, description, updated, undated, kind,',
        'capability, keywords, questions, search, layout, hero, page and 2 more',
      ],
    ],
  },
  {
    name: 'a status in the front matter',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({ status: 'available' })),
    says: [
      [
        'pages/new.md:7:1',
        'the key "status" does not belong here',
        'remove it; the status comes from the capability',
      ],
    ],
  },
  {
    name: 'an empty title',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({ title: "''" })),
    says: [['pages/new.md:2:8', '"title" is empty', 'write it']],
  },
  {
    name: 'a title that is a number',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({ title: '404' })),
    says: [['pages/new.md:2:8', '"title" is the number 404, not text', `put it in quotes: '404'`]],
  },
  {
    name: 'a title that is too long',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({ title: 'x'.repeat(201) })),
    says: [['pages/new.md:2:8', '"title" has 201 characters, more than 200', 'shorten it']],
  },
  {
    name: 'a title on two lines',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({ title: '"New\\npage"' })),
    says: [['pages/new.md:2:8', '"title" has several lines', 'write it on one line']],
  },
  {
    name: 'a title with a control character',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({ title: '"New\\bpage"' })),
    says: [['pages/new.md:2:8', '"title" has a control character', 'remove it']],
  },
  {
    name: 'a description that is too long',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({ description: 'x'.repeat(501) })),
    says: [['pages/new.md:3:14', '"description" has 501 characters, more than 500', 'shorten it']],
  },
  {
    name: 'a description with two paragraphs',
    breaks: (corpus) =>
      corpus.write('pages/new.md', pageText({ description: '|\n  One.\n\n  Two.' })),
    says: [['pages/new.md:3:14', '"description" has several paragraphs', 'keep one paragraph']],
  },
  {
    name: 'a date that does not exist',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({ updated: '2026-02-30' })),
    says: [
      ['pages/new.md:4:10', '"updated" is "2026-02-30", not a date', 'write a date as YYYY-MM-DD'],
    ],
  },
  {
    name: 'a date in another form',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({ updated: '04.05.2026' })),
    says: [
      ['pages/new.md:4:10', '"updated" is "04.05.2026", not a date', 'write a date as YYYY-MM-DD'],
    ],
  },
  {
    name: 'a date that is a number',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({ updated: '20260504' })),
    says: [
      ['pages/new.md:4:10', '"updated" is "20260504", not a date', 'write a date as YYYY-MM-DD'],
    ],
  },
  {
    name: 'a kind with capital letters',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({ kind: 'How-To' })),
    says: [
      [
        'pages/new.md:5:7',
        '"kind" is "How-To"',
        'start with a lower-case letter, then use a-z, 0-9 and _, at most 32 in all',
      ],
    ],
  },
  {
    name: 'an unknown capability with a near miss',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({ capability: 'exports' })),
    says: [
      ['pages/new.md:6:13', 'the capability "exports" is not in the registry', 'write "export"'],
    ],
  },
  {
    name: 'an unknown capability',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({ capability: 'teleport' })),
    says: [
      [
        'pages/new.md:6:13',
        'the capability "teleport" is not in the registry',
        'write one of guides, export',
      ],
    ],
  },
  {
    name: 'old addresses that are none, or lead elsewhere',
    breaks: async (corpus) => {
      const old = '[old/, https://a.example/b/, "/a/../b", 7, /export/, /oauth/x, /guides, /fine/]'
      await corpus.write('pages/new.md', pageText({ redirect_from: old }))
      await corpus.write('pages/other.md', pageText({ title: 'Other', redirect_from: '/fine' }))
    },
    says: [
      ['pages/new.md:7:17', '"old/" is no address of this site', ADDRESS_FIX],
      ['pages/new.md:7:23', '"https://a.example/b/" is no address of this site', ADDRESS_FIX],
      ['pages/new.md:7:45', '"/a/../b" is no address of this site', ADDRESS_FIX],
      [
        'pages/new.md:7:56',
        'entry 4 of "redirect_from" is the number 7, not text',
        "put it in quotes: '7'",
      ],
      [
        'pages/new.md:7:59',
        '"/export" is the address of the page "export.md"',
        'remove it, or move that page',
      ],
      [
        'pages/new.md:7:69',
        'the address "/oauth/x" is reserved for the service',
        'remove it, or redirect it in front of the service',
      ],
      [
        'pages/new.md:7:79',
        '"/guides" is the address of the page "guides/index.md"',
        'remove it, or move that page',
      ],
      ['pages/other.md:7:16', '"/fine" already leads to the page "new.md"', 'keep it in one place'],
    ],
  },
  {
    name: 'titles and descriptions without any word',
    breaks: async (corpus) => {
      const wordless = pageText({ title: '"!!!"', description: '"😀 …"' })
      for (const page of ['index', 'export', 'guides/index', 'guides/start']) {
        await corpus.write(`pages/${page}.md`, wordless)
      }
    },
    says: [
      [
        'pages/export.md:2:8',
        'no page has a title or description with a searchable word',
        'write a title with a letter or a digit',
      ],
    ],
  },
]
