import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { pageText, type Row } from './files.ts'

/** Ways to break links and formulas. */
export const LINK_ROWS: readonly Row[] = [
  {
    name: 'a dead relative link',
    breaks: (corpus) =>
      corpus.write('pages/new.md', pageText({}, 'See [the end](guides/stop.md).')),
    says: [
      [
        'pages/new.md:9:15',
        'the link "guides/stop.md" does not lead to a page',
        'link to an existing page',
      ],
    ],
  },
  {
    name: 'a relative link with a near miss',
    breaks: (corpus) => corpus.write('pages/guides/new.md', pageText({}, 'See [it](strat.md).')),
    says: [
      [
        'pages/guides/new.md:9:10',
        'the link "strat.md" does not lead to a page',
        'write "start.md"',
      ],
    ],
  },
  {
    name: 'a link to a page that moved to another folder',
    breaks: async (corpus) => {
      await corpus.write('pages/guides/new.md', pageText({ redirect_from: '/old/name/' }))
      await corpus.write('pages/one.md', pageText({}, '[a](start.md) [b](old/name.md)'))
    },
    says: [
      [
        'pages/one.md:9:5',
        'the link "start.md" does not lead to a page',
        'write "guides/start.md"',
      ],
      [
        'pages/one.md:9:19',
        'the link "old/name.md" does not lead to a page',
        'write "guides/new.md"',
      ],
    ],
  },
  {
    name: 'links to a page that got another folder and name',
    breaks: async (corpus) => {
      const pages = join(corpus.path, 'pages')
      await mkdir(join(pages, 'tours'))
      await rename(join(pages, 'guides/start.md'), join(pages, 'tours/begin.md'))
    },
    says: [
      [
        'pages/guides/index.md:9:11',
        'the link "start.md" does not lead to a page',
        'write "../tours/begin.md"',
      ],
      [
        'pages/index.md:9:46',
        'the link "guides/start.md" does not lead to a page',
        'write "tours/begin.md"',
      ],
    ],
  },
  {
    name: 'a link to the address instead of the file',
    breaks: (corpus) => corpus.write('pages/guides/new.md', pageText({}, 'See [it](start).')),
    says: [
      ['pages/guides/new.md:9:10', 'the link "start" does not lead to a page', 'write "start.md"'],
    ],
  },
  {
    name: 'a link to a folder',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({}, 'See [them](guides/).')),
    says: [
      [
        'pages/new.md:9:12',
        'the link "guides/" does not lead to a page',
        'write "guides/index.md"',
      ],
    ],
  },
  {
    name: 'links to folders without a page',
    breaks: async (corpus) => {
      await corpus.write('pages/run/apart/deep.md', pageText())
      await corpus.write('pages/new.md', pageText({}, '[a](/run/) [b](run/apart/)'))
    },
    says: [
      ['pages/new.md:9:5', 'the link "/run/" does not lead to a page', 'write "/run/apart/deep/"'],
      [
        'pages/new.md:9:16',
        'the link "run/apart/" does not lead to a page',
        'write "run/apart/deep.md"',
      ],
    ],
  },
  {
    name: 'a dead link from the root',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({}, 'See [it](/guides/stop/).')),
    says: [
      [
        'pages/new.md:9:10',
        'the link "/guides/stop/" does not lead to a page',
        'link to an existing page',
      ],
    ],
  },
  {
    name: 'a link from the root without a final slash',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({}, 'See [it](/guides/start).')),
    says: [
      [
        'pages/new.md:9:10',
        'the link "/guides/start" does not lead to a page',
        'write "/guides/start/"',
      ],
    ],
  },
  {
    name: 'a dead anchor on another page',
    breaks: (corpus) =>
      corpus.write('pages/new.md', pageText({}, 'See [it](guides/start.md#make-them).')),
    says: [
      [
        'pages/new.md:9:10',
        'the anchor "#make-them" is not on "guides/start.md"',
        'write one of #make-it, #ship-it',
      ],
    ],
  },
  {
    name: 'a dead anchor on the same page',
    breaks: (corpus) =>
      corpus.write('pages/new.md', pageText({}, '## Part\n\nSee [it](#chapter).')),
    says: [['pages/new.md:11:10', 'the anchor "#chapter" is not on "new.md"', 'write #part']],
  },
  {
    name: 'a dead anchor on a page without headings',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({}, 'See [it](/export/#start).')),
    says: [['pages/new.md:9:10', 'the anchor "#start" is not on "export.md"', 'remove it']],
  },
  {
    name: 'a link that points outside the pages',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({}, 'See [it](../registry.md).')),
    says: [
      [
        'pages/new.md:9:10',
        'the link "../registry.md" points outside the pages',
        'link to a page, or to an https address',
      ],
    ],
  },
  {
    name: 'a link that runs code',
    breaks: (corpus) =>
      corpus.write('pages/new.md', pageText({}, 'See [it](javascript:alert(1)).')),
    says: [
      [
        'pages/new.md:9:10',
        'the address begins with "javascript:"',
        'link to an https address or to a page',
      ],
    ],
  },
  {
    name: 'a link that carries data',
    breaks: (corpus) =>
      corpus.write('pages/new.md', pageText({}, 'See ![it](data:image/png;base64,AAAA).')),
    says: [
      [
        'pages/new.md:9:11',
        'the address begins with "data:"',
        'link to an https address or to a page',
      ],
    ],
  },
  {
    name: 'a link to a local file',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({}, 'See [it](file:///etc/passwd).')),
    says: [
      [
        'pages/new.md:9:10',
        'the address begins with "file:"',
        'link to an https address or to a page',
      ],
    ],
  },
  {
    name: 'a link without address',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({}, 'See [it]().')),
    says: [['pages/new.md:9:8', 'the link has no address', 'write one, or remove the link']],
  },
  {
    name: 'a dead reference',
    breaks: (corpus) =>
      corpus.write('pages/new.md', pageText({}, 'See [the end][end].\n\n[end]: stop.md')),
    says: [
      [
        'pages/new.md:11:8',
        'the link "stop.md" does not lead to a page',
        'link to an existing page',
      ],
    ],
  },
  {
    name: 'two dead links in one list',
    breaks: (corpus) => corpus.write('pages/new.md', pageText({}, '- [one](a.md)\n- [two](b.md)')),
    says: [
      ['pages/new.md:9:9', 'the link "a.md" does not lead to a page', 'link to an existing page'],
      ['pages/new.md:10:9', 'the link "b.md" does not lead to a page', 'link to an existing page'],
    ],
  },
  {
    name: 'formulas that cannot be drawn',
    breaks: (corpus) =>
      corpus.write(
        'pages/new.md',
        pageText(
          {},
          'A $`\\foo`$ b.\n\n$$\n\\frac{a}{b\n$$\n\n```math\nx \\tag{1}\n```\n\nC $`x \\tag{1}`$.',
        ),
      ),
    says: [
      [
        'pages/new.md:9:1',
        'the formula "\\foo" cannot be drawn: unsupported function name: \\foo',
        'fix its TeX, or write it as code',
      ],
      [
        'pages/new.md:11:1',
        'the formula "\\frac{a}{b" cannot be drawn: unexpected end of input in a macro argument, ' +
          "expected '}'",
        'fix its TeX, or write it as code',
      ],
      [
        'pages/new.md:19:1',
        'the formula "x \\tag{1}" cannot be drawn: \\tag works only in display mode',
        'fix its TeX, or write it as code',
      ],
    ],
  },
]
