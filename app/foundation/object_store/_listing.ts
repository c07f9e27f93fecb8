import { repeatPassing } from './attempts.ts'
import { ObjectStoreFailure } from './failure.ts'

export type ListedObject = {
  readonly key: string
  readonly etag: string
  /** By the clock of the store, in whole seconds. */
  readonly modifiedMs: number
}

const PAGE_MS_MAX = 5000

/** What the store would say again; the client names everything else that went wrong on the way. */
const LASTING = /^(NoSuch|Access|Invalid|Signature|Forbidden|Unknown)/

type Page = Awaited<ReturnType<Bun.S3Client['list']>>

/** Every object below a prefix of the bucket; keys are whole. */
export async function listObjects(
  client: Bun.S3Client,
  prefix: string,
): Promise<readonly ListedObject[]> {
  const pages = await listPages(client, { prefix })
  return pages
    .flatMap(({ contents = [] }) => contents)
    .map(({ key, eTag = '', lastModified = '' }) => {
      // Some stores escape the quotes, or leave them out.
      const tag = eTag.replaceAll(/&quot;|&#34;|"/g, '')
      return { key, etag: `"${tag}"`, modifiedMs: Date.parse(String(lastModified)) }
    })
}

/** The folders directly below a prefix that ends in a slash; their keys end in one, too. */
export async function listFolders(
  client: Bun.S3Client,
  prefix: string,
): Promise<readonly string[]> {
  const pages = await listPages(client, { prefix, delimiter: '/' })
  return pages.flatMap(({ commonPrefixes = [] }) => commonPrefixes.map((folder) => folder.prefix))
}

async function listPages(
  client: Bun.S3Client,
  query: { readonly prefix: string; readonly delimiter?: string },
): Promise<readonly Page[]> {
  const pages: Page[] = []
  let token: string | undefined
  do {
    const next = token === undefined ? {} : { continuationToken: token }
    const page = await repeatPassing(() => answerInTime(client.list({ ...query, ...next })))
    pages.push(page)
    token = page.isTruncated === true ? page.nextContinuationToken : undefined
  } while (token !== undefined)
  return pages
}

/** The runtime's client has no deadline: a store that is frozen would be waited for. */
async function answerInTime(asked: Promise<Page>): Promise<Page> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new ObjectStoreFailure('it did not answer in time', 'silent')),
    PAGE_MS_MAX,
  )
  try {
    return await Promise.race([asked, late.promise])
  } catch (error) {
    if (error instanceof ObjectStoreFailure) throw error
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const reason = String(code ?? error)
    throw new ObjectStoreFailure(reason, LASTING.test(reason) ? 'lasting' : 'passing')
  } finally {
    clearTimeout(timer)
  }
}
