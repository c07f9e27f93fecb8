import { afterAll, expect } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suggestLanguage } from '../../../app/build/new_corpus/mod.ts'
import { importDocs } from '../../../app/import/corpus/mod.ts'
import { createFolders } from '../../import/generators/importing.ts'
import { verifies } from '../../requirements/verifies.ts'
import { buildOrThrow, NOW_MS, newFolder, removeFolders, textOf } from '../../support/building.ts'

afterAll(removeFolders)

const JAPANESE = {
  'index.md': '# お茶\n\n湯をゆっくり注ぎます。\n',
  'pot.md': '# 急須\n\n急須は土でできています。\n',
  'cups.md': '# 湯呑み\n\n湯呑みを温めます。\n',
  'tea.md': '# Tea\n\nIt is hot.\n',
}
const CHINESE = { 'cup.md': '# 茶杯\n\n把水煮沸，然后倒入杯中。\n' }

verifies('pages.language', 'a site whose pages are Japanese says so', async () => {
  const htmlOf = await buildSite('', { ...JAPANESE, ...CHINESE })
  for (const page of ['', 'tea/', 'cup/', 'search/']) {
    expect(await htmlOf(page)).toContain('<html lang="ja" dir="ltr">')
  }
  expect(await htmlOf('')).toContain('<article>')
  expect(await htmlOf('cup/')).toContain('<article lang="zh">')
})

verifies('pages.language', 'a page in another script than its site states its own', async () => {
  for (const language of ['en', 'ar']) {
    const htmlOf = await buildSite(`, language: ${language}`, JAPANESE)
    expect(await htmlOf('')).toContain(`<html lang="${language}"`)
    expect(await htmlOf('')).toContain(
      language === 'ar' ? '<article lang="ja" dir="ltr">' : '<article lang="ja">',
    )
    expect(await htmlOf('tea/')).toContain('<article>')
  }
  const htmlOf = await buildSite(', language: zh-Hant', CHINESE)
  expect(await htmlOf('cup/')).toContain('<article>')
})

verifies('pages.language', 'init and import name the language of the pages', async () => {
  const [folder, to] = await createFolders(await newFolder(), JAPANESE)
  expect(await suggestLanguage(folder)).toBe('ja')
  expect(await suggestLanguage(await newFolder())).toBe('en')
  const imported = await importDocs({ from: folder, to, nowMs: NOW_MS })
  expect(imported.ok && imported.value.product?.language).toBe('ja')
  expect(await readFile(join(to, 'registry.yaml'), 'utf8')).toContain('language: ja')
  const [english, toEnglish] = await createFolders(await newFolder(), { 'a.md': '# A\n\nTea.\n' })
  const other = await importDocs({ from: english, to: toEnglish, nowMs: NOW_MS })
  expect(other.ok && other.value.product?.language).toBeUndefined()
})

async function buildSite(more: string, pages: Readonly<Record<string, string>>) {
  const named = Object.entries(pages).map(([name, text]) => [`pages/${name}`, text])
  const [corpusDir] = await createFolders(await newFolder(), {
    'registry.yaml': `service: { name: tea, title: Tea${more} }
pages: { kind: guide, capability: documentation }
`,
    ...Object.fromEntries(named),
  })
  const distDir = await newFolder()
  await buildOrThrow({ corpusDir, distDir })
  return (folder: string) => textOf(distDir, `${folder}index.html`)
}
