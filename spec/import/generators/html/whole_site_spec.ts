import { expect } from 'bun:test'
import { join, relative } from 'node:path'
import type { CorpusPage } from '../../../../app/docs/model/corpus.ts'
import { verifies } from '../../../requirements/verifies.ts'
import { createFolders, createHome, importFolder, readBodyOf, readPagesOf } from '../importing.ts'

const home = await createHome()

const MILK = '<ul><li><a href="#x">Kinds of milk</a></li></ul>'
const NAMES = ['tea', 'milk', 'water', 'cups', 'pots', 'salt']

/** A site without a mark of its text: what is around it, is the same on each page. */
async function importSite(name: string, pageOf: (name: string, at: number) => string) {
  const files = NAMES.map((each, at) => [`${each}.html`, pageOf(each, at)] as const)
  const [from, to] = await createFolders(join(home, name), Object.fromEntries(files))
  const report = await importFolder(from, to)
  const notes = report.notes.map(
    ({ file, line, what }) => `${relative(from, file)}:${line} ${what}`,
  )
  const pages = await readPagesOf(to)
  return { to, notes, report, pages: new Map(pages.map((page) => [page.path, page])) }
}

const recordOf = (pages: ReadonlyMap<string, CorpusPage>, path: string) => pages.get(path)?.record

verifies(
  'import.around_text',
  'importDocs() leaves out what pages share around their text, and names it once',
  async () => {
    const { to, notes } = await importSite('around', (name, at) => {
      return `<body><div id="top"><h1><a href="index.html">Kettle shop</a></h1>
<div id="langs"><a href="de.html">Deutsch</a> <a href="fr.html">Français</a></div></div>
<div id="left"><p>Find a page</p><ul><li><a href="tea.html">Tea</a></li>
<li><a href="milk.html">Milk</a>${at === 1 ? MILK : ''}</li>
<li><a href="cups.html">All the cups</a></li></ul></div>
<div id="toc"><ul><li><a href="#n">Name</a></li></ul></div>
<div id="text"><h2>Name</h2><p>This is ${name}, which no other page says.</p>
<h2>Use</h2><p>Ask first.</p><p>Boil ${name} for ${at} minutes in a pot, then wait for ${name}.</p>
<h2>See also</h2><p>Part of the kitchen.</p></div>
<div id="bottom"><p>Was it useful? Made in 20${at + 10}.</p></div></body>`
    })
    expect(await readBodyOf(to, 'milk.md')).toBe(
      '\nThis is milk, which no other page says.\n\n## Use\n\nAsk first.\n\n' +
        'Boil milk for 1 minutes in a pot, then wait for milk.\n\n' +
        '## See also\n\nPart of the kitchen.\n',
    )
    expect(notes).toEqual([
      'cups.html:1 "Kettle shop Deutsch Français" is around the text of 6 pages and left out',
      'cups.html:3 "Find a page Tea Milk All the cups" is around the text of 5 pages and left out',
      'cups.html:10 "Was it useful? Made in 2013." is around the text of 6 pages and left out',
      'milk.html:3 "Find a page Tea Milk Kinds of milk" is around the text of 1 page and left out',
    ])
  },
)

verifies(
  'import.around_text',
  'importDocs() keeps what pages share in marked text, and in a page that is alone',
  async () => {
    const same = '<p>Ask first.</p><ul><li><a href="https://a.example/">A</a></li></ul>'
    const kept = '\nAsk first.\n\n- [A](https://a.example/)\n\n'
    const { to } = await importSite('marked', (name) => {
      return `<body><main><h1>${name}</h1>${same}<p>Only ${name}.</p></main></body>`
    })
    expect(await readBodyOf(to, 'salt.md')).toBe(`${kept}Only salt.\n`)
    const article = await importSite('article', (name) => {
      return `<body><div><article><h1>${name}</h1>${same}</article></div><p>${name}</p></body>`
    })
    expect(await readBodyOf(article.to, 'salt.md')).toBe(`${kept}salt\n`)
    const [from, alone] = await createFolders(join(home, 'alone'), {
      'a.html': `<h1>A</h1>${same}`,
      'b.html': `<h1>B</h1>${same}`,
    })
    await importFolder(from, alone)
    expect(await readBodyOf(alone, 'a.md')).toBe(kept.trimEnd().concat('\n'))
  },
)

