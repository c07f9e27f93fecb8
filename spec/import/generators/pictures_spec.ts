import { expect } from 'bun:test'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { readCorpus } from '../../../app/build/corpus_build/corpus.ts'
import { formatProblem } from '../../../app/contract/problem.ts'
import { importDocs } from '../../../app/import/corpus/mod.ts'
import { SVG } from '../../build/corpus_build/bad_input/content_rows.ts'
import { verifies } from '../../requirements/verifies.ts'
import {
  BASE_URL,
  createFolders,
  createHome,
  expectLossPlaces,
  importFolder,
  NOW_MS,
} from './importing.ts'

const home = await createHome()

const FILES = {
  '01-guides/01-boil.mdx': `import pot from './img/pot.svg'

# Boil

![The kettle](./img/kettle%20(1).svg "Ours") and ![](img/pot.svg 'A pot') and \
![pot.svg](img/pot.svg).

<img src={pot} alt="A pot [blue]" />

<img src={require('./img/pot.svg').default} title="Pot again" />

![Logo][logo] and [all figures](../figures.csv) and ![Lost](gone.png) and ![Bad](img/broken.png).

<Image src="/wide.svg" />

[![Deep](img/pot.svg)](02-more.mdx)

[logo]: /img/logo.svg
`,
  '01-guides/02-more.mdx': `# More

![Far](https://img.example/a.png) ![Insecure](http://img.example/b.png) ![](//cdn.example/c.png)

[![Badge](http://img.example/d.png)](01-boil.mdx)
`,
  '01-guides/img/kettle (1).svg': SVG,
  '01-guides/img/pot.svg': SVG,
  '01-guides/img/broken.png': 'no picture',
  '01-guides/img/unused.svg': SVG,
  'static/img/logo.svg': SVG,
  'public/wide.svg': SVG,
  'figures.csv': 'a,b\n',
}

const BOIL = `![The kettle](img/kettle%20%281%29.svg "Ours") and ![A pot](img/pot.svg 'A pot') \
and ![pot.svg](img/pot.svg).

![A pot \\[blue\\]](img/pot.svg)

![Pot again](img/pot.svg)

![Logo][logo] and [all figures](../figures.csv) and Lost and Bad.

![](../public/wide.svg)

[![Deep](img/pot.svg)](more.md)

[logo]: ../static/img/logo.svg
`

const MORE = `![Far](https://img.example/a.png) [Insecure](http://img.example/b.png) \
![](https://cdn.example/c.png)

[Badge](boil.md)
`

/** Body of an imported page. */
async function bodyOf(to: string, page: string): Promise<string> {
  const text = await readFile(join(to, 'pages', page), 'utf8')
  return text.slice(text.indexOf('\n---\n') + 6)
}

async function problemsOf(corpusDir: string): Promise<readonly string[]> {
  const corpus = await readCorpus({ corpusDir, baseUrl: BASE_URL })
  return corpus.ok ? [] : corpus.error.map(formatProblem)
}

verifies(
  'import.pictures',
  'importDocs() copies pictures and files that pages refer to, and reports the rest',
  async () => {
    const [from, to] = await createFolders(join(home, 'all'), FILES)
    const report = await importFolder(from, to)
    expect(await bodyOf(to, 'guides/boil.md')).toBe(BOIL)
    expect(await bodyOf(to, 'guides/more.md')).toBe(MORE)
    const written = await readdir(join(to, 'pages'), { recursive: true })
    expect(written.filter((name) => /\.(?!md|yaml)\w+$/.test(name)).sort()).toEqual([
      'figures.csv',
      'guides/img/kettle (1).svg',
      'guides/img/pot.svg',
      'public/wide.svg',
      'static/img/logo.svg',
    ])
    expect([report.assets, report.ignored]).toEqual([5, 2])
    expect(await problemsOf(to)).toEqual([])
    expect(report.losses.map(({ line, column, what }) => `${line}:${column} ${what}`)).toEqual([
      '11:54 the picture "gone.png" is not in the imported folder; its description is kept',
      '11:76 the picture "img/broken.png" is broken, or does not say its size; ' +
        'its description is kept',
      '3:36 the picture "http://img.example/b.png" is not on https and is now a link',
      '5:3 the picture "http://img.example/d.png" is not on https and is now a link',
    ])
    const silent = report.notes.filter(({ what }) => what.includes('description'))
    expect(silent.map(({ line, column, what }) => `${line}:${column} ${what}`)).toEqual([
      '5:80 the picture "img/pot.svg" has no description, and is shown without one',
      '13:1 the picture "/wide.svg" has no description, and is shown without one',
      '3:74 the picture "https://cdn.example/c.png" has no description, and is shown without one',
    ])
    await expectLossPlaces(report, from)
  },
)

verifies(
  ['import.pictures', 'site.picture_hosts'],
  'importDocs() names the hosts of pictures in a new registry, and keeps to those of an old one',
  async () => {
    const [from, to] = await createFolders(join(home, 'hosts'), FILES)
    await importFolder(from, to)
    const path = join(to, 'registry.yaml')
    const registry = await readFile(path, 'utf8')
    expect(registry).toContain('pages:\n  image_hosts:\n    - cdn.example\n    - img.example\n')
    await writeFile(path, registry.replace('    - cdn.example\n', ''))
    const { losses } = await importFolder(from, to)
    expect(await bodyOf(to, 'guides/more.md')).toContain(
      '[https://cdn.example/c.png](https://cdn.example/c.png)',
    )
    const [loss] = losses.filter(({ what }) => what.includes('cdn.example'))
    expect(loss).toMatchObject({
      what:
        'the picture "https://cdn.example/c.png" is on a host that the registry does not name ' +
        'and is now a link',
      fix: 'add cdn.example to "image_hosts" below "pages" in registry.yaml, and import again',
    })
    expect(await problemsOf(to)).toEqual([])
  },
)

verifies(
  ['import.pictures', 'import.whole_corpus'],
  'importDocs() writes the same twice, and nothing over a picture that was edited',
  async () => {
    const [from, to] = await createFolders(join(home, 'twice'), FILES)
    await importFolder(from, to)
    await cp(to, `${to}-before`, { recursive: true })
    await importFolder(from, to)
    const read = async (folder: string) => {
      const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
      const texts = names.sort().map(async (name) => {
        return [relative(folder, name), await readFile(name, 'utf8')] as const
      })
      return await Promise.all(texts)
    }
    expect(await read(to)).toEqual(await read(`${to}-before`))
    const picture = join(to, 'pages/guides/img/pot.svg')
    await writeFile(picture, SVG.replace('20 10', '40 20'))
    const again = await importDocs({ from, to, nowMs: NOW_MS })
    expect(again.ok ? [] : again.error.map(({ file, what }) => [relative(to, file), what])).toEqual(
      [['pages/guides/img/pot.svg', 'this file was edited after it was imported']],
    )
    expect(await readFile(picture, 'utf8')).toContain('40 20')
  },
)
