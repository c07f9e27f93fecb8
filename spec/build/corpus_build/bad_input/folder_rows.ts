import type { Row } from './files.ts'

const FILE = 'pages/guides/_folder.yaml'

/** Ways to break the file that orders a folder. */
export const FOLDER_ROWS: readonly Row[] = [
  {
    name: 'an order that names no page',
    breaks: (corpus) => corpus.write(FILE, 'order:\n  - strat\n'),
    says: [[`${FILE}:2:5`, 'there is no page or folder "strat" here', 'write "start"']],
  },
  {
    name: 'an order that names a file',
    breaks: (corpus) => corpus.write(FILE, 'order:\n  - start.md\n'),
    says: [[`${FILE}:2:5`, 'there is no page or folder "start.md" here', 'write "start"']],
  },
  {
    name: 'an order that names a page deep in a group, and one more that is absent',
    breaks: (corpus) =>
      corpus.write(
        'pages/_folder.yaml',
        'order:\n  - title: A\n    pages:\n      - title: B\n        pages:\n' +
          '          - { title: Begin, page: guides/start }\n          - guides/strat\n',
      ),
    says: [
      [
        'pages/_folder.yaml:7:13',
        'there is no page or folder "guides/strat" here',
        'write "guides/start"',
      ],
    ],
  },
  {
    name: 'an order with the page of a folder that has none, and a link to no page',
    breaks: (corpus) =>
      corpus.write(
        'pages/_folder.yaml',
        'order:\n  - exprt/index\n  - { title: Again, link: /guides/strat/ }\n' +
          '  - { title: Else, link: "https://else.example/" }\n',
      ),
    says: [
      [
        'pages/_folder.yaml:2:5',
        'there is no page or folder "exprt/index" here',
        'write "export/index"',
      ],
      [
        'pages/_folder.yaml:3:27',
        'the link "/guides/strat/" leads to no page',
        'write "/guides/start/"',
      ],
    ],
  },
  {
    name: 'an order that names a page twice',
    breaks: (corpus) =>
      corpus.write(FILE, 'order:\n  - start\n  - title: Again\n    pages: [start]\n'),
    says: [
      [
        `${FILE}:4:13`,
        'the name "start" is already on line 2',
        'write a different one, or remove it',
      ],
    ],
  },
  {
    name: 'a group without pages',
    breaks: (corpus) => corpus.write(FILE, 'order:\n  - title: Start\n'),
    says: [
      [
        `${FILE}:2:5`,
        'entry 1 of "order" is a map',
        'write the name of a page or folder, one with "title" and "page" or "link", or a group ' +
          'with "title" and "pages"',
      ],
    ],
  },
  {
    name: 'a title of a folder with half of a character',
    breaks: (corpus) => corpus.write(FILE, 'title: "New \\ud800"\n'),
    says: [[`${FILE}:1:8`, 'the text has half of a character', 'write the whole character']],
  },
  {
    name: 'an unknown key in the file of a folder',
    breaks: (corpus) => corpus.write(FILE, 'oder: [start]\n'),
    says: [[`${FILE}:1:1`, 'the key "oder" is unknown', 'write "order", or remove it']],
  },
  {
    name: 'a capability of a folder that the registry does not have',
    breaks: (corpus) => corpus.write(FILE, 'capability: exprt\n'),
    says: [[`${FILE}:1:13`, 'the capability "exprt" is not in the registry', 'write "export"']],
  },
  {
    name: 'a kind of a folder with capital letters',
    breaks: (corpus) => corpus.write(FILE, 'kind: How-To\n'),
    says: [
      [
        `${FILE}:1:7`,
        '"kind" is "How-To"',
        'write a lower-case letter, then lower-case letters, digits and _, 32 at most',
      ],
    ],
  },
  {
    name: 'a title for the folder of all pages',
    breaks: (corpus) => corpus.write('pages/_folder.yaml', 'title: All\n'),
    says: [
      [
        'pages/_folder.yaml:1:1',
        'the folder of all pages has its title in registry.yaml',
        'remove "title" here',
      ],
    ],
  },
  {
    name: 'tabs of what is not there, twice, and below the top',
    breaks: async (corpus) => {
      const tabs = 'tabs:\n  - guide\n  - title: Run\n    folders: [export, export]\n'
      await corpus.write('pages/_folder.yaml', tabs)
      await corpus.write(FILE, 'tabs: [start, index]\n')
    },
    says: [
      ['pages/_folder.yaml:2:5', 'there is no page or folder "guide" here', 'write "guides"'],
      [
        'pages/_folder.yaml:4:23',
        'the name "export" is already on line 4',
        'write a different one, or remove it',
      ],
      [
        `${FILE}:1:1`,
        'the folder "guides" has "tabs", which are parts of the whole site',
        'move them to the _folder.yaml at the top of the pages',
      ],
    ],
  },
]
