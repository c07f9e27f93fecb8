import { afterAll, expect } from 'bun:test'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../../../app/build/corpus_build/build.ts'
import { formatProblem } from '../../../app/contract/problem.ts'
import { verifies } from '../../requirements/verifies.ts'
import { type CorpusFolder, copyGoodCorpus, pageText } from './bad_input/files.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-navigation-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const hrefsIn = (html: string) =>
  [...html.matchAll(/<a [^>]*href="(\/[^"#]*)"/g)].map(([, at]) => at)

verifies('navigation.order', 'build() orders pages and folders as _folder.yaml says', async () => {
  const files = await buildPages('ordered', async (corpus) => {
    await corpus.write('pages/_folder.yaml', 'order: [run, export]\n')
    await corpus.write(
      'pages/run/_folder.yaml',
      'title: Run it\norder:\n  - title: First\n    pages: [settings, apart]\n  - zebra\n',
    )
  })
  const html = await files('run/zebra/index.html')
  const navigation = html.slice(
    html.indexOf('<nav class="pages"'),
    html.indexOf('</nav>', html.indexOf('<nav class="pages"')),
  )
  expect(hrefsIn(navigation)).toEqual([
    ...['/', '/run/settings/', '/run/apart/deep/', '/run/zebra/', '/run/audit/'],
    ...['/export/', '/guides/', '/guides/start/'],
  ])
  expect(navigation).toContain('<summary>Run it</summary>')
  expect(navigation).toContain('<li class="group"><p>First</p>')
  expect(html).toMatch(/rel="prev" href="\/run\/apart\/deep\/"/)
  const findNames = (text: string) => [...text.matchAll(/\/run\/([a-z]+)/g)].map(([, name]) => name)
  expect(findNames(await files('llms.txt'))).toEqual(['settings', 'apart', 'zebra', 'audit'])
})

verifies('navigation.folder_title', 'build() writes and links no list of a folder', async () => {
  const files = await buildPages('bare', async (corpus) => {
    await corpus.write('pages/run/_folder.yaml', 'title: Run it\norder: [settings]\n')
  })
  const html = await files('run/apart/deep/index.html')
  const trail = html.slice(html.indexOf('<nav class="trail"'), html.indexOf('<article'))
  expect(trail).toContain('<li>Run it</li>\n<li>Apart</li>')
  expect(hrefsIn(trail)).toEqual(['/'])
  expect(hrefsIn(html)).not.toContain('/run/')
  // A folder with a page of its own is linked.
  expect(hrefsIn(await files('guides/start/index.html'))).toContain('/guides/')
  const manifest: unknown = JSON.parse(await files('docs-manifest.json'))
  const { files: served = [] } = Object(manifest)
  const names = served.map(({ path }: { path: string }) => path)
  expect(names).toContain('run/apart/deep/index.html')
  expect(names).not.toContain('run/index.html')
  expect(names).not.toContain('run/apart/index.html')
  expect(await files('sitemap.xml')).not.toContain('/run/</loc>')
  expect(await files('llms.txt')).not.toContain('/run/index.md')
})

verifies('navigation.tabs', 'build() shows the pages of one tab in a tree of its own', async () => {
  const files = await buildPages('tabs', async (corpus) => {
    const tabs = 'tabs:\n  - title: Run\n    folders: [run, export]\n  - guides\n'
    await corpus.write('pages/_folder.yaml', `order: [run, export]\n${tabs}`)
  })
  const html = await files('guides/start/index.html')
  const bar = html.slice(html.indexOf('<nav class="parts"'), html.indexOf('</header>'))
  expect(hrefsIn(bar)).toEqual(['/', '/guides/'])
  expect(bar).toMatch(/href="\/guides\/" aria-current="true"/)
  const tree = html.slice(html.indexOf('<nav class="pages"'), html.indexOf('<footer'))
  expect(hrefsIn(tree)).toEqual(['/guides/', '/guides/start/'])
  // The first page of a tab has none before it; llms.txt lists all of them.
  expect(await files('guides/index.html')).not.toContain('rel="prev"')
  expect(await files('llms.txt')).toContain('/run/zebra/index.md')
  // Pages that belong to no tab show all.
  expect(hrefsIn(await files('changelog/index.html'))).toContain('/run/zebra/')
})

verifies('navigation.front', 'build() without a front page leads to the first one', async () => {
  const files = await buildPages('frontless', (corpus) => corpus.remove('pages/index.md'))
  expect(JSON.parse(await files('private/service.json')).redirects).toEqual({ '': 'guides' })
  await expect(files('index.html')).rejects.toThrow()
})

type ReadBuilt = (path: string) => Promise<string>

/** Builds the good corpus with four more pages below `run`. */
async function buildPages(
  name: string,
  change: (corpus: CorpusFolder) => Promise<void>,
): Promise<ReadBuilt> {
  const corpus = await copyGoodCorpus(join(home, name, 'corpus'))
  for (const page of ['audit', 'settings', 'zebra', 'apart/deep']) {
    await corpus.write(`pages/run/${page}.md`, pageText({ title: page }))
  }
  await change(corpus)
  const distDir = join(home, name, 'dist')
  const baseUrl = 'http://localhost:8080'
  const built = await build({ corpusDir: corpus.path, distDir, baseUrl, lock: 'write', nowMs: 0 })
  if (!built.ok) throw new Error(built.error.map(formatProblem).join('\n'))
  const [folder = ''] = (await readdir(join(distDir, 'builds'))).filter((each) => each[0] !== '.')
  return async (path) => {
    const place = path === 'docs-manifest.json' ? distDir : join(distDir, 'builds', folder)
    return await readFile(join(place, path), 'utf8')
  }
}
