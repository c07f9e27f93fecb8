import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SPECULATION_RULES_FILE } from '../../../app/contract/mcp_discovery.ts'
import { verifies } from '../../requirements/verifies.ts'
import { ROOT } from '../../support/repository.ts'
import { buildBranded } from './branded_build.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-landing-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const page = (hero: string) => `---
title: Acme
description: It does the rest.
kind: guide
capability: export
updated: 2026-11-24
layout: landing
hero:
${hero}
---

Some text.
`

const HERO = `  text: One promise
  actions:
    - { title: Start, link: export.md }
    - { title: Source, link: https://example.com/acme }
  command: npx acme init
  image: { light: a.png, alt: A window }`

verifies('site.landing', 'a hero is a front for people and Markdown for others', async () => {
  const png = await Bun.file(join(ROOT, 'spec/screenshots/page.png')).bytes()
  const files = { 'pages/front.md': page(HERO), 'pages/a.png': png }
  const { problems, read } = await buildBranded(home, '', files)
  expect(problems).toEqual([])
  const html = await read('front/index.html')
  expect(html).toContain('<body class="landing">')
  expect(html).toContain('<p class="promise">One promise</p>\n<p class="description">It does')
  expect(html).toContain('<div class="hero">\n<ul>\n<li><a href="/manual/export/">Start</a></li>')
  expect(html).not.toContain('class="contents"')
  expect(html).toContain('<data class="status ')
  const twin = await read('front/index.md')
  const body = twin.slice(twin.indexOf('One promise'))
  expect(body.replace(/\.[0-9a-f]{16}\./, '.*.').split(/\n+/)).toEqual([
    'One promise',
    '- [Start](https://docs.example/manual/export/)',
    '- [Source](https://example.com/acme)',
    '```sh',
    'npx acme init',
    '```',
    '![A window](https://docs.example/manual/assets/a.*.png)',
    'Some text.',
    '',
  ])
})

verifies('site.landing', 'what a hero has wrong is named at its key', async () => {
  const files = {
    'pages/front.md': page('  text: One promise\n  actions: [{ title: X, link: no.md }]'),
  }
  const dead = await buildBranded(home, '', files)
  expect(dead.problems).toEqual([
    expect.stringContaining('pages/front.md:8:1: the link "no.md" does not lead to a page'),
  ])
  const wrong = await buildBranded(home, '', { 'pages/front.md': page('  txt: One promise') })
  expect(wrong.problems).toEqual([expect.stringContaining('pages/front.md:9:3: the key "txt" is')])
})

verifies('site.speculation', 'the rules leave out what counts calls', async () => {
  const { read } = await buildBranded(home, '')
  const { prefetch } = JSON.parse(await read(SPECULATION_RULES_FILE))
  const [{ where, eagerness }] = prefetch
  expect(eagerness).toBe('moderate')
  expect(where.and[0]).toEqual({ href_matches: '/manual/*/' })
  for (const name of ['search', 'oauth', 'account', 'mcp', 'a2a', 'api/public']) {
    expect(where.and[1].not.href_matches).toContain(`/manual/${name}{/*}?`)
  }
})
