/** A system that a release has a program for. */
export type ReleaseTarget = {
  /** As in the names of files: system, processor and, where it is not the usual one, C library. */
  readonly name: string
  readonly system: 'linux' | 'darwin' | 'windows'
  readonly processor: 'x64' | 'arm64'
  readonly library?: 'musl'
}

export const RELEASE_TARGETS: readonly ReleaseTarget[] = [
  { name: 'linux-x64', system: 'linux', processor: 'x64' },
  { name: 'linux-arm64', system: 'linux', processor: 'arm64' },
  { name: 'linux-x64-musl', system: 'linux', processor: 'x64', library: 'musl' },
  { name: 'linux-arm64-musl', system: 'linux', processor: 'arm64', library: 'musl' },
  { name: 'darwin-x64', system: 'darwin', processor: 'x64' },
  { name: 'darwin-arm64', system: 'darwin', processor: 'arm64' },
  { name: 'windows-x64', system: 'windows', processor: 'x64' },
  { name: 'windows-arm64', system: 'windows', processor: 'arm64' },
]

export function runtimeOf(target: ReleaseTarget): Bun.Build.CompileTarget {
  const { system, processor, library } = target
  // The compiler does not see that a musl library exists for Linux alone.
  const name = `bun-${system}-${processor}${library === undefined ? '' : `-${library}`}`
  // Each name in the list above is one that Bun has a runtime for.
  return name as Bun.Build.CompileTarget
}
