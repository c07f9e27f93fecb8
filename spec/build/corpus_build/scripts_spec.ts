import { afterAll, expect } from 'bun:test'
import { openPublicDocs } from '../../../app/docs/public_docs/mod.ts'
import { verifies } from '../../requirements/verifies.ts'
import { BASE_URL, buildOrThrow, newFolder, removeFolders } from '../../support/building.ts'
import { createInProcess } from '../../support/in_process_service.ts'
import { writeTinyCorpus } from '../preview/_corpus.ts'

afterAll(removeFolders)

const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
function ignore(): void {}

const FILES = {
  'pages/ガイド/急須.md': '# 急須\n\n[温め方](温め方.md#湯) と [茶碗](/чай/чашка/)。\n',
  'pages/ガイド/温め方.md': '# 温め方\n\n急須を温めます。\n\n## 湯\n\n熱い。\n',
  'pages/чай/чашка.md': '---\nredirect_from: /старое/\n---\n\n# Чашка\n\nДля чая.\n',
}

verifies('pages.scripts', 'pages are at addresses in their own script', async () => {
  const { folder } = await writeTinyCorpus(FILES)
  const distDir = await newFolder()
  await buildOrThrow({ corpusDir: folder, distDir })
  const opened = await openPublicDocs({ distDir, log })
  if (!opened.ok) throw new Error(opened.error)
  const { handle } = createInProcess(opened.value, log)
  const get = async (path: string) => await handle(new Request(`${BASE_URL}${encodeURI(path)}`))
  const pot = `${BASE_URL}${encodeURI('/ガイド/急須/')}`
  expect(opened.value.current().recordAt('ガイド/急須')?.url).toBe(pot)
  expect((await get('/ガイド/急須')).headers.get('location')).toBe(pot)
  expect((await get('/старое/index.md')).headers.get('location')).toBe(
    `${BASE_URL}${encodeURI('/чай/чашка/index.md')}`,
  )
  const page = await (await get('/ガイド/急須/')).text()
  const links = [encodeURI('/ガイド/温め方/#湯'), encodeURI('/чай/чашка/')]
  for (const link of links) {
    expect(page).toContain(`href="${link}"`)
    expect((await get(decodeURI(link))).status).toBe(200)
  }
  const twin = await (await get('/ガイド/急須/index.md')).text()
  expect(twin).toContain(`](${BASE_URL}${links[0]})`)
  expect(await (await get('/sitemap.xml')).text()).toContain(`<loc>${pot}</loc>`)
  opened.value.close()
})
