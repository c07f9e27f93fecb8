import type { Client } from './client.ts'

/** The service under test: how to reach it, and the base address that it publishes. */
export type Site = {
  readonly client: Client
  /** Base of every address that the service publishes. */
  readonly baseUrl: string
}

/** The path of an address below the base; absent for other addresses. */
export function pathOf({ baseUrl }: Pick<Site, 'baseUrl'>, url: string): string | undefined {
  if (url === baseUrl) return '/'
  if (!url.startsWith(`${baseUrl}/`)) return undefined
  return url.slice(baseUrl.length).replace(/#.*$/, '')
}
