import { afterAll, beforeAll, expect } from 'bun:test'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { check } from '../../../app/build/corpus_build/check.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import {
  BASE_URL,
  buildOrThrow,
  fileOf,
  manifestOf,
  newFolder,
  removeFolders,
} from '../../support/building.ts'
import { SVG } from './bad_input/content_rows.ts'
import { copyGoodCorpus, pageText } from './bad_input/files.ts'

const BODY = `![A box](img/Box%20One.svg "Ours") and [all](all.csv)

> [!TIP]
> Ship early.

::::tabs
:::tab npm
Text for npm.
:::
:::tab bun
Text for bun.
:::
::::

## After

\`\`\`ts {2} title="a.ts"
const a: number = 1
const b = 2
\`\`\`

\`\`\`klingon
x
\`\`\`

![](https://other.example/a.png)
`

let [corpusDir, distDir] = ['', '']
const textOf = async (path: string) => new TextDecoder().decode(await fileOf(distDir, path))

beforeAll(async () => {
  corpusDir = join(await newFolder(), 'corpus')
  distDir = await newFolder()
  const corpus = await copyGoodCorpus(corpusDir)
  await corpus.write('pages/new.md', pageText({}, BODY))
  const registry = await readFile(join(corpusDir, 'registry.yaml'), 'utf8')
  await corpus.write('registry.yaml', `${registry}pages:\n  image_hosts: [other.example]\n`)
  await corpus.write('pages/img/Box One.svg', SVG)
  await corpus.write('pages/all.csv', 'a,b\n')
  await corpus.write('pages/unused.png', 'no page shows it')
  await buildOrThrow({ corpusDir, distDir })
})
afterAll(removeFolders)

verifies('page.assets', 'pictures and files are published under their digest', async () => {
  const { files } = await manifestOf(distDir)
  const assets = files
    .map(({ path }) => path)
    .filter((path) => /^assets\/(all|box|unused)/.test(path))
  expect(assets).toEqual([
    expect.stringMatching(/^assets\/all\.[0-9a-f]{16}\.csv$/),
    expect.stringMatching(/^assets\/box-one\.[0-9a-f]{16}\.svg$/),
  ])
  const [all, box] = assets
  const page = await textOf('new/index.html')
  expect(page).toContain(
    `<img src="/${box}" alt="A box" title="Ours" width="20" height="10" decoding="async">`,
  )
  expect(page).toContain(`<a href="/${all}">all</a>`)
  const twin = await textOf('new/index.md')
  expect(twin).toContain(`![A box](${BASE_URL}/${box} "Ours") and [all](${BASE_URL}/${all})`)
  expect(await textOf(box ?? '')).toBe(SVG)
})

verifies('page.content', 'a page shows what its Markdown means, without inline style', async () => {
  const page = await textOf('new/index.html')
  expect(page).toContain('<div class="callout tip" role="note">')
  expect(page).toContain('<p class="tab-title">npm</p>')
  expect(page).toContain('<span class="c-keyword">const </span>')
  expect(page).toContain('<mark><span class="c-keyword">const </span>')
  expect(page).not.toMatch(/\sstyle=|<style|\son\w+=/)
})

verifies('page.content', 'machines get plain Markdown of it', async () => {
  const twin = await textOf('new/index.md')
  expect(twin).toContain('> [!TIP]\n> Ship early.')
  expect(twin).toContain('**npm**\n\nText for npm.')
  expect(twin).toContain('```ts title="a.ts"\nconst a: number = 1\nconst b = 2\n```')
  expect(twin).not.toContain(':::')
  expect(await textOf('llms-full.txt')).toContain('**npm**\n\nText for npm.')
})

