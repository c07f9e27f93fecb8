import { err, ok, type Result } from '../../contract/result.ts'

/** A place in an object store: the prefix is empty or ends in a slash. */
export type StoreAddress = { readonly bucket: string; readonly prefix: string }

/** How a store is reached, as the settings say it; some may be missing. */
export type StoreAccess = {
  /** Undefined for the store of AWS itself. */
  readonly endpoint: string | undefined
  readonly region: string
  readonly accessKeyId: string | undefined
  readonly secretAccessKey: string | undefined
  readonly sessionToken: string | undefined
}

/** A setting that cannot be used: its name, what is wrong, how to fix it. */
type AccessProblem = { readonly name: string; readonly what: string; readonly fix: string }

export function isStoreAddress(text: string): boolean {
  return /^s3:/i.test(text)
}

/** Reads `s3://bucket/prefix`. */
export function parseStoreAddress(text: string): Result<StoreAddress, string> {
  const found = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9._/-]*))?$/.exec(text)
  const [, bucket, path = ''] = found ?? []
  const parts = path.split('/').filter((part) => part !== '')
  if (bucket === undefined || parts.some((part) => /^\.+$/.test(part))) {
    return err('it is not an address such as s3://bucket/prefix')
  }
  return ok({ bucket, prefix: parts.map((part) => `${part}/`).join('') })
}

/** What is missing or wrong to reach a store, all of it. */
export function findAccessProblems(access: StoreAccess): readonly AccessProblem[] {
  const problems: AccessProblem[] = []
  const { endpoint, accessKeyId, secretAccessKey } = access
  for (const [name, value] of [
    ['AWS_ACCESS_KEY_ID', accessKeyId],
    ['AWS_SECRET_ACCESS_KEY', secretAccessKey],
  ] as const) {
    if (value !== undefined) continue
    problems.push({ name, what: 'the object store needs it', fix: 'set it, or its _FILE' })
  }
  if (endpoint === undefined) return problems
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || `${url.search}${url.hash}` !== '') {
    const fix = 'give the address of the store, such as https://objects.example.com'
    problems.push({ name: 'AWS_ENDPOINT_URL', what: 'it is not an http or https address', fix })
  }
  return problems
}
