import { expect, test } from 'bun:test'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { namePages } from '../../../app/import/corpus/pages/page_names.ts'
import { verifies } from '../../requirements/verifies.ts'
import {
  createFolders,
  createHome,
  expectLossPlaces,
  importFolder,
  readPagesOf,
} from './importing.ts'

const home = await createHome()

/** Inputs that trip importers, by file name: the source and what the page must contain. */
const NASTY: Readonly<Record<string, readonly [source: string | Uint8Array, kept: string]>> = {
  'bom.md': [
    '\ufeff---\r\ntitle: Bom\r\n---\r\nText.\r\n\r\n```js\r\na\r\n```\r\n',
    '```js\na\n```',
  ],
  'unclosed.mdx': ['# U\n\n<Tabs>\n  <Tab title="A">\n\n  In a tab.\n\n```\nx\n```\n', 'In a tab.'],
  'stray.mdx': [
    '# S\n\nText </Note> goes <b>on.\n\nMore {value}.\n',
    'Text  goes on.\n\nMore {value}.',
  ],
  'nested.md': [
    '# N\n\n:::note Outer\nA.\n\n::::tip\nB.\n::::\n:::\n',
    ':::note Outer\nA.\n\n> [!TIP]\n> B.\n:::',
  ],
  'comments.md': ['# C\n\nA <!-- no\n\nno --> B.\n\n<!-- stays\n', 'A  B.\n\n<!-- stays'],
  'pipes.md': [
    '# P\n\n<table><tr><th>A|B</th></tr><tr><td>`c`</td></tr></table>\n',
    '| A\\|B |\n| --- |\n| `c` |',
  ],
  'ünï/日本.md': ['# 日本\n\n[b](../bom.md) [d](no.md) ![p](./p.png)\n', '[b](../bom.md) d p'],
  'untitled.md': ['Words alone.\n', 'Words alone.'],
  'empty.md': ['', 'Empty'],
  'component.mdx': ['import X from "./x"\n\n<X />\n', 'Component'],
  'front only.md': ['---\ntitle: Front\n---\n', 'Front'],
  'broken.md': ['---\ntitle: a: b: c\n---\nText.\n', 'Text.'],
  'latin.md': [new Uint8Array([0x61, 0x62, 0x20, 0xe9, 0x0a]), 'ab \ufffd'],
  'nul.md': ['# N\u0000ul\n\nA\u0000B\n', 'AB'],
  'api.md': [
    '# Api\n\n## One!\n\n[here](#One) [docs](docs/x.md)\n',
    '[here](#one) [docs](docs/x.md)',
  ],
  'docs/x.md': ['# X\n\n[js](javascript:alert(1)) [up](/api)\n', 'js [up](../api.md)'],
  'twice.md': ['# T\n\nOne.\n', 'One.'],
  'twice/index.md': ['# T\n\nTwo.\n', 'Two.'],
  'line.md': [`# L\n\n${'word `a [b](c <d {e '.repeat(15_000)}\n`, 'word `a [b](c <d {e'],
  'links.md': [`# K\n\n${'[x]('.repeat(50_000)}\n`, '[x]('],
  'braces.mdx': [`# B\n\nA ${"{'".repeat(20_000)}\n`, "A {'{'"],
  'tags.mdx': [`# T\n\nA${'<b>'.repeat(20_000)}\n`, 'A'],
}

verifies(
  ['import.whole_corpus', 'import.prose_kept'],
  'importDocs() makes a corpus of nasty files',
  async () => {
    const [from, to] = await createFolders(join(home, 'nasty'), {})
    for (const [name, [text]] of Object.entries(NASTY)) {
      await mkdir(dirname(join(from, name)), { recursive: true })
      await writeFile(join(from, name), text)
    }
    await writeFile(join(from, 'p.png'), 'no text')
    const report = await importFolder(from, to)
    expect([report.pages, report.ignored]).toEqual([Object.keys(NASTY).length, 1])
    await expectLossPlaces(report, from)
    const { names } = namePages(Object.keys(NASTY))
    for (const { file, page } of names) {
      const text = await readFile(join(to, 'pages', page), 'utf8')
      expect(text.slice(text.indexOf('\n---\n') + 5)).toContain(NASTY[file]?.[1] ?? '\u0000')
    }
    expect((await readPagesOf(to)).length).toBe(names.length)
  },
)

verifies(
  'import.prose_kept',
  'importDocs() reports each loss with file, line and fix',
  async () => {
    const [from, to] = await createFolders(join(home, 'losses'), {
      'a.mdx':
        '---\ntitle: A\n---\n\nSee [b](./b.md) and [c](/c#d).\n\n<Widget />\n\n![pic](x.png)\n',
      'd.md': '# D\n\n[e](#nowhere)\n\n[f](f.md "a\nb")\n\n<Widget>\n',
    })
    const { losses } = await importFolder(from, to)
    const lines = losses.map(({ file, line, column, what }) => {
      return `${relative(from, file)}:${line}:${column}: ${what}`
    })
    expect(lines).toEqual([
      'a.mdx:5:5: the link to "./b.md" leads to no imported page and is now plain text',
      'a.mdx:5:21: the link to "/c#d" leads to no imported page and is now plain text',
      'a.mdx:7:1: the component <Widget> has no text and is left out',
      'a.mdx:9:2: the picture "x.png" is not in the imported folder; its description is kept',
      'd.md:3:1: the anchor "#nowhere" is not on "d.md"',
      'd.md:5:5: the link to "f.md" has no target and is now plain text',
      'd.md:8:1: <Widget> is never closed; the tag is left out',
    ])
  },
)

verifies(
  ['ids.redirect_from', 'import.redirects'],
  'importDocs() keeps old addresses of the front matter, and names those that it cannot keep',
  async () => {
    const page = '---\naliases: [/old/, /b/, /api/public/x/]\nweight: 3\n---\n\n# A\n\nText.\n'
    const [from, to] = await createFolders(join(home, 'aliases'), {
      'a.md': page,
      'b.md': '---\nredirect_from: /old\ndraft: false\n---\n\n# B\n\nText.\n',
      'c.md': '---\ndraft: true\n---\n\n# C\n',
    })
    const { losses, notes } = await importFolder(from, to)
    const pages = await readPagesOf(to)
    expect(pages.map(({ path, redirectFrom }) => [path, redirectFrom])).toEqual([
      ['a', ['old']],
      ['b', undefined],
    ])
    expect(losses.map(({ what }) => what)).toEqual([
      'the old address "/api/public/x/" is left out, because the service reserves it',
      'the old address "/b/" is left out, because "b.md" has it',
      'the old address "/old" is left out, because "a.md" has it',
    ])
    expect(notes.map(({ what, fix }) => `${what}: ${fix}`)).toEqual([
      'the front matter key "weight" of this page is dropped: move what readers need into the text',
      'the page is a draft and is left out: remove "draft" to import it',
    ])
  },
)

test('importDocs() says that a folder does not exist', async () => {
  const from = join(tmpdir(), 'lectern-no-such-folder')
  await expect(importFolder(from, `${from}-corpus`)).rejects.toThrow(
    `${from}:1:1: the folder does not exist: name a folder of Markdown files`,
  )
})
