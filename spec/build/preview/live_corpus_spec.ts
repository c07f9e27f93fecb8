import { afterAll, expect } from 'bun:test'
import { rename } from 'node:fs/promises'
import { formatProblem } from '../../../app/contract/problem.ts'
import { normalizeQuery } from '../../../app/contract/query.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { digestsBelow, NOW_MS, runBuild } from '../../support/building.ts'
import { REGISTRY } from './_corpus.ts'
import { closeAll, openLive, snapshotOf, textOf } from './_live.ts'

afterAll(closeAll)

verifies('dev.follows', 'follow() shows the new text of a page, and no other changes', async () => {
  const { corpus, live } = await openLive()
  const before = snapshotOf(live).file('index.html')?.sha256
  const change = await live.follow([
    await corpus.write('pages/pot/clay.md', '# Clay pot\n\nNew.\n'),
  ])
  expect(change.pages).toBeUndefined()
  const again = await corpus.write('pages/pot/clay.md', '# Clay pot\n\nNew.\n\n## More\n\nText.\n')
  expect((await live.follow([again])).pages).toEqual(['pot/clay'])
  expect(await textOf(live, 'pot/clay/index.md')).toContain('## More')
  expect(await textOf(live, 'pot/clay/index.html')).toContain('id="more"')
  expect(await textOf(live, 'llms-full.txt')).toContain('## More')
  expect(snapshotOf(live).file('index.html')?.sha256).toBe(before)
  expect((await live.follow([again])).pages).toEqual([])
})

verifiesLong('dev.follows', 'the preview answers what a build would', async () => {
  const { corpus, live } = await openLive()
  await live.settled()
  const { folder } = corpus
  const distDir = `${folder}-dist`
  const [snapshot, epoch] = [snapshotOf(live), NOW_MS / 1000]
  const built = await runBuild({ corpusDir: folder, distDir, lock: 'keep', sourceDateEpoch: epoch })
  if (!built.ok) throw new Error('Cannot compare: the build has problems')
  const files = await digestsBelow(`${distDir}/builds/${built.value.build}`)
  const served = Object.entries(files).filter(([path]) => !path.startsWith('private/'))
  expect(served.length).toBeGreaterThan(20)
  for (const [path, digest] of served) {
    expect(`${path} ${snapshot.file(path)?.sha256}`).toBe(`${path} ${digest}`)
  }
})

verifies(
  'dev.survives',
  'a broken page without text stays as it was, with its id, until it is fixed',
  async () => {
    const { corpus, live } = await openLive()
    const id = snapshotOf(live).recordAt('pot/clay')?.id
    await live.follow([await corpus.write('pages/pot/clay.md', '---\ntitle: a: b\n---\n')])
    expect(live.check().map(formatProblem)[0]).toMatch(/clay\.md:2:8: not valid YAML/)
    expect(await textOf(live, 'pot/clay/index.md')).toContain('It keeps warm.')
    await live.follow([await corpus.write('pages/pot/clay.md', '# Clay pot\n\nFixed.\n')])
    expect(live.check()).toEqual([])
    expect(snapshotOf(live).recordAt('pot/clay')?.id).toBe(id)
    expect(await textOf(live, 'pot/clay/index.md')).toContain('Fixed.')
  },
)

verifies('dev.survives', 'a page that breaks shows its new text under its old name', async () => {
  const { corpus, live } = await openLive()
  const write = async (text: string) => {
    await live.follow([await corpus.write('pages/pot/clay.md', text)])
    live.check()
    const { id, title, kind } = snapshotOf(live).recordAt('pot/clay') ?? {}
    return { id, title, kind }
  }
  const before = await write('---\nkind: concept\n---\n\n# Clay pot\n\nIt is old.\n')
  for (const text of ['It is new.', 'It is newer.']) {
    expect(await write(`---\ndescription: a: b\n---\n\n${text}\n`)).toEqual(before)
    expect(live.problems().length).toBeGreaterThan(0)
    expect(await textOf(live, 'pot/clay/index.html')).toContain(text)
  }
  // An editor on a full disk saves nothing.
  expect(await write('')).toEqual(before)
  expect(await textOf(live, 'pot/clay/index.html')).toContain('It is newer.')
  expect(await write('# Pot\n\nIt is fixed.\n')).toMatchObject({ id: before.id, title: 'Pot' })
  expect(live.problems()).toEqual([])
})

