import type { Config } from '../settings/config.ts'

/** A host that stands for every address of the machine, and one of those it can be reached at. */
const EVERY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Where a program on this machine reaches the admin port; undefined without such a port. */
export function adminUrl({ adminHost, adminPort }: Config): string | undefined {
  if (adminPort === undefined) return undefined
  const host = EVERY_ADDRESS[adminHost] ?? adminHost
  return `http://${host.includes(':') ? `[${host}]` : host}:${adminPort}`
}
