import { afterAll, expect } from 'bun:test'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { watchFolders } from '../../../app/build/preview/mod.ts'
import { verifies } from '../../requirements/verifies.ts'
import { newFolder } from '../../support/building.ts'
import { SVG } from '../corpus_build/bad_input/content_rows.ts'
import { REGISTRY } from './_corpus.ts'
import { closeAll, openLive, snapshotOf, textOf } from './_live.ts'

afterAll(closeAll)

const FAULTY = { 'a text without an end': 'service: [', 'a kind with capitals': 'Guide!' }

for (const [name, fault] of Object.entries(FAULTY)) {
  verifies('dev.survives', `a registry with ${name} moves no page and takes no logo`, async () => {
    const registry = `${REGISTRY.replace('{ kind', '{ folder: ../docs, kind')}
theme: { logo: { light: logo.svg } }
`
    const { corpus, live } = await openLive({
      'registry.yaml': registry,
      'logo.svg': SVG,
      '../docs/index.md': '# Docs\n\nBeside the corpus.\n',
    })
    const before = await textOf(live, 'index.html')
    expect(before).toContain('class="logo')
    const broken = fault === 'Guide!' ? registry.replace('guide', fault) : fault
    await live.follow([await corpus.write('registry.yaml', broken)])
    expect(live.problems().map(({ file }) => file.split('/').at(-1))).toEqual(['registry.yaml'])
    expect(await textOf(live, 'index.html')).toBe(before)
    const page = join(dirname(corpus.folder), 'docs/index.md')
    await Bun.write(page, '# Docs\n\nChanged meanwhile.\n')
    await live.follow([page])
    expect(await textOf(live, 'index.html')).toContain('Changed meanwhile.')
    await live.follow([await corpus.write('registry.yaml', registry)])
    expect(live.problems()).toEqual([])
    expect(await textOf(live, 'index.html')).toContain('class="logo')
  })
}

verifies('dev.survives', 'a page that cannot be shown keeps its id from new pages', async () => {
  const { corpus, live } = await openLive()
  const id = snapshotOf(live).recordAt('pot/clay')?.id
  await live.follow([await corpus.write('pages/pot/clay.md', '---\ntitle: a: b\n---\n')])
  // A copy of it, which alone would be taken for the page that moved.
  await live.follow([await corpus.write('pages/new.md', '# Clay pot\n\nIt keeps warm.\n')])
  const ids = ['', 'new', 'pot/clay'].map((path) => snapshotOf(live).recordAt(path)?.id)
  expect(new Set(ids).size).toBe(3)
  expect(ids[2]).toBe(id)
  await live.follow([await corpus.write('pages/pot/clay.md', '# Clay pot\n\nFixed.\n')])
  expect(snapshotOf(live).recordAt('pot/clay')?.id).toBe(id)
})

verifies(
  'dev.survives',
  'watchFolders() follows everything again after a bug, and says so once',
  async () => {
    const folder = await newFolder()
    await mkdir(join(folder, 'pages'))
    const [followed, lines]: [(readonly string[] | undefined)[], string[]] = [[], []]
    const isDone = Promise.withResolvers<void>()
    const watcher = watchFolders({
      folders: () => [folder],
      marks: [],
      polls: false,
      follow: async (paths) => {
        followed.push(paths)
        if (followed.length < 4) throw new Error('out of luck')
        isDone.resolve()
      },
      report: (line) => lines.push(line),
      retryMs: 1,
      stopwatch: () => performance.now(),
    })
    await watcher.started
    const page = join(folder, 'pages/index.md')
    await Bun.write(page, 'text')
    await isDone.promise
    watcher.close()
    expect(followed[0]).toContain(page)
    expect(followed.slice(1)).toEqual([undefined, undefined, undefined])
    expect(lines).toEqual(['Cannot follow the last save: Error: out of luck'])
  },
)
