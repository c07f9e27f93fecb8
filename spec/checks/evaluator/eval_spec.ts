import { afterAll, expect } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import {
  copyOurCorpus,
  digestsBelow,
  removeFolders,
  writeSampleCorpus,
} from '../../support/building.ts'
import { createHome, PLANTS, QUERIES, readFigures, runIn, writeEval } from './home.ts'

afterAll(removeFolders)

verifiesLong('eval.quality', 'eval prints a table with the figures of each kind', async () => {
  const home = await createHome(await copyOurCorpus())
  const { code, out } = await runIn(home, 'eval')
  const lines = out.trimEnd().split('\n')
  expect(code).toBe(0)
  expect(lines[0]?.trim().split(/ {2,}/)).toEqual([
    'kind',
    'queries',
    'MRR@10',
    'success@1',
    'recall@10',
  ])
  expect(lines.slice(1).map((line) => line.split(' ')[0])).toEqual([
    'title',
    'description',
    'phrase',
    'heading',
    'typo',
    'prefix',
    'what_is',
    'which',
    'tell_me',
    'where',
    'how_works',
    'please',
    'examples',
    'judged',
    'questions',
  ])
  for (const line of lines.slice(1)) expect(line).toMatch(/^\w+ +\d+( +[01]\.\d{3}){3}$/)
})

verifiesLong('eval.quality', 'eval reaches the baseline that it wrote', async () => {
  const home = await createHome(await writeSampleCorpus(PLANTS))
  await writeEval(home, 'queries.yaml', QUERIES)
  const written = await runIn(home, 'eval', '--write-baseline')
  expect(written.err).toContain('eval/baseline.yaml')
  const again = await runIn(home, 'eval')
  expect(again.code).toBe(0)
  expect(again.out).toBe(written.out)
})

verifiesLong(
  'eval.quality',
  'eval fails when search got worse, and says what fell by how much',
  async () => {
    const home = await createHome(await writeSampleCorpus(PLANTS))
    await writeEval(home, 'queries.yaml', QUERIES)
    expect((await runIn(home, 'eval', '--write-baseline')).code).toBe(0)
    expect((await readFigures(home)).kinds.judged).toMatchObject({ queries: 2, mrr: 1 })
    const pear = join(home.corpusDir, 'pages/pear.md')
    const text = await readFile(pear, 'utf8')
    await writeFile(pear, text.replace('How long a pear stays fresh in a cellar.', 'About it.'))
    const fallen = await runIn(home, 'eval')
    expect(fallen.code).toBe(1)
    expect(fallen.err).toMatch(
      /eval\/baseline\.yaml:\d+:\d+: MRR@10 of "judged" is 0\.500, 0\.500 below 1: /,
    )
    const answer = await readFigures(home)
    expect(answer.fallen.some((line) => line.includes('MRR@10 of "judged"'))).toBe(true)
    expect(answer.missed).toContainEqual(
      expect.objectContaining({ kind: 'judged', query: 'storage time in a cellar' }),
    )
  },
)

verifies('eval.quality', 'eval reports fallen figures before it lowers the baseline', async () => {
  const home = await createHome(await writeSampleCorpus(PLANTS))
  await writeEval(home, 'queries.yaml', QUERIES.replace('path: pear', 'path: fig'))
  await writeEval(home, 'baseline.yaml', 'judged: { mrr: 1 }\n')
  const { code, err } = await runIn(home, 'eval', '--write-baseline')
  expect(code).toBe(0)
  expect(err).toMatch(/eval\/baseline\.yaml:1:16: MRR@10 of "judged" is 0\.\d+, .+ below 1: /)
  expect(err).toContain('1 figure fell')
  expect(err).toContain('Wrote ')
})

verifies('eval.quality', 'eval says which kinds have no minimum', async () => {
  const home = await createHome(await writeSampleCorpus(PLANTS))
  await writeEval(home, 'queries.yaml', QUERIES)
  await writeEval(home, 'baseline.yaml', 'typo: { mrr: 0 }\n')
  const { code, err } = await runIn(home, 'eval')
  expect(code).toBe(0)
  expect(err).toContain('No minimum for "judged" to compare with: run eval --write-baseline')
  expect(err).not.toContain('"typo"')
})

verifies('eval.quality', 'eval fails when a kind in the baseline has no queries left', async () => {
  const home = await createHome(await writeSampleCorpus(PLANTS))
  await writeEval(home, 'baseline.yaml', 'judged: { mrr: 0.5 }\n')
  const { code, err } = await runIn(home, 'eval')
  expect(code).toBe(1)
  expect(err).toContain('eval/baseline.yaml:1:16: no "judged" query is left')
})

