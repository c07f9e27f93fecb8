import { expect } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { verifies } from '../../../requirements/verifies.ts'
import { createFolders, createHome, importFolder, readBodyOf } from '../importing.ts'

const home = await createHome()

const NAV = `<nav><ul>
<li><ul><li><a href="tea.html">Tea</a></li></ul></li>
<li><a href="cups.html">Cups</a></li>
<li><a href="#">¶</a><ul><li><a href="pots.html">Pots</a></li></ul></li>
</ul></nav>`

const [from, to] = await createFolders(home, {
  'index.html': `${NAV}<main><h1>Start</h1><p>Here.</p></main>`,
  'tea.html': `${NAV}<main><h1>Tea</h1>
<dl><dt>Green</dt><dd>Mild.</dd>
Words that stand between.
<dt>Black</dt><dd>Strong.</dd>
<p>A paragraph after the list.</p></main>`,
  'cups.html': `${NAV}<main><h1>Cups</h1><pre>\n\n  \n    indented\n\n</pre></main>`,
  'milk_jug.html': '<title>&lt;no title&gt;</title><main><p>White.</p></main>',
  'pots.html': `${NAV}<main><h1>Pots</h1><p>Clay<sup>®</sup>, 2<sup>1*2</sup>l, 3<sup>4</sup>l.</p>
<p><sup>1</sup>Only <b>one</b><sup>2</sup>, the 4<sup>TH</sup> <sup>†</sup>.</p>
<p>a<sub>n</sub>, CO<sub>2</sub>, x<sub>i, j</sub>, (b)<sub>k</sub>l <sub>low</sub>.</p></main>`,
})
await importFolder(from, to)

const [book, target] = await createFolders(join(home, 'book'), {
  'index.html':
    '<head><link rel="next" href="b.html"></head><main><h1>Start</h1><p>Here.</p></main>',
  'b.html': `<head><link rel="next" href="a.html"></head><main><div class="chapter"><h1>B</h1>
<ul><li><a href="c.html">Section 3</a></li></ul></div></main>`,
  'a.html': '<head><link rel="next" href="c.html"></head><main><h1>A</h1><p>Text.</p></main>',
  'c.html': '<main><h1>C</h1><p>Text.</p></main>',
})
await importFolder(book, target)

verifies('import.prose_kept', 'a definition list keeps what stands outside its items', async () => {
  expect(await readBodyOf(to, 'tea.md')).toBe(
    '\n**Green**\n\nMild.\n\nWords that stand between.\n\n**Black**\n\nStrong.\n\n' +
      'A paragraph after the list.\n',
  )
})

verifies(
  'import.prose_kept',
  'a raised or lowered text of HTML is no part of the word at its side',
  async () => {
    expect(await readBodyOf(to, 'pots.md')).toBe(
      '\nClay®, 2^(1\\*2)l, 3^(4)l.\n\n1 Only **one**^2, the 4TH †.\n\n' +
        'a_n, CO₂, x\\_(i, j), (b)\\_(k)l low.\n',
    )
  },
)

verifies('import.code_kept', 'code of HTML begins with its first line and its column', async () => {
  expect(await readBodyOf(to, 'cups.md')).toBe('\n```\n    indented\n```\n')
})

verifies('import.generators', 'a row of a menu without words gives its pages away', async () => {
  const order = await readFile(join(to, 'pages/_folder.yaml'), 'utf8')
  // The first row has nothing above it; the last one continues the row above.
  expect(order).toBe('order:\n  - tea\n  - title: Cups\n    pages:\n      - cups\n      - pots\n')
})

verifies(
  'import.generators',
  'a page that Sphinx gave no title is named after its file',
  async () => {
    const page = await readFile(join(to, 'pages/milk_jug.md'), 'utf8')
    expect(page).toStartWith('---\ntitle: Milk jug\n')
  },
)

verifies('import.generators', 'a list in the text of a chapter is no menu', async () => {
  const order = await readFile(join(target, 'pages/_folder.yaml'), 'utf8')
  expect(order).toBe('order:\n  - b\n  - a\n  - c\n')
})

verifies(
  'import.generators',
  'pages that lead to the menu of one part come before it',
  async () => {
    const page = (name: string, next: string) =>
      `<head><link rel="next" href="${next}"></head><main><h1>${name}</h1><p>Text.</p></main>`
    const nav =
      '<nav><a></a><ul><li><a href="m.html">M</a></li><li><a href="c.html">C</a></li></ul></nav>'
    const [part, corpus] = await createFolders(join(home, 'part'), {
      'index.html': page('Start', 'z.html'),
      'z.html': page('Z', 'm.html'),
      'm.html': page('M', 'c.html') + nav,
      'c.html': page('C', 'a.html'),
      'a.html': '<main><h1>A</h1><p>Text.</p></main>',
    })
    await importFolder(part, corpus)
    const order = await readFile(join(corpus, 'pages/_folder.yaml'), 'utf8')
    expect(order).toBe('order:\n  - z\n  - m\n  - c\n  - a\n')
  },
)

verifies(
  'import.never_silent',
  'importDocs() reports the fields of a page once, and none around its text',
  async () => {
    const select = '<select><option>Green</option><option>Black</option></select>'
    const [site, corpus] = await createFolders(join(home, 'fields'), {
      'index.html': `<main><h1>A</h1>
<nav>${select}</nav><p>Take <textarea></textarea>
${select} or <textarea>two cups</textarea>.</p></main>`,
      'b.html': `${select}<main><h1>B</h1><p>Text.</p></main>`,
    })
    const { losses } = await importFolder(site, corpus)
    expect(losses.map(({ file, line, what }) => `${relative(site, file)}:${line} ${what}`)).toEqual(
      ['index.html:3 <select> and other fields of the page are left out'],
    )
  },
)
