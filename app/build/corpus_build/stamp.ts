import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { MANIFEST_FILE } from '../../contract/build.ts'
import type { LimitSettings } from '../../contract/limits.ts'
import { listGitFiles } from '../../foundation/files/git_folder.ts'
import { replaceFile } from '../../foundation/files/replacement.ts'
import { encodeJson } from '../../text/source_text/escape.ts'

/** What decides whether a build is that of a corpus. */
export type StampOptions = {
  readonly corpusDir: string
  readonly distDir: string
  readonly baseUrl: string
  readonly limits?: LimitSettings
}

/**
 * Names, sizes and times of everything that a build reads, as one digest: far cheaper than its
 * content. Two states with one stamp may differ only where a tool changes a file and gives it its
 * old size and time back.
 */
export type Stamp = {
  readonly digest: string
  /** Time of the newest file of the corpus in milliseconds since 1970. */
  readonly newestMs: number
}

/** A file that changed a moment ago may change again within the resolution of its time. */
const SETTLED_MS = 2000

const LOCK_NAME = 'ids.lock'
const STAMP_FILE = 'builds/.stamp.json'

/** The folders of the program that a build depends on. */
export const PROGRAM_FOLDERS: readonly string[] = [
  import.meta.dir,
  ...[
    '../packager',
    '../../contract',
    '../../docs',
    '../../foundation/files',
    '../../foundation/tables',
    '../../text',
  ].map((name) => join(import.meta.dir, name)),
]

/** Digest of the program, set by `scripts/compile.ts`: a compiled program has no folders. */
declare const LECTERN_PROGRAM: string | undefined

/** Takes the stamp of what is below these folders: the corpus, then its pages if elsewhere. */
export function takeStamp({ baseUrl, limits }: StampOptions, roots: readonly string[]): Stamp {
  const hasher = new Bun.CryptoHasher('sha256')
  let newestMs = 0
  const add = (path: string): number => {
    const stats = readStats(path)
    hasher.update(`${path} ${stats?.size ?? 'none'} ${stats?.mtimeMs ?? ''}\n`)
    return stats?.mtimeMs ?? 0
  }
  hasher.update(`${baseUrl}\n${JSON.stringify(limits ?? {})}\n`)
  if (typeof LECTERN_PROGRAM === 'string') hasher.update(LECTERN_PROGRAM)
  else for (const folder of PROGRAM_FOLDERS) for (const path of listFiles(folder)) add(path)
  for (const root of roots) {
    const files = listFiles(root)
    // A root without files is one itself, or is missing.
    for (const path of files.length === 0 ? [root] : files) {
      if (!path.endsWith(`/${LOCK_NAME}`)) newestMs = Math.max(newestMs, add(path))
    }
    // A commit changes the dates of pages, and none of their bytes.
    for (const path of listGitFiles(root, ['HEAD', 'index', 'logs/HEAD'])) add(path)
  }
  return { digest: hasher.digest('hex'), newestMs }
}

/** Git may keep its own files from who builds; then they are as if they were not there. */
function readStats(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

/** Keeps the stamp that was taken before the build was made, or compared, from the same inputs. */
export async function saveStamp(
  options: StampOptions,
  roots: readonly string[],
  before: Stamp,
): Promise<void> {
  const after = takeStamp(options, roots)
  if (after.digest !== before.digest) return
  const text = encodeJson({ roots, stamp: addOutputs(options, after) })
  // A build on a read-only disk is compared by its content at each start.
  const path = join(options.distDir, STAMP_FILE)
  await replaceFile(path, text).catch(() => undefined)
  // The times of files are compared by the clock of their disk.
  const writtenMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (after.newestMs > writtenMs - SETTLED_MS) await removeStamp(options.distDir)
}

/** Whether nothing has another name, size or time than when the build was made or compared. */
export function isStamped(options: StampOptions): boolean {
  const kept = readKept(options.distDir)
  if (kept?.roots[0] !== resolve(options.corpusDir)) return false
  return kept.stamp === addOutputs(options, takeStamp(options, kept.roots))
}

/** Forgets the stamp, so that the next start compares content. */
export async function removeStamp(distDir: string): Promise<void> {
  await rm(join(distDir, STAMP_FILE), { force: true }).catch(() => undefined)
}

type StampRecord = { readonly roots: readonly string[]; readonly stamp: string }

function readKept(distDir: string): StampRecord | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(join(distDir, STAMP_FILE), 'utf8'))
    // Only this file writes it, whole or not at all; another value equals no stamp.
    const { roots, stamp } = value as Partial<StampRecord>
    return Array.isArray(roots) && typeof stamp === 'string' ? { roots, stamp } : undefined
  } catch {
    return undefined
  }
}

/** The manifest and the lock are written by the build, after its inputs were read. */
function addOutputs({ corpusDir, distDir }: StampOptions, { digest }: Stamp): string {
  const times = [join(distDir, MANIFEST_FILE), join(corpusDir, LOCK_NAME)].map((path) => {
    const stats = statSync(path, { throwIfNoEntry: false })
    return `${stats?.size ?? 'none'} ${stats?.mtimeMs ?? ''}`
  })
  return [digest, ...times].join('\n')
}

function listFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map(({ parentPath, name }) => `${parentPath}/${name}`)
      .sort()
  } catch {
    return []
  }
}
