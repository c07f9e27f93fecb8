import { openPublicDocs } from '../../../app/docs/public_docs/mod.ts'
import { createInProcess } from '../../support/in_process_service.ts'

const ignore = () => undefined
export const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore }

export const attribute = (element: string, name: string): string | undefined =>
  new RegExp(` ${name}="([^"]*)"`).exec(element)?.[1]

type ServedSites = {
  /** The answer of the site whose address begins like this; none from anywhere else. */
  readonly get: (url: string) => Promise<Response | undefined>
  readonly stop: () => Promise<void>
}

/** Sites as services on this machine, asked by the addresses that they have. */
export async function serveSites(
  sites: readonly (readonly [address: string, distDir: string])[],
): Promise<ServedSites> {
  const served = await Promise.all(
    sites.map(async ([address, distDir]) => {
      const opened = await openPublicDocs({ distDir, log: SILENT })
      if (!opened.ok) throw new Error(opened.error)
      const { handle } = createInProcess(opened.value, SILENT)
      const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: handle })
      return [address, { server, docs: opened.value }] as const
    }),
  )
  const byOrigin = new Map(served)
  return {
    get: async (url: string): Promise<Response | undefined> => {
      const { origin, pathname, search } = new URL(url)
      const port = byOrigin.get(origin)?.server.port
      if (port === undefined) return undefined
      return await fetch(`http://127.0.0.1:${port}${pathname}${search}`, { redirect: 'manual' })
    },
    stop: async () => {
      for (const { server, docs } of byOrigin.values()) {
        await server.stop(true)
        docs.close()
      }
    },
  }
}

export type PageLinks = {
  readonly alternates: readonly string[]
  readonly canonical: string | undefined
  readonly latest: string | undefined
}

export function readCrawled(html: string): PageLinks & { readonly links: readonly string[] } {
  const elements = [...html.matchAll(/<(?:a|link) [^>]*>/g)].map(([element]) => element)
  const find = (mark: string) => elements.filter((element) => element.includes(mark))
  const alternates = find('rel="alternate" hreflang=').map((element) => {
    return `${attribute(element, 'hreflang')} ${attribute(element, 'href')}`
  })
  const [canonical = ''] = find('rel="canonical"')
  return {
    alternates: alternates.sort(),
    canonical: attribute(canonical, 'href'),
    latest: /<p class="notice old-version">[^<]*<a href="([^"]*)"/.exec(html)?.[1],
    links: elements.flatMap((element) => attribute(element, 'href') ?? []),
  }
}
