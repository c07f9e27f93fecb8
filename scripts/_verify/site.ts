import type { Client } from './client.ts'

/** The service under proof: how to reach it, and the address that it gives itself. */
export type Site = {
  readonly client: Client
  /** Base address in everything that the service publishes. */
  readonly baseUrl: string
}

/** The path to ask for where an address lies below the base; absent for foreign addresses. */
export function pathOf({ baseUrl }: Pick<Site, 'baseUrl'>, url: string): string | undefined {
  const base = baseUrl.replace(/\/$/, '')
  if (url === base) return '/'
  if (!url.startsWith(`${base}/`)) return undefined
  return url.slice(base.length).replace(/#.*$/, '')
}
