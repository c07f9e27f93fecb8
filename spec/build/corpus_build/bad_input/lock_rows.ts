import { pageText, type Row } from './files.ts'

/** Ways to break the lock of ids, and moves of pages. */
export const LOCK_ROWS: readonly Row[] = [
  {
    name: 'a lock with an unfinished merge',
    breaks: (corpus) => corpus.swap('ids.lock', '- {"id":"p2"', '<<<<<<< HEAD\n- {"id":"p2"'),
    says: [
      [
        'ids.lock:3:1',
        'this line is an unresolved merge conflict',
        'keep the lines of both sides and remove the markers',
      ],
    ],
  },
  {
    name: 'a lock with an invalid line',
    breaks: (corpus) => corpus.swap('ids.lock', '- {"id":"p2"', '- p2\n- {"id":"p2"'),
    says: [
      [
        'ids.lock:3:1',
        'this line is not a valid entry: "- p2"',
        'restore the line from the last commit; it has id, path, title and digest',
      ],
    ],
  },
  {
    name: 'a lock with a repeated id',
    breaks: (corpus) => corpus.swap('ids.lock', '"id":"p3"', '"id":"p2"'),
    says: [
      [
        'ids.lock:4:1',
        'the id "p2" is already on line 3',
        'remove the line of the newer page; the build gives it a new id',
      ],
    ],
  },
  {
    name: 'a lock with a repeated path',
    breaks: (corpus) => corpus.swap('ids.lock', '"path":"guides/index.md"', '"path":"export.md"'),
    says: [
      [
        'ids.lock:4:1',
        'the path "export.md" is already on line 3',
        'remove the line with the newer id',
      ],
    ],
  },
  {
    name: 'a lock with a bad id',
    breaks: (corpus) => corpus.swap('ids.lock', '"id":"p3"', '"id":"page-3"'),
    says: [
      [
        'ids.lock:4:1',
        'the id "page-3" is not a page id',
        'restore the line from the last commit; an id is the letter p and digits',
      ],
    ],
  },
  {
    name: 'a page that could be either of two',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({ title: 'An old page' })),
    says: [
      [
        'pages/new.md:1:1',
        'this page could be any of guides/old.md, guides/older.md, which are gone',
        'add "moved_from: guides/old.md" or another of them, or "moved_from: none"',
      ],
    ],
  },
  {
    name: 'two pages that could be one',
    breaks: async (corpus) => {
      await corpus.swap('ids.lock', '"title":"An old page"', '"title":"New page"')
      await corpus.write('pages/one.md', pageText())
      await corpus.write('pages/two.md', pageText({}, 'Other text.'))
    },
    says: [
      [
        'pages/one.md:1:1',
        'this page and others could be guides/old.md, which is gone',
        'add "moved_from: guides/old.md" to one of them, "moved_from: none" to the others',
      ],
      [
        'pages/two.md:1:1',
        'this page and others could be guides/old.md, which is gone',
        'add "moved_from: guides/old.md" to one of them, "moved_from: none" to the others',
      ],
    ],
  },
  {
    name: 'moved from an unknown page',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({ moved_from: 'guides/odl.md' })),
    says: [['pages/new.md:7:13', 'ids.lock has no page "guides/odl.md"', 'write "guides/old.md"']],
  },
  {
    name: 'moved from a page that still exists',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({ moved_from: 'export.md' })),
    says: [
      ['pages/new.md:7:13', 'the page "export.md" still exists', 'remove that page, or this key'],
    ],
  },
  {
    name: 'two pages moved from one',
    breaks: async (corpus) => {
      await corpus.write('pages/one.md', pageText({ moved_from: 'guides/old.md' }))
      await corpus.write('pages/two.md', pageText({ title: 'Two', moved_from: 'guides/old.md' }))
    },
    says: [
      [
        'pages/two.md:7:13',
        '"one.md" was also moved from "guides/old.md"',
        'keep the key on one of the two pages',
      ],
    ],
  },
  {
    name: 'a page that has an id and claims another',
    breaks: (corpus) => corpus.swap('pages/export.md', 'kind:', 'moved_from: guides/old.md\nkind:'),
    says: [
      [
        'pages/export.md:5:13',
        'this page already has the id p2, and "guides/old.md" has p9',
        'remove this key, or the line of p2 from ids.lock to take p9',
      ],
    ],
  },
]
