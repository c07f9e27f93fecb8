import type { Client } from './client.ts'

/** The service under proof: how to reach it, and the address that it gives itself. */
export type Site = {
  readonly client: Client
  /** Base address in everything that the service publishes. */
  readonly baseUrl: string
}

/** The path to ask for where an address lies below the base; absent for foreign addresses. */
export function pathOf({ baseUrl }: Pick<Site, 'baseUrl'>, url: string): string | undefined {
  if (url === baseUrl) return '/'
  if (!url.startsWith(`${baseUrl}/`)) return undefined
  return url.slice(baseUrl.length).replace(/#.*$/, '')
}