verifies(
  'page.blocks',
  'the page of all blocks shows no mark of theirs, nor its twin',
  async () => {
    const folder = join(import.meta.dir, '../../../corpus/pages/write')
    const { renderHtml, parseMarkdown, resolveMarkdown } = await import(
      '../../../app/text/source_text/markdown.ts'
    )
    const source = (await readFile(join(folder, 'blocks.md'), 'utf8')).replace(
      /^---\n.*?\n---\n/s,
      '',
    )
    const parsed = parseMarkdown(source)
    const page = renderHtml(parsed, (href) => href)
    const outside = (text: string, code: RegExp) => text.replaceAll(code, '')
    const shown = outside(page, /<pre.*?<\/pre>|<code>.*?<\/code>/gs)
    for (const name of ['steps', 'cards', 'tree', 'badge', 'tabs', 'callout tip']) {
      expect(shown).toContain(`class="${name}"`)
    }
    expect(shown).toContain('<details>')
    expect(shown).not.toMatch(/:::|&lt;|\sstyle=/)
    const twin = resolveMarkdown(source, parsed, (href) => href)
    expect(outside(twin, /^```.*?^```$|`[^`\n]+`/gms)).not.toMatch(/:::|<\/?[a-z]/)
  },
)

verifies(
  'page.diagrams',
  'a diagram is two pictures and its source; the twin has its text',
  async () => {
    const folder = await newFolder()
    const [corpusDir, built] = [join(folder, 'corpus'), join(folder, 'dist')]
    const corpus = await copyGoodCorpus(corpusDir)
    const source = 'flowchart LR\nA[One] --> B[Two]\n'
    const fence = `\`\`\`mermaid title="From one to two"\n${source}\`\`\`\n`
    await corpus.write('pages/new.md', pageText({}, fence))
    await corpus.write('pages/again.md', pageText({}, fence))
    await buildOrThrow({ corpusDir, distDir: built })
    const read = async (path: string) => new TextDecoder().decode(await fileOf(built, path))
    const page = await read('new/index.html')
    const [light, dark, ...others] = page.match(/assets\/diagram\.[0-9a-f]{16}\.svg/g) ?? []
    expect(others).toEqual([])
    expect(page).toContain(`alt="From one to two" class="in-light" width=`)
    expect(page).toContain('<figcaption>From one to two</figcaption>')
    expect(page).toContain('<summary>Source of the diagram</summary>\n<pre')
    expect(page).not.toMatch(/\sstyle=/)
    expect(await read(light ?? '')).toContain('>One<')
    expect(await read(dark ?? '')).toContain('>One<')
    expect(await read('again/index.html')).toContain(light ?? '')
    expect(await read('new/index.md')).toContain(fence)
    const { build: before } = await manifestOf(built)
    await rm(join(built, 'docs-manifest.json'))
    await buildOrThrow({ corpusDir, distDir: built })
    expect((await manifestOf(built)).build).toBe(before)
    await corpus.write('pages/new.md', pageText({}, 'a\n\n```mermaid\ngraph TD\nA[b --> c\n```\n'))
    const checked = await check({ corpusDir, baseUrl: BASE_URL })
    expect(checked.ok ? [] : checked.error.map(({ line, what }) => [line, what])).toEqual([
      [13, 'the diagram is wrong at "A[b --> c"'],
    ])
  },
)

verifies(
  'page.includes',
  'includes and variables are in page and twin, and faults where they are',
  async () => {
    const folder = await newFolder()
    const [corpusDir, built] = [join(folder, 'corpus'), join(folder, 'dist')]
    const corpus = await copyGoodCorpus(corpusDir)
    const registry = await readFile(join(corpusDir, 'registry.yaml'), 'utf8')
    await corpus.write('registry.yaml', `${registry}variables:\n  product: Acme\n`)
    await corpus.write('pages/new.md', pageText({}, 'One.\n\n:::include ../parts/two.md\n'))
    await corpus.write('parts/two.md', 'For {{product}}: [new](../pages/new.md).\n')
    await buildOrThrow({ corpusDir, distDir: built })
    const read = async (path: string) => new TextDecoder().decode(await fileOf(built, path))
    expect(await read('new/index.html')).toContain('<p>For Acme: <a href="/new/">new</a>.</p>')
    expect(await read('new/index.md')).toContain(`For Acme: [new](${BASE_URL}/new/).`)
    await corpus.write('parts/two.md', 'a\n\n{{prodct}} [b](no.md)\n')
    const checked = await check({ corpusDir, baseUrl: BASE_URL })
    const found = checked.ok ? [] : checked.error
    expect(found.map(({ file, line, what }) => [file.slice(-12), line, what.slice(0, 12)])).toEqual(
      [
        ['parts/two.md', 3, 'the variable'],
        ['parts/two.md', 3, expect.any(String)],
      ],
    )
  },
)

verifies('page.content', 'every class of the content is in the style sheet', async () => {
  const sheet = await readFile(
    join(import.meta.dir, '../../../app/build/corpus_build/theme/content.css'),
    'utf8',
  )
  const { CODE_CLASSES } = await import('../../../app/text/content/_code_theme.ts')
  const { MATH_CLASSES } = await import('../../../app/text/content/math.ts')
  const own = ['callout', 'callout-title', 'tabs', 'tab-title', 'task', 'footnotes', 'prompt']
  const kinds = ['tip', 'important', 'warning', 'caution']
  for (const name of [
    ...CODE_CLASSES.filter((each) => each !== 'c-plain'),
    ...MATH_CLASSES,
    ...own,
    ...kinds,
  ]) {
    expect(sheet).toMatch(new RegExp(`\\.${name}\\b`))
  }
})

verifiesLong('page.content', 'colours of another build do not change a page', async () => {
  const { build: before } = await manifestOf(distDir)
  await rm(join(distDir, 'builds/.code.json'))
  await rm(join(distDir, 'docs-manifest.json'))
  await buildOrThrow({ corpusDir, distDir })
  expect((await manifestOf(distDir)).build).toBe(before)
  await writeFile(join(distDir, 'builds/.code.json'), '{"version":')
  await rm(join(distDir, 'docs-manifest.json'))
  await buildOrThrow({ corpusDir, distDir })
  expect((await manifestOf(distDir)).build).toBe(before)
})

verifies('page.content', 'check() warns of a language and a remote picture, by line', async () => {
  const checked = await check({ corpusDir, baseUrl: BASE_URL })
  const warnings = checked.ok ? checked.value.warnings : []
  expect(warnings.map(({ line, what }) => `${line} ${what}`)).toEqual([
    '30 the language "klingon" is not known, so the code has no colours',
    '34 the image "https://other.example/a.png" has no description',
  ])
})
