import { type CorpusFolder, pageText, type Row } from './files.ts'

/** Ways to break what writers say about the words of readers. */
export const SEARCH_ROWS: readonly Row[] = [
  {
    name: 'every mistake in synonyms at once',
    breaks: (corpus) =>
      addSearch(corpus, [
        '  synonyms:',
        '    - { phrase: back up, means: [snapshot] }',
        '    - { phrase: Backing-up, means: [copy] }',
        '    - { phrase: EXPORT, means: [save] }',
        '    - { phrase: "!!", means: [bang] }',
        '    - { phrase: snapshot, means: [picture] }',
        '    - { phrase: pictures, means: [back up, frame, frames] }',
      ]),
    says: [
      [
        'registry.yaml:4:17',
        'the synonym "Backing-up" is already on line 3',
        'remove one of the two',
      ],
      [
        'registry.yaml:5:17',
        '"EXPORT" is the title of "pages/export.md"',
        'remove it; the title finds that page',
      ],
      ['registry.yaml:6:17', '"!!" has no word', 'write letters or digits, or remove it'],
      [
        'registry.yaml:8:35',
        '"pictures" means "back up", which leads back to it',
        'lead only from words of readers to words of pages',
      ],
      ['registry.yaml:8:51', 'the meaning "frames" is already on line 8', 'remove one of the two'],
    ],
  },
  {
    name: 'every mistake in aliases at once',
    breaks: async (corpus) => {
      await corpus.write('pages/old.md', pageText({ title: 'Old', search: 'hidden' }))
      await addSearch(corpus, [
        '  aliases:',
        '    - { phrase: save a box, page: exprot.md }',
        '    - { phrase: Save a box!, page: export.md }',
        '    - { phrase: export, page: index.md }',
        '    - { phrase: old things, page: old.md }',
      ])
    },
    says: [
      ['registry.yaml:3:35', 'there is no page "exprot.md"', 'write "export.md"'],
      [
        'registry.yaml:4:17',
        'the alias "Save a box!" is already on line 3',
        'remove one of the two',
      ],
      [
        'registry.yaml:5:17',
        '"export" is the title of "pages/export.md"',
        'remove it; the title finds that page',
      ],
      [
        'registry.yaml:6:35',
        'the alias "old things" stands for a page that search never finds',
        'remove it, or "search: hidden" from the page',
      ],
    ],
  },
  {
    name: 'synonyms that break their schema',
    breaks: (corpus) =>
      addSearch(corpus, [
        '  synonyms:',
        `    - { phrase: ${'long '.repeat(13)}, means: [short] }`,
        '    - { phrase: nothing, means: [] }',
        '  alias: []',
      ]),
    says: [
      ['registry.yaml:3:17', '"phrase" has 64 characters, more than 60', 'shorten it'],
      ['registry.yaml:4:26', '"means" has 0 entries, not 1 or more', 'add 1'],
      [
        'registry.yaml:5:3',
        'the key "alias" is unknown',
        'remove it; the keys here are synonyms, aliases',
      ],
    ],
  },
  {
    name: 'keywords and a standing that are none',
    breaks: async (corpus) => {
      const keywords = `[nginx, Nginx, 12, ${'a'.repeat(61)}]`
      await corpus.write('pages/one.md', pageText({ title: 'One', keywords, search: 'never' }))
      await corpus.write('pages/two.md', pageText({ title: 'Two', keywords: 'nginx, proxy' }))
    },
    says: [
      ['pages/one.md:7:19', 'the keyword "Nginx" is already on line 7', 'remove one of the two'],
      [
        'pages/one.md:7:26',
        'entry 3 of "keywords" is the number 12, not text',
        "put it in quotes: '12'",
      ],
      ['pages/one.md:7:30', 'a keyword has 61 characters, more than 60', 'shorten it'],
      ['pages/one.md:8:9', '"search" is "never"', 'write low or hidden, or remove it'],
      ['pages/two.md:7:11', '"keywords" is not a list', 'write it as [nginx, proxy]'],
    ],
  },
]

function addSearch(corpus: CorpusFolder, lines: readonly string[]): Promise<void> {
  return corpus.swap('registry.yaml', 'service:\n', `search:\n${lines.join('\n')}\nservice:\n`)
}
