import { afterAll, expect } from 'bun:test'
import { createLiveCorpus } from '../../../app/build/corpus_build/live_corpus.ts'
import { openPublicDocs, type PublicDocs } from '../../../app/docs/public_docs/mod.ts'
import { writeTinyCorpus } from '../../build/preview/_corpus.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { BASE_URL, buildOrThrow, NOW_MS, newFolder, removeFolders } from '../../support/building.ts'
import { createInProcess } from '../../support/in_process_service.ts'
import { post as postA2a } from '../a2a/calls.ts'
import { call as callMcp, OLDER } from '../mcp/calls.ts'

afterAll(removeFolders)

const LIST = `- { from: /manual/install.html, to: /pot/clay/#care }
- { from: /older, to: /manual/install.html }
- { from: "/blog/:slug*", to: "https://blog.example.com/tea/:slug*" }
- { from: "/v1/:slug*", to: "/:slug*" }
- { from: /v1/special/, to: / }
- { from: /index.txt, to: /llms.txt }
- { from: "/gone/:all*", to: /pot/clay/ }
- { from: /notes, to: "/gone/notes/#care" }
`

const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
function ignore(): void {}

async function openWithList(): Promise<PublicDocs> {
  return await openCorpus({
    'redirects.yaml': LIST,
    'pages/pot/clay.md': '# Clay pot\n\nIt keeps warm.\n\n## Care\n\nWith water.\n',
  })
}

async function openCorpus(files: Readonly<Record<string, string>>): Promise<PublicDocs> {
  const { folder } = await writeTinyCorpus(files)
  const distDir = await newFolder()
  await buildOrThrow({ corpusDir: folder, distDir })
  const opened = await openPublicDocs({ distDir, log })
  if (!opened.ok) throw new Error(opened.error)
  return opened.value
}

verifiesLong('ids.redirect_list', 'each entry redirects in every form of a page', async () => {
  const docs = await openWithList()
  const { handle } = createInProcess(docs, log)
  const follow = async (path: string) => {
    const answer = await handle(new Request(`${BASE_URL}${path}`))
    return `${path} ${answer.status} ${answer.headers.get('location')?.replace(BASE_URL, '') ?? ''}`
  }
  const paths =
    '/manual/install.html /manual/install.html/index.md /older/?a=b /blog/2024/k%C3%A4nnchen ' +
    '/blog /v1/pot/clay/index.md /v1/older /v1/special /v1/none /v1/ /index.txt /gone/a/b ' +
    '/notes /manual/'
  expect((await Promise.all(paths.split(' ').map(follow))).join('\n')).toBe(
    `/manual/install.html 308 /pot/clay/#care
/manual/install.html/index.md 308 /pot/clay/index.md
/older/?a=b 308 /pot/clay/?a=b#care
/blog/2024/k%C3%A4nnchen 308 https://blog.example.com/tea/2024/k%C3%A4nnchen
/blog 308 https://blog.example.com/tea/
/v1/pot/clay/index.md 308 /pot/clay/index.md
/v1/older 308 /pot/clay/#care
/v1/special 308 /
/v1/none 404 
/v1/ 308 /
/index.txt 308 /llms.txt
/gone/a/b 308 /pot/clay/
/notes 308 /pot/clay/#care
/manual/ 404 `,
  )
  docs.close()
})

