import { expect } from 'bun:test'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { importDocs } from '../../../../app/import/corpus/mod.ts'
import { verifies } from '../../../requirements/verifies.ts'
import { expectLossPlaces, importFixture, NOW_MS, readBodyOf, readPagesOf } from '../importing.ts'

const FIXTURE = join(import.meta.dir, 'fixture')

const { home, corpusDir, report } = await importFixture(FIXTURE)

const readBody = (page: string) => readBodyOf(corpusDir, page)

verifies(
  ['import.generators', 'import.redirects'],
  'importDocs() takes name, language, order, groups and old addresses of a book',
  async () => {
    expect([report.generator, report.pages, report.assets]).toEqual(['mdBook', 5, 1])
    expect([report.product?.title, report.product?.language]).toEqual(['The Kettle Book', 'en-GB'])
    const order = await readFile(join(corpusDir, 'pages/_folder.yaml'), 'utf8')
    expect(order).toBe(
      'order:\n  - title: Welcome\n    page: index\n  - title: First part\n    pages:\n' +
        '      - title: Boil water\n        pages:\n          - boil\n          - nested/deep\n' +
        '      - code\n' +
        '  - 日本\n',
    )
    const pages = await readPagesOf(corpusDir)
    const found = pages.map(({ path, redirectFrom = [] }) => [path, ...redirectFrom])
    expect(found.slice(0, 4)).toEqual([
      [''],
      ['boil', 'boil.html', 'old.html'],
      ['code', 'code.html'],
      ['nested/deep', 'nested/deep.html', 'nested/before.html'],
    ])
    expect(await readFile(join(corpusDir, 'redirects.yaml'), 'utf8')).toBe(
      '- { from: "/gone/index.html", to: "https://example.org/" }\n',
    )
  },
)

verifies(
  ['import.generators', 'import.code_kept'],
  'importDocs() includes files, lines and parts, also in code, and hides what a book hides',
  async () => {
    const code = await readBody('code.md')
    expect(code).toContain('```rust\n    fill();\n```\n\n```rust\n    boil();\n```\n')
    expect(code).toContain('```rust\n    boil();\n}\n```\n\n```rust\n# shown\nlet a = 1;\n```\n')
    expect(code).toContain('```text\n    fill();\nfn main() {\n{{#include ../listings/none.rs}}\n')
    expect(code).toContain('\nagain {{#include loop.txt}}\n{{#include shown.rs}}\n```\n')
    expect(code).toContain('A *kettle*\n\n```rust\nlet b = 2;\n```\n')
    const boil = await readBody('boil.md')
    expect(boil).toContain('From a **part**, see [code](code.md).\n\nBefore kettle after.\n')
    expect(boil).toContain('| kettle | 2 |\n\n- In a list:\n\n  kettle')
    expect(boil).not.toContain('title')
  },
)

verifies(
  'import.generators',
  'importDocs() follows links of a book to its pages and anchors',
  async () => {
    const boil = await readBody('boil.md')
    expect(boil).toContain('the [part](#own), the [same](#same-1) and the [spot](#spot).')
    expect(boil).toContain('\n## C++ / C# {#own #c--c}\n')
    expect(boil).toContain('\n## Same\n\n## Same {#spot #same-1}\n')
    expect(await readBody('index.md')).toMatch(
      /^\nStart \[with water\]\(boil\.md#\S+\), or \[at the end\]\(code\.md\)\.\n$/,
    )
    const deep = await readBody('nested/deep.md')
    expect(deep).toMatch(/\[Up\]\(\.\.\/boil\.md#\S+\), /)
    expect(deep).toContain('[twin](../boil.md), no and [nowhere](../boil.md).')
  },
)

verifies(
  'import.never_silent',
  'importDocs() reports whatever a book loses, with its place',
  async () => {
    await expectLossPlaces(report, FIXTURE)
    const lost = report.losses.map(({ file, line, what }) => {
      return `${relative(FIXTURE, file)}:${line} ${what.replace(/; it stays as written$/, '')}`
    })
    expect(lost).toEqual([
      'book.toml:18 old addresses of anchors (2), such as "/boil.html#steam", lead to the top of ' +
        'their page: no server sees what follows a "#"',
      'listings/loop.txt:1 the include of "loop.txt" includes itself',
      'src/SUMMARY.md:16 the menu names "missing.md", which is not in the folder',
      'src/code.md:24 the include of "../listings/none.rs" finds no file',
      'src/code.md:25 the include of "../listings/main.rs" names a part that ' +
        'the file does not have',
      'src/code.md:26 the include of "../../../outside.txt" leads out of the imported folder',
      'src/code.md:39 "{{ value }} here, and" is a template expression that is not converted',
      'src/code.md:39 "{% tag %} there." is a template tag that is not converted',
      'src/code.md:41 nothing refers to the footnote "[^cold]", so the page does not show it',
      'src/nested/deep.md:3 the link to "no.md" leads to no imported page and is now plain text',
      'src/nested/deep.md:3 the anchor "#nowhere" is not on "boil.md"',
    ])
    const notes = report.notes.map(({ what }) => what)
    expect(notes).toContain('files that SUMMARY.md does not list are not imported: hidden.md')
    expect(notes).toContain('the preprocessor "kettle" is a program and is not run')
  },
)

verifies('import.never_silent', 'a trial reports the same and writes nothing', async () => {
  const to = join(home, 'trial')
  const trial = await importDocs({ from: FIXTURE, to, nowMs: NOW_MS, isTrial: true })
  expect(trial.ok ? trial.value.losses : trial.error).toEqual(report.losses)
  expect(await readdir(home)).toEqual(['corpus'])
})
