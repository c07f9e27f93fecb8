import { isLoopback } from '../contract/loopback.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { createPinnedSite } from '../service/network/pinned_site.ts'

/** A manifest of 50,000 pages has about half of these. */
const MANIFEST_BYTES_MAX = 64 * 1024 * 1024

type FetchManifest = (address: string) => Promise<Result<Uint8Array, string>>

/**
 * Fetches manifests of sister sites under the rules for strangers: checked addresses, no redirect,
 * bounded time and size. A site on this machine may have sisters there.
 */
export function createManifestFetch(baseUrl: string, allowsPrivate: boolean): FetchManifest {
  const send = createPinnedSite({
    loopback: isLoopback(new URL(baseUrl)),
    ...(allowsPrivate ? { permits: () => true } : {}),
  })
  return async (url) => {
    try {
      const response = await send(new Request(url, { headers: { accept: 'application/json' } }))
      return response.ok ? await readBody(response) : err(`it answered ${response.status}`)
    } catch (error) {
      return err(error instanceof Error ? error.message : String(error))
    }
  }
}

async function readBody({ body }: Response): Promise<Result<Uint8Array, string>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MANIFEST_BYTES_MAX) return err(`it has more than ${MANIFEST_BYTES_MAX} bytes`)
    chunks.push(chunk)
  }
  return ok(Buffer.concat(chunks))
}
