import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MANIFEST_FILE } from '../../contract/build.ts'
import type { Result } from '../../contract/result.ts'
import { checkFiles, readLocalBuild } from './local_build.ts'

/** Every byte of a build is read: not again for each request that fails. */
const REST_MS = 5000

/** Knows whether the build that a cache serves is whole. */
export type Inspection = {
  /** Checks every digest if somebody suspects, or the manifest is not the one that was placed. */
  inspect(): Promise<void>
  /** Whether what is in the cache may differ from what was placed there. */
  isDoubtful(): boolean
  /** The build that was found whole; undefined while none is. */
  wholeBuild(): string | undefined
  /** Whether something in it is known to be missing or wrong. */
  isDamaged(): boolean
  /** The build that was found whole at last, whatever is left of it. */
  lastWhole(): string | undefined
  /** Asks for a check; false while the last one is too recent, or the damage is known. */
  requestCheck(): boolean
  /** A whole build was placed, with its manifest. */
  notePlaced(build: string): Promise<void>
}

type InspectionPorts = {
  readonly cacheDir: string
  readonly onDamage: (reason: string) => void
  readonly onRepair: () => void
  readonly stopwatch: () => number
}

export function createInspection(ports: InspectionPorts): Inspection {
  const { cacheDir, onDamage, onRepair, stopwatch } = ports
  let whole: string | undefined
  let lastWhole: string | undefined
  let placed: string | undefined
  // What an earlier process left is checked as well.
  let isSuspected = true
  let isDamaged = false
  // Somebody wrote the manifest: it may name a whole build, and be damaged behind the name.
  let isManifestOthers = false
  let inspectedMs: number | undefined
  const isResting = () => inspectedMs !== undefined && stopwatch() - inspectedMs < REST_MS

  const isDue = async (): Promise<boolean> => {
    if (isDamaged) return false
    if (placed !== undefined && (await identifyManifest(cacheDir)) !== placed) return true
    return isSuspected && !isResting()
  }
  return {
    inspect: async () => {
      if (!(await isDue())) return
      const seen = await identifyManifest(cacheDir)
      // An empty cache is no damage before anything was in it.
      if (seen === undefined && placed === undefined) return
      const found = await checkCache(cacheDir)
      inspectedMs = stopwatch()
      isSuspected = false
      if (found.ok) {
        if (placed !== undefined && seen !== placed) isManifestOthers = true
        ;[whole, lastWhole, placed] = [found.value, found.value, seen]
        return
      }
      whole = undefined
      isDamaged = true
      onDamage(found.error)
    },
    isDoubtful: () => isDamaged || isManifestOthers,
    isDamaged: () => isDamaged,
    wholeBuild: () => whole,
    lastWhole: () => lastWhole,
    requestCheck: () => {
      if (isDamaged) return false
      isSuspected = true
      return !isResting()
    },
    notePlaced: async (build) => {
      placed = await identifyManifest(cacheDir)
      ;[whole, lastWhole] = [build, build]
      if (isDamaged) onRepair()
      ;[isDamaged, isManifestOthers, isSuspected] = [false, false, false]
    },
  }
}

/** Changes with every write of the manifest; undefined when there is none. */
async function identifyManifest(cacheDir: string): Promise<string | undefined> {
  const found = await stat(join(cacheDir, MANIFEST_FILE)).catch(() => undefined)
  return found === undefined ? undefined : `${found.mtimeMs}/${found.size}/${found.ino}`
}

/** The build in the cache; the error names what is missing or has other bytes. */
async function checkCache(cacheDir: string): Promise<Result<string, string>> {
  const read = await readLocalBuild(cacheDir)
  if (!read.ok) return read
  const { listing, folder } = read.value
  return await checkFiles(listing, folder)
}
