const TOP_LEVEL: ReadonlySet<string> = new Set([
  'app',
  'corpus',
  'scripts',
  'spec',
  'package.json',
  'bunfig.toml',
  'tsconfig.json',
  'bun.lock',
  'README.md',
  'LICENSE',
  'Containerfile',
  'Dockerfile',
  'compose.yaml',
  'SECURITY.md',
  'CONTRIBUTING.md',
])

const REQUIRED: readonly string[] = [
  'package.json',
  'bunfig.toml',
  'tsconfig.json',
  'bun.lock',
  'README.md',
  'LICENSE',
  '.ci/run',
]

/** Names at the top of the tree that have no place there, and those that are missing. */
export function topLevelFaults(paths: readonly string[]): readonly string[] {
  const foreign = paths.filter((path) => {
    const [top = '', ...below] = path.split('/')
    if (top === '.npmrc') return true
    if (top === '.ci') return path !== '.ci/run'
    const isDotfile = top.startsWith('.') && below.length === 0
    return !isDotfile && !TOP_LEVEL.has(top)
  })
  const missing = REQUIRED.filter((path) => !paths.includes(path))
  return [
    ...foreign.map((path) => `${path}: has no place at the top`),
    ...missing.map((path) => `${path}: missing`),
  ]
}

type Package = Readonly<Record<string, unknown>>

/** Ranges instead of pins, packages that run scripts, dependencies without a reason. */
export function packageFaults(packageJson: string, reasons: string): readonly string[] {
  const parsed: unknown = JSON.parse(packageJson)
  const manifest = membersOf(parsed)
  const pins = ['dependencies', 'devDependencies'].flatMap((kind) =>
    Object.entries(membersOf(manifest[kind])),
  )
  const reasoned = [...reasons.matchAll(/^## (\S+)$/gm)].map((found) => found[1])
  const names = pins.map(([name]) => name)
  return [
    ...pins.flatMap(([name, pin]) =>
      /^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(pin))
        ? []
        : [`${name}: not an exact pin`],
    ),
    ...['optionalDependencies', 'peerDependencies', 'trustedDependencies']
      .filter((kind) => manifest[kind] !== undefined)
      .map((kind) => `package.json: "${kind}" is given`),
    ...Object.keys(membersOf(manifest.scripts))
      .filter((name) => /^(pre|post)?(install|prepare|publish)$/.test(name))
      .map((name) => `package.json: runs "${name}" at install`),
    ...names
      .filter((name) => !reasoned.includes(name))
      .map((name) => `${name}: no reason is given`),
    ...reasoned
      .filter((name) => name !== undefined && !names.includes(name))
      .map((name) => `${name}: a reason without a dependency`),
  ]
}

function membersOf(value: unknown): Package {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

const REGISTRY_NAMES = 'registry|npm|yarnpkg|npmjs|npmmirror|artifactory|nexus'

const FOREIGN: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  {
    what: 'the address of a package registry',
    pattern: new RegExp(`https?://(?:[\\w-]+\\.)*(?:${REGISTRY_NAMES})\\.[\\w./-]+`, 'g'),
  },
  {
    what: 'a path of one machine',
    pattern: /(?<![\w.}$)-])\/(?:work|root|Users|home)\/[\w.-]+/g,
  },
]

/** Schemas that others publish, copied as they are: their examples name what they like. */
const PUBLISHED_BY_OTHERS = /^spec\/build\/packager\/schemas\/[\w.-]+\.json$/

/** Text that would tie the tree to a machine or a registry. */
export function foreignFaults(path: string, text: string): readonly string[] {
  if (PUBLISHED_BY_OTHERS.test(path)) return []
  return FOREIGN.flatMap(({ what, pattern }) =>
    [...text.matchAll(pattern)].map((found) => `${path}: ${what}: ${found[0]}`),
  )
}

/** The lock file names packages and digests, never addresses. */
export function lockFaults(lock: string): readonly string[] {
  return [...lock.matchAll(/https?:\/\/[^"\s]+/g)].map((found) => `bun.lock: ${found[0]}`)
}
