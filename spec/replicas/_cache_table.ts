import { expect } from 'bun:test'
import { join } from 'node:path'
import { CORPUS } from '../support/repository.ts'
import { findAssets } from './load.ts'

/** Expects on every kind of path what the page about a CDN says that caches see. */
export async function expectCacheTable(url: string): Promise<void> {
  const table = await readCacheTable()
  expect(table.length).toBeGreaterThan(15)
  const start = await fetch(`${url}/start/`)
  // Without it, a CDN would mix HTML and Markdown.
  expect(start.headers.get('vary')).toContain('Accept,')
  const [asset = ''] = findAssets(await start.text())
  for (const [path, cacheControl] of table) {
    const answer = await fetch(url + path.replace('/assets/*', asset))
    await answer.bytes()
    expect([path, answer.headers.get('cache-control')]).toEqual([path, cacheControl])
  }
}

/** What the page says that caches see, by path. */
async function readCacheTable(): Promise<
  readonly (readonly [path: string, cacheControl: string])[]
> {
  const page = await Bun.file(join(CORPUS, 'pages/run/cdn.md')).text()
  return [...page.matchAll(/^\| (`\/.*?) \| `(.*?)` \|/gm)].flatMap(([, paths = '', value = '']) =>
    [...paths.matchAll(/`(.*?)`/g)].map(([, path = '']) => [path, value] as const),
  )
}