verifies('eval.known_items', 'eval asks the same queries of the same corpus', async () => {
  const corpus = await writeSampleCorpus(PLANTS)
  const [one, other] = [await createHome(corpus), await createHome(corpus)]
  const [first, second] = [await readFigures(one), await readFigures(other)]
  expect(second.kinds).toEqual(first.kinds)
  expect(second.missed).toEqual(first.missed)
})

verifies('eval.known_items', 'eval asks nothing that two pages answer equally well', async () => {
  const twins = { title: 'Growing apples', description: 'How apple trees grow.', body: 'Same.' }
  const home = await createHome(await writeSampleCorpus({ 'one.md': twins, 'two.md': twins }))
  expect((await readFigures(home)).kinds).toEqual({})
})

verifies('eval.problems', 'eval reports every problem of its files at once', async () => {
  const home = await createHome(await writeSampleCorpus(PLANTS))
  await writeEval(
    home,
    'queries.yaml',
    `- query: "cut the trees"
  pages: [{ path: aple, grade: 3 }]
  asked_by: person
- query: "Cut  the trees"
  pages: [{ path: pear.md, grade: 5 }]
  asked_by: robot
- query: "?!"
  pages: []
  asked_by: agent
- pages: [{ path: fig, grade: 2 }, { path: fig, grade: 1 }]
  asked_by: agent
  notes: none
`,
  )
  await writeEval(home, 'baseline.yaml', 'titel: { mrr: 0.5 }\ntypo: { mrr: 1.5 }\n')
  const { code, err } = await runIn(home, 'eval')
  expect(code).toBe(1)
  for (const [place, what] of [
    ['queries.yaml:2:19', 'there is no page "aple": write "apple"'],
    ['queries.yaml:4:10', 'the query "Cut the trees" is listed twice'],
    ['queries.yaml:5:19', 'there is no page "pear.md": write "pear"'],
    ['queries.yaml:5:35', '"grade" is the number 5: write one of 3, 2, 1'],
    ['queries.yaml:6:13', '"asked_by" is "robot": write one of person, agent'],
    ['queries.yaml:7:10', 'the query "?!" has no words'],
    ['queries.yaml:8:3', '"pages" has 0 entries, not 1 or more: add 1'],
    ['queries.yaml:10:3', '"query" is absent: add it'],
    ['queries.yaml:10:44', 'the page "fig" is listed twice in one query'],
    ['queries.yaml:12:3', 'the key "notes" is unknown: write "note"'],
    ['baseline.yaml:1:1', 'the key "titel" is unknown: write "title"'],
    ['baseline.yaml:2:14', '"mrr" is the number 1.5: write a number from 0 to 1'],
  ] as const) {
    expect(err).toContain(`eval/${place}: ${what}`)
  }
  expect(err).toContain('12 problems')
})

verifies('eval.problems', 'eval refuses an empty list of queries', async () => {
  const home = await createHome(await writeSampleCorpus(PLANTS))
  for (const text of ['', '[]\n', 'query: x\n']) {
    await writeEval(home, 'queries.yaml', text)
    const { code, err } = await runIn(home, 'eval')
    expect([text, code]).toEqual([text, 1])
    expect(err).toMatch(/eval\/queries\.yaml:1:1: the file .+: .+/)
  }
})

verifies(
  'eval.apart',
  'queries and baseline do not make a build stale and are not part of it',
  async () => {
    const home = await createHome(await writeSampleCorpus(PLANTS))
    expect((await runIn(home, 'build')).code).toBe(0)
    const before = await digestsBelow(home.distDir)
    await writeEval(home, 'queries.yaml', QUERIES)
    const { code, err } = await runIn(home, 'eval', '--write-baseline')
    expect(code).toBe(0)
    expect(err).not.toContain('Building')
    expect(await digestsBelow(home.distDir)).toEqual(before)
    expect((await runIn(home, 'build')).out).toContain('Unchanged')
    expect(await digestsBelow(home.distDir)).toEqual(before)
    expect(Object.keys(before).filter((path) => path.includes('eval/'))).toEqual([])
  },
)

verifies(
  'eval.quality',
  'eval --json and --write-baseline are usage errors elsewhere',
  async () => {
    const home = await createHome(await writeSampleCorpus(PLANTS))
    expect((await runIn(home, 'build', '--json')).code).toBe(2)
    expect((await runIn(home, 'check', '--write-baseline')).code).toBe(2)
    expect((await runIn(home, 'eval', '--to', 'x')).code).toBe(2)
    expect((await runIn(home, 'eval', 'pages')).code).toBe(2)
  },
)
