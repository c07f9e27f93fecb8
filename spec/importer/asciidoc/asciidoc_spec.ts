import { expect } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import {
  createFolders,
  expectLossPlaces,
  importFixture,
  importFolder,
  readBodyOf,
  readPagesOf,
} from '../importing.ts'

const FIXTURE = join(import.meta.dir, 'fixture')

const { home, corpusDir, report } = await importFixture(FIXTURE, '2026-03-04')

const readBody = (page: string, folder = corpusDir) => readBodyOf(folder, page)

verifies(
  ['import.generators', 'import.redirects'],
  'importDocs() takes name, language, menu, dates and old addresses of a site of Antora',
  async () => {
    expect([report.generator, report.pages, report.assets]).toEqual(['AsciiDoc', 3, 2])
    expect(report.product?.title).toBe('The Kettle Site')
    expect(report.product?.language).toBe('en-GB')
    expect(await readFile(join(corpusDir, 'pages/_folder.yaml'), 'utf8')).toBe(
      'order:\n  - title: Boil it\n    page: boil\n  - deep\n',
    )
    const pages = await readPagesOf(corpusDir)
    expect(pages.map(({ path, redirectFrom = [] }) => [path, ...redirectFrom])).toEqual([
      ['', 'kettle/2.0/home.html', 'kettle/2.0/old.html', 'kettle/2.0/deep/former.html'],
      ['boil', 'kettle/2.0/boil.html', 'kettle/2.0/old-boil.html'],
      ['deep/down', 'kettle/2.0/deep/down.html'],
    ])
    const boil = await readFile(join(corpusDir, 'pages/boil.md'), 'utf8')
    expect(boil).toStartWith('---\ntitle: Boil water\n')
    expect(boil).toContain('\nupdated: "2026-01-02"\n')
  },
)

verifies(
  'import.generators',
  'importDocs() follows references of AsciiDoc by every name',
  async () => {
    const body = await readBody('index.md')
    expect(body).toContain(
      'See [Boil water](boil.md), [the water](boil.md#_add_water), [a **spot**](',
    )
    expect(body).toContain('[by an old name](boil.md) and [Near & far](#near).\n')
    expect(body).toContain(
      '\n## Near & far {#near #_near_far}\n\nBack to [the top](#top), or another',
    )
    const boil = await readBody('boil.md')
    expect(boil).toContain('\n## Add water {#_add_water}\n')
    expect(boil).toContain('\n## Add water {#_add_water_2}\n')
    expect(await readBody('deep/down.md')).toContain(
      '[The list](../modules/deep/attachments/list.txt)',
    )
  },
)

verifies('import.prose_kept', 'importDocs() writes the marks and blocks of AsciiDoc', async () => {
  const boil = await readBody('boil.md')
  expect(boil).toContain(
    'Use **cold** *water*, `code`, Kettle and {unknown}. A ~~bad~~ low word.\n',
  )
  expect(boil).toContain('in `*stars*`, \\*stars\\* and `<Tag>`, 2 \\* 3 \\* 4, a_b_c.\n')
  expect(boil).toContain(':::note Take care\nIt is hot.\n\n- one\n- two\n:::\n')
  expect(boil).toContain('> [!TIP]\n> Use fresh water.\n')
  expect(boil).toContain(':::tab Gas\nLight **it**.\n:::\n:::tab Power\n```sh\non\n```\n:::\n')
  expect(boil).toContain('| Small | 1 `a \\| b` |\n| Large | • 2 • 3 |\n|  | 4 |\n')
  expect(boil).toContain('- **Other**\n\n  A block.\n\n  1. First\n  2. Second\n')
  expect(boil).toContain('- [x] done\n  - [ ] open\n')
  expect(boil).toContain('![A kettle](modules/ROOT/images/kettle.png)\n')
  expect(boil).toContain('> It boils.\n>\n> — Somebody\n')
  expect(boil).toContain('A note.[^1] And a.b.Kettle stays.\n')
  expect(boil).toContain('\nShown.\n\n`x^2` and $`x^2`$. The nth of 2^8 cups.\n\n')
  expect(boil).toContain(' of `Kettle_n` by Pot Kettle.\n\n[^1]: It was here.\n')
  expect(boil).not.toContain('Hidden')
})

