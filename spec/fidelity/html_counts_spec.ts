import { expect } from 'bun:test'
import { verifies } from '../requirements/verifies.ts'
import { type CountedPage, countPage } from './_counted_page.ts'
import { type PageTally, tallyPage } from './_counted_tally.ts'
import type { HtmlCounts } from './html_counts.ts'
import { findMissed, writeFigures } from './html_figures.ts'

const SOURCE = `<nav>Menu</nav><main><h1>Kettle<a class="headerlink" href="#">¶</a></h1>
<p>Boil <b>water</b> as <a href="cup.html#size">cups</a> say.</p>
<div class="highlight-python notranslate"><pre>boil()<button>Copy</button></pre></div>
<table class="admonitionblock"></table>
<div class="admonition tip"><p class="admonition-title">Tip</p><p>Use less.</p></div></main>`
const OURS = `<article><header><h1>Kettle</h1>
<p class="description">Boil water as cups say.</p></header>
<p>Boil <strong>water</strong> as <a href="/cup/#size">cups</a> say.</p>
<pre><code class="language-python">boil()
</code></pre>
<div class="callout tip"><p class="callout-title">Tip</p><p>Use less.</p></div></article>`
const CUP = '<article><h1>Cup</h1><h2 id="size">Size</h2></article>'

function compare(ours: string): PageTally {
  const pages = new Map<string, CountedPage>([['cup', countPage(CUP, true)]])
  return tallyPage(countPage(SOURCE, false), countPage(ours, true), {
    page: 'kettle',
    resolveOld: (target) => (target.startsWith('cup.html') ? 'cup' : undefined),
    ours: pages,
    pathOf: (address) => address.replace(/^\/|\/$/g, ''),
  }).tally
}

function site(tally: PageTally, more: Partial<HtmlCounts> = {}): HtmlCounts {
  return {
    ...{ site: 'x', files: 1, pages: 1, titles: 1, descriptions: 1, details: [] },
    ...{ tally, ...more },
  }
}

verifies('import.nothing_lost', 'a page that says the same misses no figure', () => {
  const tally = compare(OURS)
  expect(findMissed(site(tally))).toEqual([])
  const { words, code, languages, callouts, links } = tally
  expect([words, code, languages, callouts, links]).toEqual([9, 1, 1, 1, 1])
  expect(writeFigures([site(tally)])).toContain('100.00')
})

const FAULTS: readonly (readonly [figure: string, from: string, to: string])[] = [
  ['missing', 'Use less.', 'Use.'],
  ['extra', 'Use less.', 'Use less. Next page'],
  ['clean', 'Use less.', '****Use**** less.'],
  ['clean', 'Use less.', 'Use less \\(.\\)'],
  ['clean', 'Use less.', 'Use less. ¶'],
  ['clean', 'Use less.', 'Use less. &lt;b&gt;'],
  ['clean', 'Use less.', 'Use less.<p>Copy</p>'],
  ['code', 'boil()\n', 'boil ()\n'],
  ['lang.', 'language-python', 'language-text'],
  ['boxes', 'callout tip', 'callout note'],
  ['links', '/cup/#size', '/cup/#colour'],
  ['links', '/cup/#size', '/pot/'],
]

for (const [figure, from, to] of FAULTS) {
  verifies('import.nothing_lost', `the figure "${figure}" fails at ${JSON.stringify(to)}`, () => {
    expect(OURS).toContain(from)
    // The description of a page is not compared, so only the text has the fault.
    expect(findMissed(site(compare(OURS.replace(from, to))))).toContain(figure)
  })
}

verifies(
  'import.nothing_lost',
  'titles and descriptions that pages share, and no pages, fail',
  () => {
    const tally = compare(OURS)
    const shared = site(tally, { titles: 0.5, descriptions: 0.5 })
    expect(findMissed(shared)).toEqual(['titles', 'descr.'])
    expect(findMissed(site(tally, { pages: 0 }))).toHaveLength(9)
  },
)
