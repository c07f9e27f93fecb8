import { afterAll, expect } from 'bun:test'
import { check } from '../../../app/build/corpus_build/check.ts'
import { formatProblem } from '../../../app/contract/problem.ts'
import { openPublicDocs } from '../../../app/docs/public_docs/mod.ts'
import { call, OLDER } from '../../interfaces/mcp/calls.ts'
import { verifies } from '../../requirements/verifies.ts'
import { BASE_URL, buildOrThrow, newFolder, removeFolders } from '../../support/building.ts'
import { createInProcess } from '../../support/in_process_service.ts'
import { writeTinyCorpus } from '../preview/_corpus.ts'

afterAll(removeFolders)

const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
function ignore(): void {}

const CLAY =
  '# Clay pot {#pot}\n\nIt keeps warm.\n\n## Care and water {#care #water}\n\n' +
  'Rinse it. <a name="dry"></a>\n\n## End\n\nThat is all.\n'

verifies('pages.anchors', 'links, twin and sections know them, and check the others', async () => {
  const pour = (anchor: string) => `# Tea\n\nPour [it](pot/clay.md#${anchor}).\n`
  const { folder, write } = await writeTinyCorpus({
    'pages/index.md': pour('care-and-water'),
    'pages/pot/clay.md': CLAY,
  })
  const checked = await check({ corpusDir: folder, baseUrl: BASE_URL })
  expect(checked.ok ? [] : checked.error.map(formatProblem)).toEqual([
    `${folder}/pages/index.md:3:11: the anchor "#care-and-water" is not on "pot/clay.md": ` +
      'write one of #care, #end, #pot, #water, #dry',
  ])
  await write('pages/index.md', pour('dry'))
  const distDir = await newFolder()
  await buildOrThrow({ corpusDir: folder, distDir })
  const opened = await openPublicDocs({ distDir, log })
  if (!opened.ok) throw new Error(opened.error)
  const { handle } = createInProcess(opened.value, log)
  const read = async (request: Request) => await (await handle(request)).text()
  const html = await read(new Request(`${BASE_URL}/pot/clay/`))
  expect(html).toContain('>Clay pot</h1>')
  expect(html.match(/It keeps warm\.<\/p>/g)).toHaveLength(1)
  expect(html).toContain('<div class="prose">\n<span id="pot"></span>\n<h2 id="care">')
  expect(await read(new Request(`${BASE_URL}/pot/clay/index.md`))).toEndWith(
    '\n## Care and water <a id="care"></a><a id="water"></a>\n\nRinse it. <a name="dry"></a>\n\n' +
      '## End\n\nThat is all.\n',
  )
  for (const section of ['care', '#water', 'dry', 'Care and water']) {
    const args = { id: '/pot/clay/', section }
    const answer = await read(call(OLDER[0], 'tools/call', { name: 'read_page', arguments: args }))
    expect(answer).toContain('Rinse it.')
    expect(answer).not.toContain('That is all.')
    expect(answer).toContain('\\"sections\\":[\\"care\\",\\"end\\"]')
  }
  const found = await read(new Request('http://localhost/api/public/docs/search?q=rinse'))
  expect(found).toContain('"anchor":"care"')
  opened.value.close()
})
