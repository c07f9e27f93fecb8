import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { buildBranded } from './branded_build.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-brand-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 28"><path d="M0 0h9v9z"/></svg>'
/** A picture of one pixel. */
const CARD = Uint8Array.fromBase64(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk' +
    '+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
)
const THEME = `
theme:
  logo: { light: brand/logo.svg, dark: brand/night.svg }
  favicon: brand/icon.svg
  accent: { light: '#0b6b53', dark: '#5fd4b1' }
  header:
    - { title: Guide & more, url: /guides/start/ }
    - { title: Blog, url: 'https://blog.example/' }
  footer: [{ title: Legal, url: 'https://acme.example/legal' }]
  edit: https://git.example/acme/docs/edit/main/corpus/{file}
  social_card: brand/card.png
  stylesheet: brand/site.css
`

const FILES = {
  'brand/logo.svg': LOGO,
  'brand/night.svg': LOGO.replace('h9', 'h8'),
  'brand/icon.svg': LOGO.replace('h9', 'h7'),
  'brand/card.png': CARD,
  'brand/site.css': '.brand { letter-spacing: 0 }\n',
}

verifies(
  'site.brand',
  'a theme is a section of the registry, and its files are published',
  async () => {
    const { problems, read } = await buildBranded(home, THEME, FILES)
    expect(problems).toEqual([])
    const html = (await read('guides/start/index.html')).replace(/\.[0-9a-f]{16}\./g, '.*.')
    for (const part of [
      '<img class="logo in-light" src="/manual/assets/logo.*.svg" alt="" width="120" height="28">',
      '<img class="logo in-dark" src="/manual/assets/logo-dark.*.svg" alt="" width="120"',
      '<link rel="icon" href="/manual/assets/favicon.*.svg">',
      '<a href="/manual/guides/start/">Guide &amp; more</a>',
      '<a href="https://acme.example/legal">Legal</a>',
      '"https://git.example/acme/docs/edit/main/corpus/pages/guides/start.md">Edit this page</a>',
      '<meta property="og:image" content="https://docs.example/manual/assets/card.*.png">',
      '<meta property="og:image:width" content="1">',
    ]) {
      expect(html).toContain(part)
    }
    const style = await read('style.*.css')
    expect(style).toContain('--link: light-dark(#0b6b53, #5fd4b1)')
    // Behind our layer, and so above it.
    expect(style).toEndWith('.brand { letter-spacing: 0 }\n')
    expect(await read('favicon.*.svg')).toBe(FILES['brand/icon.svg'])
  },
)

verifies(
  'site.brand',
  'without a theme there is a name and an icon with its first letter',
  async () => {
    const { problems, read } = await buildBranded(home, '')
    expect(problems).toEqual([])
    const html = await read('index.html')
    expect(html).toContain('<a class="brand" href="/manual/"><span>Acme</span></a>')
    expect(await read('favicon.*.svg')).toContain('>A</text>')
  },
)

verifies(
  'site.brand',
  'what is wrong with a theme is said with its place and a fix, all at once',
  async () => {
    const theme = THEME.replace('brand/logo.svg', 'brand/lgo.svg')
      .replace("'#0b6b53'", "'#7fb8ee'")
      .replace('/guides/start/', '/guides/strat/')
      .replace('brand/card.png', 'brand/broken.png')
    const { problems } = await buildBranded(home, theme, {
      ...FILES,
      'brand/broken.png': 'no picture',
      'brand/site.css':
        'a {}\n@import "https://fonts.example/a.css";\nb { background: url(x.png) }\n',
    })
    const said = problems.map((each) => each.replace(/^registry\.yaml:\d+:\d+/, 'registry.yaml'))
    expect(said.toSorted()).toEqual([
      'brand/site.css:2:1: "@import" is not allowed: put the rules here',
      'brand/site.css:3:17: the address "x.png" is not allowed: write a data: address',
      'registry.yaml: the accent "#7fb8ee" has a contrast of 1.84 in the light theme, ' +
        "less than 4.5: write '#4a6c8b'",
      'registry.yaml: the file "brand/broken.png" is broken, or does not say its size: ' +
        'save it again; an SVG needs a "viewBox", or "width" and "height"',
      'registry.yaml: the file "brand/lgo.svg" does not exist: write brand/logo.svg',
      'registry.yaml: the link "/guides/strat/" leads to no page: write "/guides/start/"',
    ])
  },
)

verifies('site.brand', 'a colour for the light theme has its like in the dark one', async () => {
  const { problems, read } = await buildBranded(home, "\ntheme: { accent: { light: '#0b6b53' } }\n")
  expect(problems).toEqual([])
  expect(await read('style.*.css')).toContain('--link: light-dark(#0b6b53, #5d9d8d)')
})

verifies(
  'site.brand',
  'a colour without quotes is a comment, and the problem says so',
  async () => {
    const explainHidden = (name: string) =>
      `registry.yaml "${name}" is empty, because "#" begins a comment: ` +
      "if the comment is meant, put it in quotes: '#0b6b53'"
    const readProblems = async (accent: string): Promise<readonly string[]> => {
      const { problems } = await buildBranded(home, `\ntheme:\n  ${accent}\n  header: []\n`)
      return problems.map((each) => each.replace(/:\d+:\d+:/, ''))
    }
    expect(await readProblems('accent: #0b6b53')).toEqual([explainHidden('accent')])
    expect(await readProblems('accent:\n    light: #0b6b53')).toEqual([explainHidden('light')])
    expect(await readProblems('accent: { light: #0b6b53, dark: #fff }')).toEqual([
      'registry.yaml not valid YAML, a "#" hides the rest of its line and the closing bracket: ' +
        'put the text that begins with "#" in quotes',
    ])
    expect(await readProblems("accent: '#0b6b53'")).toEqual([
      'registry.yaml "accent" is "#0b6b53": ' +
        "write a map such as { light: '#0b6b53' }, with the colour in quotes",
    ])
    expect(await readProblems('logo: brand/logo.svg')).toEqual([
      'registry.yaml "logo" is "brand/logo.svg": write a map such as { light: brand/logo.svg }',
    ])
  },
)

verifies(
  'site.brand',
  'a path that leaves the corpus, and a key that does not exist, are refused',
  async () => {
    for (const wrong of [
      'favicon: ../secret.svg',
      'favicon: /etc/icon.svg',
      'colour: red',
      "edit: 'https://x.example/'",
    ]) {
      const { problems } = await buildBranded(home, `\ntheme:\n  ${wrong}\n`)
      expect([wrong, problems.length]).toEqual([wrong, 1])
    }
  },
)