verifies('dev.survives', 'a broken registry changes nothing but the problems', async () => {
  const { corpus, live } = await openLive()
  for (const text of ['service: [', REGISTRY.replace('guide', 'Guide!'), '']) {
    await live.follow([await corpus.write('registry.yaml', text)])
    expect(live.problems().length).toBeGreaterThan(0)
    expect(snapshotOf(live).registry.service.title).toBe('Tea')
    await live.follow([await corpus.write('pages/new.md', '# New\n\nPage.\n')])
    expect(snapshotOf(live).recordAt('new')?.title).toBe('New')
    await live.follow([await corpus.remove('pages/new.md')])
  }
  await live.follow([await corpus.write('registry.yaml', REGISTRY.replaceAll('Tea', 'Coffee'))])
  expect(live.problems()).toEqual([])
  expect(snapshotOf(live).registry.service.title).toBe('Coffee')
})

verifies('dev.survives', 'a corpus that starts broken is shown as soon as it can be', async () => {
  const { corpus, live } = await openLive({ 'registry.yaml': 'service: [' })
  expect(live.current()).toBeUndefined()
  expect(live.problems().length).toBeGreaterThan(0)
  await live.follow([await corpus.write('registry.yaml', REGISTRY)])
  expect(await textOf(live, 'index.md')).toContain('Pour')
})

verifiesLong('dev.survives', 'a page of 4 MB is a problem, and the page stays', async () => {
  const { corpus, live } = await openLive()
  const large = `# Clay pot\n\n${'Words and words. '.repeat(250_000)}\n`
  await live.follow([await corpus.write('pages/pot/clay.md', large)])
  expect(live.check().map(({ what }) => what)).toEqual([expect.stringMatching(/bytes/)])
  expect(await textOf(live, 'pot/clay/index.md')).toContain('It keeps warm.')
})

verifies('dev.follows', 'a page that moves keeps its id, and its readers follow', async () => {
  const { corpus, live } = await openLive()
  const id = snapshotOf(live).recordAt('pot/clay')?.id
  await rename(corpus.path('pages/pot'), corpus.path('pages/vessel'))
  const moved = await live.follow([corpus.path('pages/pot')])
  expect([...moved.moves]).toEqual([['pot/clay', 'vessel/clay']])
  expect(snapshotOf(live).recordAt('vessel/clay')?.id).toBe(id)
  expect(snapshotOf(live).recordAt('pot/clay')).toBeUndefined()
  expect(live.problems().map(({ what }) => what)).toEqual([
    'the link "pot/clay.md" does not lead to a page',
  ])
})

verifiesLong('dev.follows', '500 files at once, and search with them', async () => {
  const { corpus, live } = await openLive()
  for (let at = 0; at < 500; at += 1) {
    await corpus.write(`pages/many/page-${at}.md`, `# Page ${at}\n\nIt says kettle${at}.\n`)
  }
  await live.follow()
  expect(live.problems()).toEqual([])
  expect(snapshotOf(live).status().pages).toBe(502)
  await live.settled()
  const found = snapshotOf(live).search(normalizeQuery('kettle421'), 3).records
  expect(found[0]?.title).toBe('Page 421')
  await live.follow([await corpus.write('pages/many/page-7.md', '# Page 7\n\nSays samovar.\n')])
  await live.settled()
  expect(snapshotOf(live).search(normalizeQuery('samovar'), 3).records[0]?.title).toBe('Page 7')
  await corpus.remove('pages/many')
  await live.follow()
  expect(snapshotOf(live).search(normalizeQuery('kettle421'), 3).records).toEqual([])
})

verifies('dev.untouched', 'nothing of the corpus is written', async () => {
  const { corpus, live } = await openLive()
  const before = await digestsBelow(corpus.folder)
  await live.follow()
  await live.settled()
  expect(snapshotOf(live).file('docs-manifest.json')?.bytes).toBeGreaterThan(0)
  expect(await digestsBelow(corpus.folder)).toEqual(before)
})
