import { createLiveCorpus } from '../../app/corpus_build/live_corpus.ts'
import { openPublicDocs } from '../../app/public_docs/mod.ts'
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
  const options = { corpusDir, baseUrl: BASE_URL, clock: Date.now, onIndexed: ignore }
  const live = createLiveCorpus(options)
  try {
    await live.follow()
    const snapshot = live.current()
    if (snapshot === undefined || live.problems().length > 0) throw new Error('Cannot show pages')
    return await readListed(async (address) => {
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
  const sitemap = await read(`${BASE_URL}/sitemap.xml`)
  const pages: OutputPage[] = []
  for (const [, address = ''] of sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)) {
    const folder = address.replace(/\/?$/, '/')
    const twin = await read(`${folder}index.md`)
    if (twin !== '') pages.push(readOutputPage(address, await read(folder), twin))
  }
  return pages
}

function ignore(): void {}
