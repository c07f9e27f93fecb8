import type { PackageFacts } from '../contract/package_files.ts'
import { MCP_PATH } from '../contract/protocol.ts'
import type { Registry } from '../contract/registry.ts'
import type { PackageHost, PackagesEntry } from '../contract/registry_packages.ts'
import { baseOf } from '../corpus_build/model/addresses.ts'

/** All that manifests are made of: names of the registry, and where the server is. */
export type Brand = {
  readonly service: Registry['service']
  readonly tools: Registry['tools']
  readonly packages: PackagesEntry
  /** Address of the front page. */
  readonly home: string
  readonly endpoint: string
}

/** A manifest before it is written: members in the order in which they are read. */
export type Members = Readonly<Record<string, unknown>>

export function brandOf(registry: Registry, packages: PackagesEntry, baseUrl: string): Brand {
  const base = baseOf(baseUrl)
  const { service, tools } = registry
  return { service, tools, packages, home: `${base}/`, endpoint: base + MCP_PATH }
}

export function factsOf({ service, tools, endpoint }: Brand): PackageFacts {
  const { name, version } = service
  return { name, version, tools: tools.map((tool) => tool.name), endpoint }
}

/** Members of one host's manifest, with what the registry says for that host alone. */
export function addHostMembers(
  { packages }: Brand,
  host: Exclude<PackageHost, 'gemini'>,
  members: Members,
): Members {
  return merge(members, packages.hosts?.[host] ?? {})
}

/** A value, where hosts take only addresses that begin with https. */
export function keepHttps(name: string, address: string): Members {
  return address.startsWith('https://') ? { [name]: address } : {}
}

/** Maps are joined, anything else is replaced; the schema of the registry bounds what this is. */
function merge(members: Members, more: Members): Members {
  const entries = Object.entries(more).map(([key, value]): [string, unknown] => {
    const own = members[key]
    return [key, isMembers(own) && isMembers(value) ? merge(own, value) : value]
  })
  return { ...members, ...Object.fromEntries(entries) }
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
