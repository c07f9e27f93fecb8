import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { buildBranded } from './branded_build.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-announcement-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const withoutPlace = (problem: string) => problem.replace(/^registry\.yaml:\d+:\d+: /, '')

verifies('site.announcement', 'a banner is above every page until the end of its day', async () => {
  const theme =
    "\ntheme:\n  banner: { text: 'Version 3 & more', url: /guides/start/, until: 2026-11-01 }\n"
  const { problems, read } = await buildBranded(home, theme)
  expect(problems).toEqual([])
  for (const path of ['guides/start/index.html', 'changelog/index.html']) {
    expect(await read(path)).toContain(
      '<aside class="announcement" aria-label="Announcement" data-nosnippet>' +
        '<a href="/manual/guides/start/">Version 3 &amp; more</a></aside>',
    )
  }
  expect(await read('guides/start/index.md')).not.toContain('Version 3')
  const over = await buildBranded(
    home,
    theme,
    {},
    { sourceDateEpoch: Date.UTC(2026, 10, 2) / 1000 },
  )
  expect(await over.read('guides/start/index.html')).not.toContain('announcement')
  const dead = theme.replace('/guides/start/', '/guides/strat/')
  expect((await buildBranded(home, dead)).problems.map(withoutPlace)).toEqual([
    'the link "/guides/strat/" leads to no page: write "/guides/start/"',
  ])
})

verifies('site.head', 'a registry adds to the head what a closed list names', async () => {
  const theme = `
theme:
  head:
    meta: [{ name: google-site-verification, content: 'a"b' }]
    link: [{ rel: me, href: 'https://social.example/@acme' }]
`
  const { problems, read } = await buildBranded(home, theme)
  expect(problems).toEqual([])
  const html = await read('guides/start/index.html')
  expect(html).toContain('<meta name="google-site-verification" content="a&quot;b">')
  expect(html).toContain('<link rel="me" href="https://social.example/@acme">')
  const refused = theme
    .replace('google-site-verification', 'refresh')
    .replace('rel: me', 'rel: stylesheet')
  const said = (await buildBranded(home, refused)).problems.map(withoutPlace)
  expect(said.map((each) => each.slice(0, 36))).toEqual([
    '"name" is "refresh": write one of ap',
    '"rel" is "stylesheet": write one of ',
  ])
})

verifiesLong('site.brand', 'a brand colour needs white text that can be read', async () => {
  // A red of 4.70 under white text is right for fills, and not for links.
  const red = "\ntheme: { brand: { light: '#e80a0a' } }\n"
  const { problems, read } = await buildBranded(home, red)
  expect(problems).toEqual([])
  expect(await read('style.*.css')).toContain('--brand: light-dark(#e80a0a, #e80a0a)')
  const pale = "\ntheme: { brand: { light: '#ff6b6b' } }\n"
  expect((await buildBranded(home, pale)).problems.map(withoutPlace)).toEqual([
    'the brand "#ff6b6b" has a contrast of 2.77 with white text, less than 4.5: ' +
      "write '#c35252'",
  ])
  // Without one, fills follow the accent.
  const accent = "\ntheme: { accent: { light: '#0b6b53' } }\n"
  expect(await (await buildBranded(home, accent)).read('style.*.css')).toContain(
    '--brand: light-dark(#0b6b53, #0b6b53)',
  )
})
