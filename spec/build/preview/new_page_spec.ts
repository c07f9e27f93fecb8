import { afterAll, expect } from 'bun:test'
import { check } from '../../../app/build/corpus_build/check.ts'
import { verifies } from '../../requirements/verifies.ts'
import { BASE_URL } from '../../support/building.ts'
import { closeAll, openLive, snapshotOf, textOf } from './_live.ts'

afterAll(closeAll)

const BROKEN: Readonly<Record<string, readonly [text: string, title: string, shows: string]>> = {
  'a misspelt key': ['---\ntitel: x\n---\n\n# Green tea\n\nWarm.\n', 'Green tea', 'Warm.'],
  'no title': ['Only *words*.\n', 'New page', 'Only <em>words</em>.'],
  'a wrong date': ['---\nupdated: 2026-02-30\n---\n\n# Old\n\nText.\n', 'Old', 'Text.'],
  'an unknown capability': ['---\ncapability: tee\n---\n\n# Tee\n\nText.\n', 'Tee', 'Text.'],
  'broken YAML': ['---\ntitle: a: b\n---\n\n# A pot\n\nOf clay.\n', 'A pot', 'Of clay.'],
  'no end of the front matter': ['---\ntitle: A\n\nText.\n', 'New page', ''],
}

verifies('dev.new_page', 'a preview shows a new page with any mistake, and each save', async () => {
  for (const [name, [text, title, shows]] of Object.entries(BROKEN)) {
    const { corpus, live } = await openLive()
    const file = await corpus.write('pages/new-page.md', text)
    await live.follow([file])
    live.check()
    const html = await textOf(live, 'new-page/index.html')
    expect([name, html.includes(`<h1>${title}</h1>`), html.includes(shows)]).toEqual([
      name,
      true,
      true,
    ])
    expect(html).not.toContain('<time')
    const said = live.problems().map((problem) => problem.file)
    expect([name, ...new Set(said)]).toEqual([name, `${corpus.folder}/pages/new-page.md`])
    const id = snapshotOf(live).recordAt('new-page')?.id
    expect(live.fileOf(id ?? '')).toBe(`${corpus.folder}/pages/new-page.md`)
    await live.follow([await corpus.write('pages/new-page.md', `${text}\nMore words.\n`)])
    const again = await textOf(live, 'new-page/index.html')
    expect([name, again.includes('More words.')]).toEqual([name, shows !== ''])
    await live.follow([await corpus.write('pages/new-page.md', '# Fixed\n\nText.\n')])
    live.check()
    expect([name, ...live.problems()]).toEqual([name])
    expect(await textOf(live, 'new-page/index.html')).toContain('<h1>Fixed</h1>')
    expect(snapshotOf(live).recordAt('new-page')?.id).toBe(id ?? '')
  }
})

const FOREIGN = `---
sidebar_position: 2
slug: /tea
date: 2024-01-01
tags: [a]
outline: deep
parent: Guides
draft: true
aliases: [/b]
---

# Green tea

Warm.
`

verifies('dev.new_page', 'keys of other generators are warnings that name ours', async () => {
  const { corpus, live } = await openLive({ 'pages/green.md': FOREIGN })
  const checked = await check({ corpusDir: corpus.folder, baseUrl: BASE_URL })
  const warnings = checked.ok ? checked.value.warnings : []
  expect(live.warnings()).toEqual(warnings)
  expect(
    warnings.map(({ line, fix }) => `${line} ${/_folder|"\w+"|draft|one|folder/.exec(fix)?.[0]}`),
  ).toEqual([
    '2 "order"',
    '3 "redirect_from"',
    '4 "updated"',
    '5 "keywords"',
    '6 "layout"',
    '7 folder',
    '8 folder',
    '9 "redirect_from"',
  ])
  expect(await textOf(live, 'green/index.html')).toContain('Warm.')
})
