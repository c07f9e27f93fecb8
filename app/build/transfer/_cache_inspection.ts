import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MANIFEST_FILE } from '../../contract/build.ts'
import type { Result } from '../../contract/result.ts'
import { checkFiles, readLocalBuild } from './local_build.ts'

/** Every byte of a build is read: not again for each request that fails. */
const REST_MS = 5000

type InspectionPorts = {
  readonly cacheDir: string
  readonly onDamage: (reason: string) => void
  readonly onRepair: () => void
  readonly stopwatch: () => number
}

/** Knows whether the build that a cache serves is whole. */
export class Inspection {
  readonly #ports: InspectionPorts
  #whole: string | undefined
  #lastWhole: string | undefined
  #placed: string | undefined
  // What an earlier process left is checked as well.
  #isSuspected = true
  #isDamaged = false
  // Somebody wrote the manifest: it may name a whole build, and be damaged behind the name.
  #isManifestOthers = false
  #inspectedMs: number | undefined

  constructor(ports: InspectionPorts) {
    this.#ports = ports
  }

  /** Checks every digest if somebody asked, or the manifest is not the one that was placed. */
  async inspect(): Promise<void> {
    if (!(await this.#isDue())) return
    const { cacheDir, onDamage, stopwatch } = this.#ports
    const seen = await identifyManifest(cacheDir)
    // An empty cache is no damage before anything was in it.
    if (seen === undefined && this.#placed === undefined) return
    const found = await checkCache(cacheDir)
    this.#inspectedMs = stopwatch()
    this.#isSuspected = false
    if (found.ok) {
      if (this.#placed !== undefined && seen !== this.#placed) this.#isManifestOthers = true
      this.#whole = found.value
      this.#lastWhole = found.value
      this.#placed = seen
      return
    }
    this.#whole = undefined
    this.#isDamaged = true
    onDamage(found.error)
  }

  /** Whether what is in the cache may differ from what was placed there. */
  isDoubtful(): boolean {
    return this.#isDamaged || this.#isManifestOthers
  }

  /** Whether something in it is known to be missing or wrong. */
  isDamaged(): boolean {
    return this.#isDamaged
  }

  /** The build that was found whole; undefined while none is. */
  wholeBuild(): string | undefined {
    return this.#whole
  }

  /** The build that was found whole at last, whatever is left of it. */
  lastWhole(): string | undefined {
    return this.#lastWhole
  }

  /** Asks for a check; false while the last one is too recent, or the damage is known. */
  requestCheck(): boolean {
    if (this.#isDamaged) return false
    this.#isSuspected = true
    return !this.#isResting()
  }

  /** A whole build was placed, with its manifest. */
  async notePlaced(build: string): Promise<void> {
    this.#placed = await identifyManifest(this.#ports.cacheDir)
    this.#whole = build
    this.#lastWhole = build
    if (this.#isDamaged) this.#ports.onRepair()
    this.#isDamaged = false
    this.#isManifestOthers = false
    this.#isSuspected = false
  }

  async #isDue(): Promise<boolean> {
    if (this.#isDamaged) return false
    const placed = this.#placed
    if (placed !== undefined && (await identifyManifest(this.#ports.cacheDir)) !== placed)
      return true
    return this.#isSuspected && !this.#isResting()
  }

  #isResting(): boolean {
    const since = this.#inspectedMs
    return since !== undefined && this.#ports.stopwatch() - since < REST_MS
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