verifies(
  'import.code_kept',
  'importDocs() keeps code of AsciiDoc to the byte, with the tagged part of a file',
  async () => {
    expect(await readBody('boil.md')).toContain(
      '```ruby title="Fill it"\nfill 1 # <1>\ndef boil\n  heat\nend\n<tag> & *stars*\n```\n\n' +
        '1. The first line.\n',
    )
  },
)

verifies('import.never_silent', 'importDocs() reports whatever AsciiDoc loses', async () => {
  await expectLossPlaces(report, FIXTURE)
  expect((await readBody('boil.md')).match(/Around\./g)).toHaveLength(1)
  const lost = report.losses.map(({ file, line, what }) => {
    const short = what.replace(/;? (?:it|and) (?:is|its|stays).*$/, '')
    return `${relative(FIXTURE, file)}:${line} ${short}`
  })
  expect(lost).toEqual([
    'antora.yml:1 the navigation "modules/none/nav.adoc" is not in the folder',
    'modules/ROOT/nav.adoc:8 the menu names "Missing", which is not in the folder',
    'modules/ROOT/pages/boil.adoc:6 the attribute "{unknown}" has no value',
    'modules/ROOT/pages/boil.adoc:75 the picture "/modules/ROOT/images/gone.png" is not in the ' +
      'imported folder; its description is kept',
    'modules/ROOT/pages/boil.adoc:80 the macro "javadoc:a.b.Kettle[]" is one of an extension; ' +
      'its words are kept',
    'modules/ROOT/pages/boil.adoc:82 the reference to "no-page.adoc" leads to no imported page',
    'modules/ROOT/pages/boil.adoc:84 the include of "partial$none.adoc" finds no file',
    'modules/ROOT/pages/boil.adoc:86 the include of "../../../../outside.adoc" leads out of the ' +
      'imported folder',
    'modules/ROOT/pages/home.adoc:12 the reference to "other::index.adoc" leads to no ' +
      'imported page',
    'modules/ROOT/partials/loop.adoc:3 the include of "partial$loop.adoc" includes itself',
  ])
  expect(report.notes.map(({ what }) => what)).toContain('the page is a draft and is left out')
})

verifies(
  'import.generators',
  'importDocs() reads a folder of AsciiDoc, whose files may include each other',
  async () => {
    const [from, to] = await createFolders(join(home, 'plain'), {
      'index.adoc':
        '= Start\n:imagesdir: img\n\nsee xref:sub/two.adoc#part[two], image:a.svg[An A]\n\n' +
        '[cols="1m,1"]\n|===\n|xref:sub/two.adoc[two]\nmore\n|y\n|===\n\n----\n\ncode\n\n----\n',
      'sub/two.adoc': 'Two\n===\n\n[#part]\n== A part\n\ninclude::three.adoc[leveloffset=+1]\n',
      'sub/three.adoc': '== Three\n\nText.\n',
      'img/a.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
      'README.md': '# About\n',
    })
    const plain = await importFolder(from, to)
    expect([plain.generator, plain.pages, plain.losses]).toEqual(['AsciiDoc', 2, []])
    const start = await readBody('index.md', to)
    expect(start).toContain('[two](sub/two.md#part), ![An A](img/a.svg)\n')
    expect(start).toContain('\n| [`two`](sub/two.md) `more` | y |\n')
    expect(start).toContain('\n```text\ncode\n```\n')
    expect(await readBody('sub/two.md', to)).toMatch(
      /\{#part[^}]*\}\n\n### Three \{#_three\}\n\nText/,
    )
    const notes = plain.notes.map(({ what }) => what)
    expect(notes).toContain('files that others include are not imported as pages: sub/three.adoc')
  },
)
