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
        'registry.yaml at search.synonyms.1.phrase',
        'the synonym "Backing-up" is already on line {line of search.synonyms.0.phrase}',
        'remove one of the two',
      ],
      [
        'registry.yaml at search.synonyms.2.phrase',
        '"EXPORT" is the title of "pages/export.md"',
        'remove it; the title finds that page',
      ],
      [
        'registry.yaml at search.synonyms.3.phrase',
        '"!!" has no word',
        'write letters or digits, or remove it',
      ],
      [
        'registry.yaml at search.synonyms.5.means.0',
        '"pictures" means "back up", which leads back to it',
        'lead only from words of readers to words of pages',
      ],
      [
        'registry.yaml at search.synonyms.5.means.2',
        'the meaning "frames" is already on line {line of search.synonyms.5.means.2}',
        'remove one of the two',
      ],
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
      [
        'registry.yaml at search.aliases.0.page',
        'there is no page "exprot.md"',
        'write "export.md"',
      ],
      [
        'registry.yaml at search.aliases.1.phrase',
        'the alias "Save a box!" is already on line {line of search.aliases.0.phrase}',
        'remove one of the two',
      ],
      [
        'registry.yaml at search.aliases.2.phrase',
        '"export" is the title of "pages/export.md"',
        'remove it; the title finds that page',
      ],
      [
        'registry.yaml at search.aliases.3.page',
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
      [
        'registry.yaml at search.synonyms.0.phrase',
        '"phrase" has 64 characters, more than 60',
        'shorten it',
      ],
      [
        'registry.yaml at key search.synonyms.1.means',
        '"means" has 0 entries, not 1 or more',
        'add 1',
      ],
      [
        'registry.yaml at key search.alias',
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
  {
    name: 'questions that are none',
    breaks: async (corpus) => {
      const rows = `[how, { ask: when, secton: a }, 12, "${'a'.repeat(121)}", { section: b }]`
      await corpus.write('pages/one.md', pageText({ title: 'One', questions: rows }))
      await corpus.write('pages/two.md', pageText({ title: 'Two', questions: 'how do I start' }))
      const many = `[${Array.from({ length: 11 }, (_, at) => `q${at}`).join(', ')}]`
      await corpus.write('pages/three.md', pageText({ title: 'Three', questions: many }))
    },
    says: [
      ['pages/one.md:7:31', 'the key "secton" is unknown', 'write "section", or remove it'],
      [
        'pages/one.md:7:44',
        'entry 3 of "questions" is the number 12, not text',
        "put it in quotes: '12'",
      ],
      [
        'pages/one.md:7:48',
        'entry 4 of "questions" has 121 characters, more than 120',
        'shorten it',
      ],
      ['pages/one.md:7:173', '"ask" is absent', 'add it'],
      ['pages/three.md:7:1', '"questions" has 11 entries, not 10 or fewer', 'remove 1'],
      [
        'pages/two.md:7:12',
        '"questions" is "how do I start"',
        'write a list such as [how do I start]',
      ],
    ],
  },
  {
    name: 'questions that lead nowhere, or twice to one page',
    breaks: async (corpus) => {
      const questions =
        '[{ ask: how do I start, section: instal }, How do I START, "?!", { ask: why, section: x }]'
      const body = '## Install\n\nText.\n\n## Use\n\nText.'
      await corpus.write('pages/one.md', pageText({ title: 'One', questions }, body))
      const hidden = { title: 'Two', questions: '[where is it]', search: 'hidden' }
      await corpus.write('pages/two.md', pageText(hidden))
    },
    says: [
      ['pages/one.md:7:45', 'the section "instal" is not on "one.md"', 'write "install"'],
      [
        'pages/one.md:7:55',
        'the question "How do I START" is already on line 7',
        'remove one of the two',
      ],
      ['pages/one.md:7:71', '"?!" has no word', 'write letters or digits, or remove it'],
      ['pages/one.md:7:98', 'the section "x" is not on "one.md"', 'write one of install, use'],
      [
        'pages/two.md:7:13',
        'the questions lead to a page that search never finds',
        'remove them, or "search: hidden"',
      ],
    ],
  },
]

function addSearch(corpus: CorpusFolder, lines: readonly string[]): Promise<void> {
  return corpus.swap('registry.yaml', 'service:\n', `search:\n${lines.join('\n')}\nservice:\n`)
}
