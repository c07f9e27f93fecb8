import { expect } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { importDocs } from '../../../../app/import/corpus/mod.ts'
import { verifies } from '../../../requirements/verifies.ts'
import { expectLossPlaces, importFixture, NOW_MS, readBodyOf, readPagesOf } from '../importing.ts'

const FIXTURE = join(import.meta.dir, 'fixture')

const { home, corpusDir, report } = await importFixture(FIXTURE)

const readBody = (page: string) => readBodyOf(corpusDir, page)

verifies(
  ['import.generators', 'import.redirects'],
  'importDocs() takes name, language, order, groups and old addresses of a site of MkDocs',
  async () => {
    expect([report.generator, report.pages, report.assets]).toEqual(['MkDocs', 9, 1])
    expect([report.product?.title, report.product?.language]).toEqual(['Kettle Docs', 'en'])
    const orders = ['', 'guide/', 'blog/'].map((folder) => {
      return readFile(join(corpusDir, 'pages', folder, '_folder.yaml'), 'utf8')
    })
    expect(await Promise.all(orders)).toEqual([
      'order:\n  - title: Home\n    page: index\n  - guide\n  - blog\n  - title: Elsewhere\n' +
        '    link: https://example.org/\n',
      'title: Guide\norder:\n  - title: Boil\n    page: boil\n  - includes\n  - deep\n',
      'title: News\norder:\n  - posts\n',
    ])
    const pages = await readPagesOf(corpusDir)
    expect(pages.map(({ path, redirectFrom = [] }) => [path, ...redirectFrom])).toEqual([
      [''],
      ['blog'],
      ['blog/posts/steam', 'blog/2025/03/04/hot-steam'],
      ['guide'],
      ['guide/boil'],
      ['guide/deep/tabs', 'older'],
      ['guide/includes'],
      ['hidden'],
      ['secret/keep'],
    ])
    const redirects = await readFile(join(corpusDir, 'redirects.yaml'), 'utf8')
    expect(redirects).toBe('- { from: "/old/", to: "/guide/boil/#own" }\n')
  },
)

verifies(
  'import.generators',
  'importDocs() writes admonitions, details, tabs and lists of MkDocs as ours',
  async () => {
    const boil = await readBody('guide/boil.md')
    expect(boil).toContain(
      ':::warning Hot\nIt boils.\n\n```py title="boil.py" {1,3-4}\nif hot:\n\n    stop()\n```\n\n' +
        ':::details Question\nWhy?\n:::\n:::\n\n:::details More\nHidden text.\n:::\n\n' +
        ':::note Steam\nPlain title.\n' +
        ':::\n\n> [!NOTE]\n> No title.\n\nAfter a lazy end.\n\n:::warning Outer\n> [!TIP]\n' +
        '> Inner.\n:::\n\n:::note Hot steam\nBlows.\n:::\n',
    )
    expect(boil).toContain(
      '**Term**\n\n-   First meaning, see [cell](#cell).\n\n    More of it.\n\n' +
        ':::tip In a list\nNested.\n:::\n',
    )
    expect(boil).toContain(
      '-   Item with a block:\n\n    :::note Noted\n    In the list.\n    :::\n\n' +
        '    After the block.\n',
    )
    expect(boil).toContain(
      ':::tab Stray\nStray fence:\n\\```\n:::\n:::tab apple\nOne.\n\n```\ntwo\n```\n:::\n',
    )
    const tabs = await readBody('guide/deep/tabs.md')
    expect(tabs).toEndWith('::::\n\n1.  An indented item:\n\n    ```\n    three\n    ```\n')
    expect(tabs).toContain(
      ':::tab One\nFirst, with [up](../boil.md#steps) and [home](../../index.md).\n\n' +
        '**Inner**\n\nNested.\n:::\n:::tab Two\n```sh\nrun\n```\n:::\n:::tab Three\n',
    )
  },
)

verifies(
  'import.generators',
  'importDocs() reads what extensions of MkDocs add to a line, and leaves code alone',
  async () => {
    const boil = await readBody('guide/boil.md')
    expect(boil).toContain(
      'Press `Ctrl+K` and *look* at H₂O, x^2, this and ~~old~~new.\n' +
        'A formula $x^2^y$ and `print(1)` now, [link](deep/tabs.md) :smile:\n',
    )
    expect(boil).toContain('| State | ✓ | ✗ | tag |\n')
    expect(boil).toContain('| [button](deep/tabs.md) | `a` | b | c |\n')
    expect(boil).toContain('HTML (Hyper Text Markup Language) is old, and `HTML` is code.\n')
    expect(boil).toContain('[^1]: The note.\n\n    Second paragraph.\n\nA paragraph.\n')
    expect(boil).toContain('\n![Pot](../pot.svg)\n\n::::tabs\n')
    expect(boil).toEndWith(
      'Or [the same\nplace][own]\n, [it][own] and `[a] [own]`.\n\n[own]: deep/tabs.md\n\n' +
        'See [shared].\n\n[shared]: https://example.org/shared\n',
    )
    const home = await readBody('index.md')
    expect(home).toStartWith('\n# Welcome to Kettle\n')
  },
)

