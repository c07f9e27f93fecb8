import type { PackageFacts } from '../../contract/package_files.ts'
import { MCP_PATH } from '../../contract/protocol.ts'
import type { Registry } from '../../contract/registry.ts'
import type { PackageHost, PackagesEntry } from '../../contract/registry_packages.ts'
import { baseOf } from '../../docs/model/addresses.ts'

/** Everything that manifests are made of: names from the registry, and the address. */
export type Brand = {
  readonly service: Registry['service']
  readonly tools: Registry['tools']
  readonly packages: PackagesEntry
  /** Address of the front page. */
  readonly home: string
  readonly endpoint: string
}

/** Members of a manifest, in order. */
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

/** Adds what the registry says for one host alone to the members of its manifest. */
export function addHostMembers(
  { packages }: Brand,
  host: Exclude<PackageHost, 'gemini'>,
  members: Members,
): Members {
  return merge(members, packages.hosts?.[host] ?? {})
}

/** Keeps a member only if its address begins with https. */
export function keepHttps(name: string, address: string): Members {
  return address.startsWith('https://') ? { [name]: address } : {}
}

/** Joins maps and replaces everything else; the schema of the registry limits both. */
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
