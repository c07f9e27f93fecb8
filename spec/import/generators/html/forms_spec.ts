import { expect } from 'bun:test'
import { join } from 'node:path'
import { verifies } from '../../../requirements/verifies.ts'
import { createFolders, createHome, importFolder, readBodyOf } from '../importing.ts'

const home = await createHome()

const page = (text: string, head = '') =>
  `<head>${head}</head><body><main><h1>Page</h1>\n${text}</main></body>`
const MATHJAX = '<script async src="https://cdn.example/mathjax@3/tex-mml-chtml.js"></script>'

const [from, to] = await createFolders(home, {
  'index.html': page('<p>Start.</p>'),
  'boxes.html': page(`
<div class="admonitionblock warning"><table><tr><td class="icon"><i class="fa icon-warning"
  title="Warning"></i></td><td class="content"><div class="title">Hot</div>
<div class="paragraph"><p>Mind the <em>steam</em>.</p></div></td></tr></table></div>
<div class="admonitionblock"><table><tr><td class="icon"><div class="title">Note</div></td>
<td class="content">Plain <code>words</code>.</td></tr></table></div>
<div class="admonitionblock"><table><tr><td class="icon"><img src="./images/icons/tip.png"
  alt="Tip" /></td><td class="content">Less.</td></tr></table></div>
<p class="note">Of Just the Docs.</p>
<blockquote class="important-title"><p>Read this</p><p>Twice.</p></blockquote>
<blockquote class="warning"><p>Of several</p><p>paragraphs.</p></blockquote>
<div class="theme-admonition theme-admonition-danger alert alert--danger"><div
  class="admonitionHeading_x"><span class="admonitionIcon_x"><svg></svg></span>danger</div>
<div class="admonitionContent_x"><p>Of Docusaurus.</p></div></div>
<div class="warning custom-block"><p
class="custom-block-title">WARNING</p><p>Of VitePress.</p></div>
<div class="tip admonition"><p class="admonition-title">Tip</p><p>Of another order.</p></div>
<ul><li><div class="warning"><h3>Mind &lt;Limit&gt; *</h3><p>In an item.</p></div></li></ul>`),
  'bold.html': page(`
<dl><dt><strong>by</strong> <em>name</em></dt><dd><p><b>a <strong>b</strong> c</b></p></dd></dl>`),
  'math.html': page(
    `
<p>Let \\(a_1 * b_1\\) be <span
class="math notranslate">\\(x^2\\)</span>, not <code>\\(y\\)</code>.</p>
<p>Then \\[ c = \\frac{a}{b} \\] holds.</p>
<div class="math notranslate" id="eq-one"><span class="eqno">(7)<a class="headerlink"
  href="#eq-one">¶</a></span>\\[e = m

c^2\\]</div>
<p>By <a href="#eq-one">seven</a> and <span class="katex"><span
class="katex-mathml"><math><semantics>
<mrow><mi>k</mi></mrow><annotation
encoding="application/x-tex">k_0</annotation></semantics></math></span>
<span class="katex-html" aria-hidden="true">k0</span></span>.</p>`,
    MATHJAX,
  ),
  'plain.html': page('<p>The expression \\(a|b\\) matches \\[x\\] and $$.</p>'),
  'code.html': page(`
<pre><pre class="playground"><code class="language-rust"><span class="boring">fn main() {
</span>boil();
<span class="boring">}</span></code></pre></pre>
<div class="language-js vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span
  class="lang">js</span><pre class="shiki"><code><span class="line">pour()</span></code></pre></div>
<div class="code-header"><span>Bash</span><button>Copy</button></div>
<pre><code class="language-bash">ls</code></pre>
<pre><code class="language-sh">pwd</code></pre><div class="tools">Copy</div>
<p>Shell</p>
<div class="highlight-default"><div class="highlight"><pre><span class="gp">$ </span>kettle
<span class="go">hot</span></pre></div></div>
<div class="highlight"><pre><a class="viewcode-back"
href="x.html">[docs]</a>def boil(): ...</pre></div>
<dl><dt class="sig" id="boil">boil(<em>cup<span role="tooltip">A small one</span></em>)<span
  class="viewcode-link"><span class="pre">[source]</span></span></dt><dd><p>Boils.</p>
<div class="versionadded"><p><span class="versionmodified">Added in version 2.</span></p></div>
</dd></dl>`),
})
await importFolder(from, to)
const readBody = (name: string) => readBodyOf(to, `${name}.md`)

verifies(
  'import.generators',
  'boxes of AsciiDoc and of themes are callouts of their kind',
  async () => {
    expect(await readBody('boxes')).toBe(
      '\n:::warning Hot\nMind the *steam*.\n:::\n\n> [!NOTE]\n> Plain `words`.\n\n' +
        '> [!TIP]\n> Less.\n\n> [!NOTE]\n> Of Just the Docs.\n\n' +
        ':::important Read this\nTwice.\n:::\n\n> [!WARNING]\n> Of several\n>\n> paragraphs.\n\n' +
        '> [!CAUTION]\n> Of Docusaurus.\n\n> [!WARNING]\n> Of VitePress.\n\n' +
        '> [!TIP]\n> Of another order.\n\n' +
        '- :::warning Mind \\<Limit> \\*\n  In an item.\n  :::\n',
    )
  },
)

verifies('import.prose_kept', 'bold text of HTML in bold text has its marks once', async () => {
  expect(await readBody('bold')).toBe('\n**by *name***\n\n**a b c**\n')
})

