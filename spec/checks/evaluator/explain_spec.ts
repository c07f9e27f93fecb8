import { afterAll, beforeAll, expect } from 'bun:test'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { removeFolders, writeSampleCorpus } from '../../support/building.ts'
import { createHome, type Home, runIn } from './home.ts'

afterAll(removeFolders)

const PAGES = {
  'apple.md': { title: 'Growing apples', description: 'How apple trees are cut in winter.' },
  'pear.md': { title: 'Keeping pears', description: 'How long a pear stays fresh in a cellar.' },
  'fig.md': { title: 'Drying figs', description: 'How figs are dried on a warm winter roof.' },
}

let home: Home

beforeAll(async () => {
  home = await createHome(await writeSampleCorpus(PAGES))
})

verifiesLong(
  'eval.explain',
  'eval --explain says why the pages stand where they stand',
  async () => {
    const { code, out } = await runIn(
      home,
      'eval',
      '--explain',
      'how are appels cut in the winter?',
    )
    expect(code).toBe(0)
    const [head = '', first = '', second = '', ...others] = out.trimEnd().split('\n\n')
    expect(head).toMatch(/^Words that count: appels \(1 page, weight \d\.\d\d\), cut \(1 page, /)
    expect(head).toContain('Words that only frame the query: how, are, in, the')
    expect(head).toContain('Taken for something else: appels as apples')
    expect(first).toMatch(/^1 {2}Growing apples \(apple, p\d+\)\n {3}Rule 4: its title and desc/)
    expect(first).toMatch(/appels: title as "apples", taken for a typo; description as "apple", /)
    expect(first).toMatch(/Points: \d\.\d\d = title \d\.\d\d \+ description \d\.\d\d \+ /)
    expect(second).toMatch(/^2 {2}Drying figs \(fig, p\d+\)\n {3}Rule 6: its words add up\n/)
    expect(second).toContain('appels: nowhere\n   cut: nowhere\n   winter: description\n')
    expect(others).toEqual([])
  },
)

type Explanation = {
  readonly found: number
  readonly pages: readonly {
    readonly rank: number | null
    readonly name: string
    readonly reason: string | null
    readonly words: readonly { readonly matches: readonly { readonly place: string }[] }[]
  }[]
}

async function readExplained(...words: readonly string[]): Promise<Explanation> {
  const { out } = await runIn(home, 'eval', '--json', '--explain', ...words)
  const explained: Explanation = JSON.parse(out)
  return explained
}

verifies(
  'eval.explain',
  'eval --explain ranks as search does, and adds the page asked',
  async () => {
    const { found, pages } = await readExplained('drying winter', '--page', 'pear')
    expect(found).toBe(2)
    expect(pages.map(({ rank, name, reason }) => [rank, name, reason])).toEqual([
      [1, 'fig', 'title_and_description_have_all'],
      [2, 'apple', 'word_in_description'],
      [null, 'pear', null],
    ])
    expect(pages[0]?.words.map(({ matches }) => matches.map(({ place }) => place))).toEqual([
      ['title'],
      ['description'],
    ])
  },
)

verifies('eval.explain', 'eval --explain says that a query names a page', async () => {
  const [id = ''] = (await readExplained('figs')).pages.map((page) => 'id' in page && page.id)
  const { pages } = await readExplained(String(id))
  expect(pages.map(({ name, reason }) => [name, reason])).toEqual([['fig', 'query_names_it']])
})

verifies('eval.explain', 'eval --explain refuses what it cannot explain', async () => {
  const wrong = await runIn(home, 'eval', '--explain', 'figs', '--page', 'figg')
  expect([wrong.code, wrong.err.trim()]).toEqual([
    1,
    'Cannot explain page "figg": there is no such page; write "fig"',
  ])
  expect((await runIn(home, 'eval', '--page', 'fig')).code).toBe(2)
  expect((await runIn(home, 'eval', '--explain', 'figs', '--write-baseline')).code).toBe(2)
  expect((await runIn(home, 'eval', '--explain', ' ')).err.trim()).toBe(
    'Cannot explain "": it has no words',
  )
})
