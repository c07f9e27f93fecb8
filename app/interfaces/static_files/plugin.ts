import { staticPlugin } from '@elysiajs/static'
import { Elysia } from 'elysia'
import { memoize } from '../../contract/memo.ts'
import { err, ok } from '../../contract/result.ts'
import type { Snapshot } from '../../docs/public_docs/mod.ts'
import type { Admit } from '../../foundation/limits/admit.ts'
import type { PeerOf } from '../../foundation/limits/client_address.ts'
import { type AssetBytes, createEarlierAssets } from './_earlier_assets.ts'
import { answerSearch } from './_search_page.ts'
import { createUnreadableFiles } from './_unreadable_files.ts'
import { handle, handleSafely, type ReadAsset, type StaticFilesPorts } from './endpoint.ts'

type StaticFilesPluginPorts = StaticFilesPorts & {
  /** Counts a search of the page of results, as one over the HTTP API. */
  readonly admit: Admit
  readonly peerOf: PeerOf
  /** Milliseconds; only differences count. */
  readonly stopwatch: () => number
}

/** The static files of a build, on every path that no other interface has. */
export function staticFiles(ports: StaticFilesPluginPorts) {
  const earlierAssets = createEarlierAssets({ clock: ports.stopwatch, readAssetIn })
  const unreadable = createUnreadableFiles(ports.log)
  const context = { ...ports, readAsset: createAssetReader(), earlierAssets, unreadable }
  const search = async (request: Request): Promise<Response> =>
    (await answerSearch(request, ports.peerOf(request), ports)) ?? (await handle(request, context))
  return new Elysia()
    .all('/search/', ({ request }) => handleSafely(() => search(request), ports), {
      parse: 'none',
    })
    .all('/', ({ request }) => handle(request, context), { parse: 'none' })
    .all('/*', ({ request }) => handle(request, context), { parse: 'none' })
}

type AssetServer = { handle: (request: Request) => Promise<Response> }

/**
 * Reads assets through one asset server per snapshot, which is never mounted: it gets only names
 * that the build lists, our headers replace its own, and its bytes must have the digest that the
 * build recorded, because it follows links and trusts the disk.
 */
function createAssetReader(): ReadAsset {
  const serverOf = memoize(createAssetServer)
  return async (snapshot, file) => {
    const found = await readThrough(await serverOf(snapshot), file.path)
    if (found?.sha256 === file.sha256) return ok(found.bytes)
    const message = `Cannot read "${file.path}": its bytes are not those of the build`
    return err({ reason: 'unavailable', message })
  }
}

/** Rarely needed, so its server is not kept. */
async function readAssetIn(folder: string, path: string): Promise<AssetBytes | undefined> {
  return await readThrough(await createAssetServer({ folder }), path)
}

async function readThrough(server: AssetServer, path: string): Promise<AssetBytes | undefined> {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  const response = await server.handle(new Request(`http://localhost/${encoded}`))
  if (response.status !== 200) return undefined
  const bytes = new Uint8Array(await response.arrayBuffer())
  const sha256 = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).toHex()
  return { bytes, sha256 }
}

async function createAssetServer({ folder }: Pick<Snapshot, 'folder'>): Promise<AssetServer> {
  const assets = await staticPlugin({
    assets: `${folder}/assets`,
    prefix: '/assets',
    alwaysStatic: false,
    etag: false,
    indexHTML: false,
    decodeURI: true,
    silent: true,
  })
  return new Elysia().use(assets)
}