verifies(
  ['pages.below_closed', 'rule.internal_routes_closed'],
  'a site that moves here keeps its addresses below /docs/, which itself stays closed',
  async () => {
    const docs = await openCorpus({
      'redirects.yaml':
        '- { from: "/docs/old/:x*", to: "/docs/:x*" }\n- { from: "/api/:x*", to: "/redoc/:x*" }\n' +
        '- { from: "/changelog/1", to: /docs/clay/ }\n- { from: "/:x*", to: /docs/clay/ }\n',
      'pages/docs/clay.md': '# Clay pot\n\nSee [glaze](/redoc/glaze/).\n',
      'pages/redoc/glaze.md': '# Glaze\n\nIt shines.\n',
    })
    const { handle } = createInProcess(docs, log)
    const follow = async (path: string) => {
      const answer = await handle(new Request(`${BASE_URL}${path}`))
      const to = answer.headers.get('location')?.replace(BASE_URL, '') ?? ''
      return `${path} ${answer.status} ${to}`
    }
    const paths =
      '/docs/clay/ /docs/clay /docs/clay/index.md /redoc/glaze/ /docs/old/clay /api/glaze ' +
      '/changelog/1/ /any /docs /docs/ /docs/index.html /d%6Fcs /redoc /redoc/ /openapi.json ' +
      '/api/public/x /oauth/x /docs-data/x.json /developers/openapi.yaml/ /search/'
    expect((await Promise.all(paths.split(' ').map(follow))).join('\n')).toBe(
      `/docs/clay/ 200${' '}
/docs/clay 308 /docs/clay/
/docs/clay/index.md 200${' '}
/redoc/glaze/ 200${' '}
/docs/old/clay 308 /docs/clay/
/api/glaze 308 /redoc/glaze/
/changelog/1/ 308 /docs/clay/
/any 308 /docs/clay/
/docs 404${' '}
/docs/ 404${' '}
/docs/index.html 404${' '}
/d%6Fcs 404${' '}
/redoc 404${' '}
/redoc/ 404${' '}
/openapi.json 404${' '}
/api/public/x 404${' '}
/oauth/x 404${' '}
/docs-data/x.json 404${' '}
/developers/openapi.yaml/ 404${' '}
/search/ 200${' '}`,
    )
    // Nothing of the site leads to the addresses that are closed.
    const page = await handle(new Request(`${BASE_URL}/redoc/glaze/`))
    const links = [...(await page.text()).matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, to]) => to)
    expect(links).toContain('/docs/clay/')
    expect(links.filter((to) => /^\/(docs|redoc)\/?$/.test(to ?? ''))).toEqual([])
    docs.close()
  },
)

verifies('ids.redirect_list', 'search, read_page and the agent follow old addresses', async () => {
  const docs = await openWithList()
  const { handle } = createInProcess(docs, log)
  const ask = async (request: Request): Promise<string> => {
    const answer = await handle(request)
    return await answer.text()
  }
  const at = `"url":"${BASE_URL}/pot/clay/"`
  const query = encodeURIComponent(`${BASE_URL}/older/`)
  const found = await ask(new Request(`http://localhost/api/public/docs/search?q=${query}`))
  expect(found.split('},{')[0]).toContain(at)
  const args = { id: '/v1/pot/clay.html', section: 'care' }
  const read = await ask(callMcp(OLDER[0], 'tools/call', { name: 'read_page', arguments: args }))
  expect(read).toContain('"markdown":"## Care\\n\\nWith water.')
  const send = (text: string) =>
    ask(
      postA2a(
        JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'SendMessage',
          params: { message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text }] } },
        }),
      ),
    )
  expect(await send('Please read /manual/install.html')).toContain('It keeps warm.')
  expect(await send('Please read /blog/news')).not.toContain('It keeps warm.')
  docs.close()
})

verifies(
  'ids.redirect_list',
  'a preview follows the list, and keeps the last good one',
  async () => {
    const { folder, write } = await writeTinyCorpus()
    const clock = () => NOW_MS
    const live = createLiveCorpus({
      corpusDir: folder,
      baseUrl: BASE_URL,
      clock,
      onIndexed: ignore,
    })
    const follow = async (list: string) => {
      await live.follow([await write('redirects.yaml', list)])
      const leads = live.current()?.movedTo('old')?.url
      return [leads, live.problems().length]
    }
    await live.follow()
    const clay = `${BASE_URL}/pot/clay/`
    expect(live.current()?.movedTo('old')).toBeUndefined()
    expect(await follow('- { from: /old, to: /pot/clay/ }\n')).toEqual([clay, 0])
    expect(await follow('- { from: old, to: }\n')).toEqual([clay, 2])
    expect(await follow('- { from: /old, to: / }\n')).toEqual([`${BASE_URL}/`, 0])
    await live.close()
  },
)