verifies(
  'import.generators',
  'importDocs() follows links of MkDocs to its pages and anchors',
  async () => {
    const boil = await readBody('guide/boil.md')
    expect(boil).toContain(
      '\n## Steps {#own #steps}\n\n## C++ / C# {#c-c}\n\n## First of two {#first',
    )
    expect(await readBody('index.md')).toContain(
      'Read the [guide](guide/index.md), [own](guide/boil.md#own), [C](guide/boil.md#c-c), ' +
        '[tabs](guide/deep/tabs.md) and\n[site](guide/boil.md#first), ' +
        'not [that](https://kettle.example/docs/gone/).\n',
    )
  },
)

verifies(
  ['import.generators', 'import.code_kept'],
  'importDocs() includes files, lines and parts of MkDocs, also in code',
  async () => {
    const expected = await readFile(join(import.meta.dir, 'expected_includes.md'), 'utf8')
    expect(await readBody('guide/includes.md')).toBe(expected)
  },
)

verifies(
  'import.never_silent',
  'importDocs() reports whatever a site of MkDocs loses, with its place',
  async () => {
    await expectLossPlaces(report, FIXTURE)
    const lost = report.losses.map(({ file, line, what }) => {
      return `${relative(FIXTURE, file)}:${line} ${what.replace(/; it stays as written$/, '')}`
    })
    // What stays as written is also found on the page.
    expect(lost.filter((each) => !each.endsWith('is not converted'))).toEqual([
      'docs/guide/boil.md:91 the reference of "kettle.Boiler" is made from code and is left out',
      'docs/guide/boil.md:95 the badge "<!-- md:version 9.1.0 -->" is made by a program and ' +
        'is left out',
      'docs/guide/includes.md:30 the include of "none.md" finds no file',
      'docs/guide/includes.md:34 the include of "none.md" finds no file',
      'docs/guide/includes.md:36 the include of "code/main.py" names a part that the file ' +
        'does not have',
      'docs/guide/includes.md:37 the include of "../../../outside.md" leads out of the ' +
        'imported folder',
      'docs/guide/includes.md:38 the include of "code/gone.py" finds no file',
      'mkdocs.yml:19 the old address "/" is left out, because "index.md" has it',
      'mkdocs.yml:20 the redirect of "/lost/" to "/gone/" is left out, because its target ' +
        'is no imported page',
      'mkdocs.yml:58 the menu names "guide/none.md", which is not in the folder',
      'shared/loop.md:2 the include of "loop.md" includes itself',
    ])
    const found = lost.filter((each) => each.endsWith('is not converted'))
    expect(found.map((each) => each.split(' ')[0])).toEqual([
      ...['docs/guide/boil.md:55', 'docs/guide/boil.md:57', 'docs/guide/includes.md:30'],
      ...['docs/guide/includes.md:34', 'docs/guide/includes.md:36', 'docs/guide/includes.md:37'],
      ...['docs/guide/includes.md:38', 'docs/index.md:12', 'shared/loop.md:2'],
    ])
    const notes = report.notes.map(({ what }) => what)
    for (const note of [
      'the language "en" is imported, and de left out',
      'pages that "exclude_docs" excludes are left out: secret/a.md, templates/t.md',
      'pages that "draft_docs" marks as drafts are left out: later.md',
      'pages with an index beside them are left out: README.md',
      'the hook "hooks/shout.py" is a program and is not run',
      'the status "deprecated" of the page is not carried over',
      'names of emoji are kept as they are: :smile:',
    ]) {
      expect(notes).toContain(note)
    }
  },
)

verifies(
  'import.generators',
  'importDocs() takes the other language of a site of MkDocs where it is asked for',
  async () => {
    const to = join(home, 'de')
    const german = await importDocs({ from: FIXTURE, to, nowMs: NOW_MS, language: 'de' })
    expect(german.ok ? [german.value.pages, german.value.product?.language] : german.error).toEqual(
      [2, 'de'],
    )
    const text = await readFile(join(to, 'pages/index.md'), 'utf8')
    expect(text).toContain('Willkommen, [Kochen](guide/boil.md).')
  },
)
