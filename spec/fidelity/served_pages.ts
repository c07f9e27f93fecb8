import { createLiveCorpus } from '../../app/build/corpus_build/live_corpus.ts'
import { openPublicDocs } from '../../app/docs/public_docs/mod.ts'
import { BASE_URL, buildOrThrow } from '../support/building.ts'
import { createInProcess } from '../support/in_process_service.ts'
import type { OutputPage } from './facts.ts'
import { readOutputPage } from './output_pages.ts'

type Read = (address: string) => Promise<string>

/** Every page of the sitemap as a service with a build answers it: HTML and twin. */
export async function readServedPages(
  corpusDir: string,
  distDir: string,
): Promise<readonly OutputPage[]> {
  await buildOrThrow({ corpusDir, distDir })
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
  const opened = await openPublicDocs({ distDir, log })
  if (!opened.ok) throw new Error('Cannot open the build')
  const { handle } = createInProcess(opened.value, log)
  return await readListed(async (address) => {
    const answer = await handle(new Request(address))
    return answer.status === 200 ? await answer.text() : ''
  })
}

/** The same pages as the preview shows them, which takes a tenth of the time. */
export async function readPreviewPages(corpusDir: string): Promise<readonly OutputPage[]> {
  return await withPreview(corpusDir, readListed)
}

/** Calls `take` with the HTML of each page of the preview, which is not kept. */
export async function readPreview(
  corpusDir: string,
  take: (address: string, html: string) => void,
): Promise<void> {
  await withPreview(corpusDir, async (read) => {
    for (const address of await readSitemap(read)) take(address, await read(folderOf(address)))
  })
}

async function withPreview<T>(corpusDir: string, use: (read: Read) => Promise<T>): Promise<T> {
  const options = { corpusDir, baseUrl: BASE_URL, clock: Date.now, onIndexed: ignore }
  const live = createLiveCorpus(options)
  try {
    await live.follow()
    const snapshot = live.current()
    if (snapshot === undefined || live.problems().length > 0) throw new Error('Cannot show pages')
    return await use(async (address) => {
      const path = decodeURIComponent(new URL(address).pathname.slice(1))
      const file = snapshot.file(path.replace(/(^|\/)$/, '$1index.html'))
      const read = await file?.read()
      return read?.ok === true ? new TextDecoder().decode(read.value) : ''
    })
  } finally {
    await live.close()
  }
}

async function readListed(read: Read): Promise<readonly OutputPage[]> {
  const pages: OutputPage[] = []
  for (const address of await readSitemap(read)) {
    const folder = folderOf(address)
    const twin = await read(`${folder}index.md`)
    if (twin !== '') pages.push(readOutputPage(address, await read(folder), twin))
  }
  return pages
}

async function readSitemap(read: Read): Promise<readonly string[]> {
  const sitemap = await read(`${BASE_URL}/sitemap.xml`)
  return [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
}

function folderOf(address: string): string {
  return address.replace(/\/?$/, '/')
}

function ignore(): void {}
