import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { verifies } from '../../requirements/verifies.ts'
import { createFolders, importFolder, readPagesOf } from './importing.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-front-pages-'))
afterAll(() => rm(home, { recursive: true, force: true }))

/** The front page that an import writes, and its tabs; the corpus must have no problems. */
async function importFront(name: string, files: Readonly<Record<string, string>>) {
  const [from, to] = await createFolders(join(home, name), files)
  const { losses } = await importFolder(from, to)
  await readPagesOf(to)
  const text = await Bun.file(join(to, 'pages/index.md')).text()
  const [, front = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  const { layout, hero, title, description } = parse(front)
  const folder = Bun.file(join(to, 'pages/_folder.yaml'))
  const { tabs } = (await folder.exists()) ? parse(await folder.text()) : {}
  return { layout, hero, title, description, body, tabs, lost: losses.map(({ what }) => what) }
}

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9"/></svg>'

const VITEPRESS = {
  '.vitepress/config.ts': `export default { title: 'Pots', themeConfig: {
    nav: [{ text: 'Guide', link: '/guide/boil' }, { text: 'Reference', link: '/ref/lid' }],
    sidebar: {
      '/guide/': [{ text: 'Boil', link: '/guide/boil' }],
      '/ref/': [{ text: 'Lid', link: '/ref/lid' }],
    } } }\n`,
  'index.md': `---
layout: home
hero:
  name: Pots
  text: Boil water
  tagline: Fast and safe.
  image: { src: /pot.svg, alt: A pot }
  actions:
    - { theme: brand, text: Start "here", link: /guide/boil }
    - { theme: alt, text: Source, link: 'https://example.com/pots' }
features:
  - { icon: 🚀, title: Hot & fast, details: 'Very <b>hot</b>.', link: /ref/lid }
  - { icon: 🫖, title: A "lid", details: Closed. }
---
`,
  'public/pot.svg': PICTURE,
  'guide/boil.md': '# Boil\n\nBoil it.\n',
  'ref/lid.md': '# Lid\n\nClose it.\n',
}

verifies(
  'import.front_pages',
  'a home page of VitePress keeps its actions, picture and features, and its parts are tabs',
  async () => {
    const { hero, body, tabs, ...front } = await importFront('vitepress', VITEPRESS)
    expect(hero).toEqual({
      text: 'Boil water',
      actions: [
        { title: 'Start "here"', link: 'guide/boil.md' },
        { title: 'Source', link: 'https://example.com/pots' },
      ],
      image: { light: 'public/pot.svg', alt: 'A pot' },
    })
    expect(body.trim().split('\n')).toEqual([
      '::::cards',
      ':::card [Hot & fast](ref/lid.md) {icon=rocket}',
      'Very **hot**.',
      ':::',
      ':::card A &quot;lid&quot;',
      'Closed.',
      ':::',
      '::::',
    ])
    expect(tabs).toEqual(['guide', 'ref'])
    const facts = { title: 'Pots', description: 'Fast and safe.', layout: 'landing', lost: [] }
    expect(front).toEqual(facts)
  },
)

verifies(
  ['import.front_pages', 'import.never_silent'],
  'a component of VitePress that is a home page keeps what its template shows',
  async () => {
    const { hero, body, description, lost } = await importFront('vue', {
      ...VITEPRESS,
      'index.md':
        '---\npage: true\ntitle: Pots\n---\n\n' +
        "<script setup>\nimport Home from '@theme/Home.vue'\n</script>\n\n<Home />\n",
      '.vitepress/theme/Home.vue': `<template>
  <section id="hero">
    <h1>Boil<br /><span>water</span></h1>
    <p class="text">Fast and safe.</p>
    <p class="actions"><a href="/guide/boil">Start <svg viewBox="0 0 1 1" /></a></p>
  </section>
  <section><div><h2>Hot</h2><p>Very hot.</p></div><div><h2>Closed</h2><p>A lid.</p></div></section>
</template>
`,
    })
    const actions = [{ title: 'Start', link: 'guide/boil.md' }]
    expect(hero).toEqual({ text: 'Boil water', actions })
    expect(description).toBe('Fast and safe.')
    expect(body.match(/^:::card .*/gm)).toEqual([':::card Hot', ':::card Closed'])
    expect(lost).toEqual([expect.stringContaining('the front page is a program')])
  },
)

const STARLIGHT = {
  'astro.config.mjs': `import { group } from './groups.mjs'
    export default { integrations: [starlight({ title: 'Pots',
      components: { Sidebar: './src/Sidebar.astro' },
      sidebar: [group('guide', { items: ['boil'] }), group('ref', { items: ['ref/lid'] })],
    })] }\n`,
  'groups.mjs': `const labels = { guide: 'Guides', ref: 'Reference' }
    export function group(key, rest) { return { label: labels[key], ...rest } }\n`,
  'src/Sidebar.astro': '<TabList>{sidebar.map(({ label }) => <Tab>{label}</Tab>)}</TabList>\n',
  'src/pot.svg': PICTURE,
  'src/content/docs/start.mdx': `---
title: Start
template: splash
hero:
  title: Boil water
  tagline: Fast and safe.
  image: { file: ../../pot.svg }
  actions:
    - { text: Boil, link: /boil/, icon: right-arrow }
---

<CardGrid>
  <Card title="Learn" icon="open-book">See [boil](/boil/).</Card>
  <LinkCard title="Lid" href="/ref/lid/" description="Close it." />
</CardGrid>
`,
  'src/content/docs/boil.md': '---\ntitle: Boil\n---\n\nBoil it.\n',
  'src/content/docs/ref/lid.md': '---\ntitle: Lid\n---\n\nClose it.\n',
}

verifies(
  'import.front_pages',
  'the only splash page of Starlight is the front page, and groups that are tabs stay tabs',
  async () => {
    const { hero, body, tabs, lost, description } = await importFront('starlight', STARLIGHT)
    const actions = [{ title: 'Boil', link: 'boil.md' }]
    expect(hero).toEqual({ text: 'Boil water', actions, image: { light: 'src/pot.svg' } })
    expect(body.trim().split('\n')).toEqual([
      '::::cards',
      ':::card Learn {icon=book}',
      'See [boil](boil.md).',
      ':::',
      ':::card [Lid](ref/lid.md)',
      'Close it.',
      ':::',
      '::::',
    ])
    expect([tabs, description, lost]).toEqual([['Guides', 'ref'], 'Fast and safe.', []])
  },
)

const DOCUSAURUS = {
  'docusaurus.config.js': `module.exports = { title: 'Pots', tagline: 'Boil water',
    url: 'https://a.example', presets: [['classic', { docs: { routeBasePath: '/' } }]],
    themeConfig: { navbar: { items: [
      { type: 'docSidebar', sidebarId: 'guide', label: 'Guide' },
      { type: 'docSidebar', sidebarId: 'ref', label: 'Reference' },
    ] } } }\n`,
  'sidebars.js': "module.exports = { guide: ['boil'], ref: ['lid'] }\n",
  'docs/boil.md': '# Boil\n\nBoil it.\n',
  'docs/lid.md': '# Lid\n\nClose it.\n',
  'src/pages/index.tsx': `import Link from '@docusaurus/Link'
import Features from '@site/src/Features'
function Header() {
  const { siteConfig } = useDocusaurusContext()
  return (<header className={clsx('hero', styles.banner)}>
    <h1 className="hero__title">{siteConfig.title}</h1>
    <p className="hero__subtitle">{siteConfig.tagline}</p>
    <div className={styles.buttons}>
      <Link className="button button--lg" to={useBaseUrl('boil')}>Boil now</Link>
    </div>
  </header>)
}
export default function Home(): JSX.Element { return <Layout><Header /><Features /></Layout> }
`,
  'src/Features/index.tsx': `const list: Item[] = [
  { title: 'Hot', Svg: require('./a.svg').default, description: (<>Very <code>hot</code>.</>) },
  { title: 'Counted', description: <>Of {count} pots.</> },
  { title: 'Closed', description: <>A lid.</>, link: '/lid' },
]
export default function Features() { return <div>{list.map((each) => <Item {...each} />)}</div> }
`,
}

verifies(
  ['import.front_pages', 'import.never_silent'],
  'the program of a front page of Docusaurus gives its buttons and features; sidebars are tabs',
  async () => {
    const { hero, body, tabs, lost, title } = await importFront('docusaurus', DOCUSAURUS)
    expect(hero).toEqual({
      text: 'Boil water',
      actions: [{ title: 'Boil now', link: 'boil.md' }],
    })
    expect(body.match(/^:::card .*/gm)).toEqual([':::card Hot', ':::card [Closed](lid.md)'])
    expect([title, tabs]).toEqual(['Pots', ['Guide', 'Reference']])
    expect(lost).toEqual([expect.stringContaining('the front page is a program')])
  },
)