verifies(
  'import.around_text',
  'importDocs() leaves out rows that lead to other pages',
  async () => {
    const [from, to] = await createFolders(join(home, 'rows'), {
      // As texinfo writes them, then LaTeX2HTML.
      'a.html': `<h1>A</h1><p>Next: <a href="b.html" rel="next">B</a>, Up: <a href="c.html">C</a>
[<a href="c.html">Contents</a>][<a href="d.html">Index</a>]</p><p>First text.</p>`,
      'b.html': `<h1>B</h1><!--Navigation Panel--><a href="a.html"><img alt="next" src="n.png"></a>
<b>Previous:</b> <a href="a.html">A</a><br><!--End of Navigation Panel--><p>Second text.</p>`,
      'c.html': `<main><h1>C</h1><p>Third text.</p><div><a href="a.html">« Previous</a>
<a href="b.html">Next »</a></div></main>`,
      'd.html': `<h1>D</h1><p>Next: <a href="a.html">read A</a>.</p>
<p><a href="#next">next</a>, <a href="#up">up</a></p>
<p>The <a href="b.html" rel="next">B</a> way.</p>`,
      'e.html': `<h1>E</h1><p>Available languages: <a href="e.html">en</a> |
<a href="https://fr.example/e" hreflang="fr" rel="alternate">fr</a></p><p>Fifth text.</p>`,
    })
    const { notes } = await importFolder(from, to)
    const files = ['a.md', 'b.md', 'c.md', 'e.md']
    const bodies = await Promise.all(files.map((file) => readBodyOf(to, file)))
    const texts = ['First', 'Second', 'Third', 'Fifth'].map((each) => `\n${each} text.\n`)
    expect(bodies).toEqual(texts)
    expect(await readBodyOf(to, 'd.md')).toContain('Next: [read A](a.md).')
    expect(await readBodyOf(to, 'd.md')).toContain('next, up\n\nThe [B](b.md) way.')
    expect(notes.map(({ what }) => what)).toEqual([
      'ways to other pages, such as "Next: B, Up: C [Contents][Index]", are around the text of ' +
        '3 pages and left out',
      'lists of languages, such as "Available languages: en | fr", are around the text of ' +
        '1 page and left out',
    ])
  },
)

verifies(
  'import.page_names',
  'importDocs() takes no title and no description that most pages share',
  async () => {
    const { to, pages } = await importSite('names', (name, at) => {
      const title = at === 4 ? 'Kettle shop' : `How to use ${name} (Kettle shop)`
      const og = at === 4 ? '<meta property="og:title" content="Pots of clay">' : ''
      return `<head><title>${title}</title>${og}<meta name="description" content="The shop."></head>
<main>${at === 2 ? `<div>How to use ${name}</div>` : '<h1>Kettle shop</h1>'}
<p>Read this before you use it.</p><p>All about ${name}, in short.</p>
<p>Text.</p></main>`
    })
    const { title, description } = recordOf(pages, 'milk') ?? {}
    expect([title, description]).toEqual(['How to use milk', 'All about milk, in short.'])
    expect(recordOf(pages, 'pots')?.title).toBe('Pots of clay')
    expect(await readBodyOf(to, 'water.md')).toStartWith('\nRead this before')
  },
)

verifies(
  'import.page_names',
  'importDocs() takes a heading of a lower level, or the title without the name of the manual',
  async () => {
    const { to, pages } = await importSite('texinfo', (name, at) => {
      const heading = at === 0 ? '<h3>1.1 Tea</h3><h4>Leaves</h4>' : '<h3>Uses</h3><h3>More</h3>'
      return `<head><title>On ${name} (Kettle (version 1.0))</title></head>
<body>${heading}<p>Text of ${name} alone.</p><pre># no title</pre></body>`
    })
    expect(recordOf(pages, 'tea')?.title).toBe('1.1 Tea')
    expect(await readBodyOf(to, 'tea.md')).toStartWith('\n#### Leaves\n')
    expect(recordOf(pages, 'cups')?.title).toBe('On cups')
    expect(await readBodyOf(to, 'cups.md')).toStartWith('\n### Uses\n')
  },
)

verifies(
  'import.page_names',
  'importDocs() prefers a title that no other page has, and its own description',
  async () => {
    const { pages } = await importSite('overviews', (name, at) => {
      const data = {
        '@graph': [{ publisher: { description: 'Not this' }, description: `Of ${name}` }],
      }
      return `<head><title>${name} overview</title>
<script type="application/ld+json">${JSON.stringify(data)}</script></head>
<main><h1>${at < 2 ? 'Overview' : `All of ${name}`}</h1><p>Text of ${name}.</p></main>`
    })
    expect(recordOf(pages, 'tea')).toMatchObject({ title: 'tea overview', description: 'Of tea' })
    expect(recordOf(pages, 'cups')?.title).toBe('All of cups')
  },
)
