import { expect } from 'bun:test'
import { join } from 'node:path'
import { verifies } from '../../../requirements/verifies.ts'
import { createFolders, createHome, importFolder, readBodyOf, readPagesOf } from '../importing.ts'

const home = await createHome()

/** A page as the template "modern" of docfx writes it. */
const docfxPage = (text: string) => `<!DOCTYPE html>
<html><head><title>Pot | Kettle </title><meta name="docfx:tocrel" content="toc.html"></head>
<body><header><nav id="autocollapse"><a href="index.html">Kettle</a></nav></header>
<main class="container-xxl"><div class="toc-offcanvas"><h5 class="offcanvas-title">Table of
Contents</h5><nav class="toc" id="toc"></nav></div>
<div class="content"><div class="actionbar"><nav id="breadcrumb"></nav></div>
<article data-uid="pot">${text}</article>
<div class="contribution d-print-none"><a href="https://git.example/edit/pot.md">Edit this
page</a></div>
<div class="next-article d-print-none border-top" id="nextArticle"></div></div>
<div class="affix"><nav id="affix"></nav></div></main>
<footer><p>Made with <strong>docfx</strong></p></footer></body></html>`

const POT = `<h1 id="pot">Pot</h1>
<div class="NOTE"><h5>Note</h5><p>Mind the steam.</p></div>
<div class="IMPORTANT"><h5>Important</h5><p>Unplug it.</p></div>
<div class="tabGroup" id="tabgroup_1"><ul role="tablist"><li role="presentation"><a
href="#tabpanel_1_tea" role="tab" aria-controls="tabpanel_1_tea" data-tab="tea">Tea</a></li>
<li role="presentation"><a href="#tabpanel_1_soup" role="tab" aria-controls="tabpanel_1_soup"
data-tab="soup">Soup</a></li></ul>
<section id="tabpanel_1_tea" role="tabpanel" data-tab="tea"><p>Leaves.</p></section>
<section id="tabpanel_1_soup" role="tabpanel" data-tab="soup" aria-hidden="true"
hidden="hidden"><p>Salt.</p></section></div>
<pre><code class="lang-csharp">pot.Fill();
</code></pre>`

const entry = (href: string, title: string, part = '') =>
  `<li><a href="${href}" name="${part}" title="${title}">${title}</a></li>`
const toc = (entries: string) =>
  `\n<div id="sidetoggle"><div><div class="sidetoc"><div class="toc" id="toc">
<ul class="nav level1">${entries}</ul></div></div></div></div>`

verifies(
  'import.generators',
  'importDocs() reads callouts, tabs, code and menu of a site that docfx built',
  async () => {
    const [from, to] = await createFolders(join(home, 'docfx'), {
      'index.html': docfxPage('<h1>Kettle</h1><p>Start.</p>'),
      'toc.html': toc(
        entry('guide/pot.html', 'Guide', 'guide/toc.html') + entry('faq.html', 'FAQ'),
      ),
      'faq.html': docfxPage('<h1>FAQ</h1><p>Ask.</p>'),
      'guide/toc.html': toc(entry('tea.html', 'Tea') + entry('pot.html', 'Pot')),
      'guide/pot.html': docfxPage(POT),
      'guide/tea.html': docfxPage('<h1>Tea</h1><p>Leaves.</p>'),
      // A file of the theme of GitHub Pages does not make a source of it.
      '_config.yml': 'theme: minima\n',
    })
    const { generator, losses, notes } = await importFolder(from, to)
    expect([generator, losses]).toEqual(['HTML', []])
    expect(notes.map(({ what }) => what)).toEqual([
      '2 pages are left out (menus that pages load): "guide/toc.html", "toc.html"',
    ])
    expect(await readBodyOf(to, 'guide/pot.md')).toBe(
      '\n> [!NOTE]\n> Mind the steam.\n\n> [!IMPORTANT]\n> Unplug it.\n\n' +
        '::::tabs\n:::tab Tea\n<a id="tabpanel_1_tea"></a>Leaves.\n:::\n' +
        ':::tab Soup\n<a id="tabpanel_1_soup"></a>Salt.\n:::\n::::\n\n' +
        '```csharp\npot.Fill();\n```\n',
    )
    expect((await readPagesOf(to)).map(({ path }) => path).sort()).toEqual([
      '',
      'faq',
      'guide/pot',
      'guide/tea',
    ])
    expect(await readBodyOf(to, '_folder.yaml')).toBe('order:\n  - guide\n  - faq\n')
    expect(await readBodyOf(to, 'guide/_folder.yaml')).toBe(
      'title: Guide\norder:\n  - tea\n  - pot\n',
    )
  },
)

/** A page of Just the Docs: a main part with the menu, and the text marked in it once more. */
const jekyllPage = (text: string) => `<html><head><title>Pots | Kettle</title></head><body><main>
<div class="side-bar"><div class="site-header"><a href="/latest/" id="menu">Documentation</a></div>
</div><div class="main"><div id="main-content" role="main"><h1>Pots</h1>${text}</div>
<div class="div-feedback"><p>Thank you for your feedback!</p></div></div></main></body></html>`

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
const STEPS = `<p class="label">Since 2.0</p><p class="tip">Use less.</p>
<div class="language-plaintext highlighter-rouge"><div class="highlight"><pre
class="highlight"><code>fill</code></pre></div></div><p><label hidden="" class="copy-label">copy
</label></p><div class="highlighter-rouge"><div class="highlight"><pre
class="highlight"><code>boil</code></pre></div></div>
<div class="code-tabs"><div class="tab-nav"><button data-tab="sh">Shell</button><button
data-tab="go">Go</button></div><div id="sh" class="tab active"><p>One.</p></div><div id="go"
class="tab"><p>Two.</p></div></div>
<p><img src="https://tea.example/latest/pot.svg" alt="A pot"></p>`

verifies(
  'import.generators',
  'importDocs() reads the text of a site that Jekyll built, and its pictures by their address',
  async () => {
    const head = '<head><link rel="canonical" href="https://tea.example/latest/"></head>'
    const [from, to] = await createFolders(join(home, 'jekyll'), {
      'index.html': `<html>${head}<body><main><h1>Kettle</h1><p>Start.</p></main></body></html>`,
      'pots/index.html': jekyllPage(STEPS),
      'pot.svg': SVG,
    })
    const { losses, assets } = await importFolder(from, to)
    expect([losses, assets]).toEqual([[], 1])
    expect(await readBodyOf(to, 'pots/index.md')).toBe(
      '\nSince 2.0\n\n> [!TIP]\n> Use less.\n\n```\nfill\n```\n\n```\nboil\n```\n\n' +
        '::::tabs\n:::tab Shell\nOne.\n:::\n:::tab Go\nTwo.\n:::\n::::\n\n' +
        '![A pot](../pot.svg)\n',
    )
  },
)
