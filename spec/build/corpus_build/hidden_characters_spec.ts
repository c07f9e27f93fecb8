import { afterAll, expect } from 'bun:test'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { check } from '../../../app/build/corpus_build/check.ts'
import { formatProblem } from '../../../app/contract/problem.ts'
import { verifies } from '../../requirements/verifies.ts'
import { BASE_URL, newFolder, removeFolders } from '../../support/building.ts'
import { callProgram } from '../../support/command_line.ts'

afterAll(removeFolders)

const REGISTRY = `service: { name: tea, title: Tea }
pages: { kind: guide, capability: tea }
capabilities:
  - { id: tea, title: Tea, description: Makes tea., status: available }
`

const CHANGE = `---
title: Pots
date: 2026-01-02
capability: tea
status: available
---

`

async function writeFiles(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await newFolder()
  for (const [file, text] of Object.entries({ 'registry.yaml': REGISTRY, ...files })) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  return folder
}

verifies(
  'check.hidden_characters',
  'check() warns of what nobody sees, with its place',
  async () => {
    const folder = await writeFiles({
      'registry.yaml': REGISTRY.replace('Makes tea.', '"Makes \\e[31mtea."'),
      'pages/pots/_folder.yaml': 'title: P\u2066ots\n',
      'pages/pots/clay.md': '# Clay\n\nFine.\n',
      'pages/index.md':
        '---\ntitle: Tea\ndescription: Hot \u202etea.\n---\n\nFine.\n\nTe\u001b[2Ja.\n',
      'changelog/2026-01-02-pots.md': `${CHANGE}A\u{e0041}pot.\n`,
    })
    const checked = await check({ corpusDir: folder, baseUrl: BASE_URL })
    const warnings = checked.ok ? checked.value.warnings : checked.error
    const lines = warnings.map((each) => formatProblem(each).slice(folder.length + 1))
    const what = (code: string) =>
      `the text has U+${code}, a character that nobody sees and that programs obey: remove it`
    expect(lines).toEqual([
      `changelog/2026-01-02-pots.md:8:2: ${what('E0041')}`,
      `pages/index.md:3:18: ${what('202E')}`,
      `pages/index.md:8:3: ${what('001B')}`,
      `pages/pots/_folder.yaml:1:9: ${what('2066')}`,
      `registry.yaml:4:41: ${what('001B')}`,
    ])
  },
)

verifies('check.hidden_characters', 'check() takes the marks that scripts need', async () => {
  const folder = await writeFiles({
    'pages/index.md': '# چای\n\nמים\u200f (H\u200e2O) و می\u200cخواهم 👩\u200d🍳\n',
  })
  const checked = await check({ corpusDir: folder, baseUrl: BASE_URL })
  expect(checked).toEqual({ ok: true, value: { pages: 1, warnings: [] } })
})

verifies('check.one_line', 'no name of a file forges a line of a report', async () => {
  const forged = 'a\npages/b.md:1:1: forged\u001b[2K\u202e.md'
  const folder = await writeFiles({ 'pages/index.md': '# Tea\n\nHot.\n' })
  await mkdir(join(folder, 'pages', dirname(forged)), { recursive: true })
  await writeFile(join(folder, 'pages', forged), '# A\n\n{{ lost }}\n')
  const settings = { CORPUS_DIR: folder, DIST_DIR: await newFolder() }
  const trial = ['import', join(folder, 'pages'), '--to', await newFolder(), '--check']
  for (const words of [['check'], ['build'], trial]) {
    const { out, err } = await callProgram(words, settings)
    const lines = `${out}${err}`.split('\n')
    expect(lines.filter((line) => /^pages\/b\.md|[\u001b\u202e]/.test(line))).toEqual([])
    expect(lines.filter((line) => line.includes('\\npages/b.md'))).not.toEqual([])
  }
})