verifies(
  'import.generators',
  'TeX in the HTML of a page is a formula, with its number',
  async () => {
    expect(await readBody('math')).toBe(
      '\nLet $`a_1 * b_1`$ be $`x^2`$, not `\\(y\\)`.\n\nThen\n\n$$\nc = \\frac{a}{b}\n$$\n\n' +
        'holds.\n\n<a id="eq-one"></a>\n\n$$\ne = m\nc^2 \\tag{7}\n$$\n\n' +
        'By [seven](#eq-one) and $`k_0`$.\n',
    )
    // Without a script that draws formulas, the marks are text.
    expect(await readBody('plain')).toContain(
      'expression \\\\(a|b\\\\) matches \\\\\\[x\\\\\\] and',
    )
  },
)

verifies('import.code_kept', 'code of HTML has its language and none of its buttons', async () => {
  expect(await readBody('code')).toBe(
    '\n```rust\nboil();\n```\n\n```js\npour()\n```\n\n```bash\nls\n```\n\n```sh\npwd\n```\n\n' +
      'Shell\n\n```console\n$ kettle\nhot\n```\n\n```\ndef boil(): ...\n```\n\n' +
      '<a id="boil"></a>**`boil(cup)`**\n\nBoils.\n\nAdded in version 2.\n',
  )
})

const NOTES: Readonly<Record<string, string>> = {
  sphinx: `<p>Hot<a class="footnote-reference brackets" href="#id2" id="id1"
role="doc-noteref"><span
class="fn-bracket">[</span>1<span class="fn-bracket">]</span></a>.</p>
<aside class="footnote-list brackets"><aside class="footnote brackets" id="id2" role="doc-footnote">
<span class="label"><span class="fn-bracket">[</span><a role="doc-backlink" href="#id1">1</a><span
class="fn-bracket">]</span></span><p>Very <em>hot</em>.</p></aside></aside>`,
  docutils: `<p>Hot<a class="footnote-reference brackets" href="#id2" id="id1">1</a>.</p>
<dl class="footnote brackets"><dt class="label" id="id2"><span class="brackets"><a
class="fn-backref"
href="#id1">1</a></span></dt><dd><p>Very <em>hot</em>.</p></dd></dl>`,
  pandoc: `<p>Hot<a href="#fn1" class="footnote-ref" id="fnref1"
role="doc-noteref"><sup>1</sup></a>.</p>
<section class="footnotes" role="doc-endnotes"><hr /><ol><li id="fn1"><p>Very <em>hot</em>.<a
href="#fnref1" class="footnote-back" role="doc-backlink">↩︎</a></p></li></ol></section>`,
  github: `<p>Hot<sup><a href="#user-content-fn-1" id="user-content-fnref-1"
data-footnote-ref>1</a></sup>.</p>
<section data-footnotes class="footnotes"><h2 class="sr-only" id="footnote-label">Footnotes</h2><ol>
<li id="user-content-fn-1"><p>Very <em>hot</em>. <a href="#user-content-fnref-1"
class="data-footnote-backref">↩</a></p></li></ol></section>`,
  kramdown: `<p>Hot<sup id="fnref:1"><a href="#fn:1" class="footnote">1</a></sup>.</p>
<div class="footnotes"><ol><li id="fn:1"><p>Very <em>hot</em>. <a href="#fnref:1"
class="reversefootnote">&#8617;</a></p></li></ol></div>`,
  asciidoc: `<p>Hot<sup class="footnote">[<a id="_footnoteref_1" class="footnote"
href="#_footnotedef_1">1</a>]</sup>.</p><div id="footnotes"><hr /><div class="footnote"
id="_footnotedef_1"><a href="#_footnoteref_1">1</a>. Very <em>hot</em>.</div></div>`,
  docbook: `<p>Hot<a href="#ftn.x" class="footnote"><sup class="footnote" id="x">[4]</sup></a>.</p>
<div class="footnotes"><br /><hr /><div id="ftn.x" class="footnote"><p><a href="#x"
class="para"><sup
class="para">[4] </sup></a> Very <em>hot</em>.</p></div></div>`,
  mdbook: `<p>Hot<sup class="footnote-reference"><a href="#1">1</a></sup>.</p>
<div class="footnote-definition" id="1"><sup class="footnote-definition-label">1</sup><p>Very
<em>hot</em>.</p></div>`,
}

verifies('import.generators', 'footnotes of HTML, whoever wrote it, are footnotes', async () => {
  const pages = Object.entries(NOTES).map(([name, text]) => [`${name}.html`, page(text)] as const)
  const alone = page('<p>Hot.</p><div class="footnote" id="n">1. Nobody says so.</div>')
  const files = { 'index.html': alone, ...Object.fromEntries(pages) }
  const [site, corpus] = await createFolders(join(home, 'notes'), files)
  const { losses } = await importFolder(site, corpus)
  expect(losses).toEqual([])
  const bodies = await Promise.all(
    Object.keys(NOTES).map(async (name) => {
      const body = await readBodyOf(corpus, `${name}.md`)
      return body.trim().replace(/\n\n/g, '|').replace(/\s+/g, ' ')
    }),
  )
  expect(new Set(bodies)).toEqual(new Set(['Hot[^1].|[^1]: Very *hot*.']))
  // What no page refers to would not be shown as a note.
  expect(await readBodyOf(corpus, 'index.md')).toBe('\nHot.\n\n1\\. Nobody says so.\n')
})
