import { type Zippable, zipSync } from 'fflate/browser'
import { compare } from '../../contract/problem.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { EmittedFile } from '../../foundation/files/folder_writer.ts'
import { encodeUtf8 } from '../../text/source_text/escape.ts'
import {
  BUNDLE_BUILDS,
  type BundleFacts,
  type BundlePlatform,
  makeBundleManifest,
  nameBundleProgram,
} from './bundle_manifest.ts'

type Bundle = BundleFacts & {
  readonly program: Uint8Array
  /** Files by their path below the folder of builds. */
  readonly builds: readonly EmittedFile[]
}

/** What fits into an archive that every host can read (APPNOTE 4.4.1.4: without ZIP64). */
const FILES_MAX = 65_535
const BYTES_MAX = 2_147_483_647

/** Unix as the origin of a file, so that its mode counts (APPNOTE 4.4.2). */
const UNIX = 3
const PROGRAM_MODE = 0o100755
const FILE_MODE = 0o100644

/** The archive has local times without a zone; the same fields everywhere are the same bytes. */
const WRITTEN = new Date(1980, 0, 1, 12)

/**
 * Packs the program and a build for hosts that install bundles (`.mcpb`). The same parts give the
 * same bytes on every machine: names are sorted, times fixed, and the compression is our library's
 * and not that of the system.
 */
export function packBundle(bundle: Bundle): Result<Uint8Array, string> {
  const { program, builds, platform } = bundle
  const programPath = nameBundleProgram(platform)
  const manifest = encodeUtf8(`${JSON.stringify(makeBundleManifest(bundle), null, 2)}\n`)
  const files = [
    { path: 'manifest.json', bytes: manifest },
    { path: programPath, bytes: program },
    ...builds.map(({ path, bytes }) => ({ path: `${BUNDLE_BUILDS}/${path}`, bytes })),
  ]
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (files.length > FILES_MAX || total > BYTES_MAX) {
    const size = `${files.length} files and ${total} bytes`
    return err(`Cannot bundle: ${size} are more than the ${FILES_MAX} and ${BYTES_MAX} of a bundle`)
  }
  const entries: Zippable = {}
  for (const { path, bytes } of files.sort((one, other) => compare(one.path, other.path))) {
    const mode = path === programPath ? PROGRAM_MODE : FILE_MODE
    entries[path] = [bytes, { os: UNIX, attrs: mode * 0x10000, mtime: WRITTEN }]
  }
  return ok(zipSync(entries))
}

const ELF = [0x7f, 0x45, 0x4c, 0x46]
const MACH_O_64 = [0xcf, 0xfa, 0xed, 0xfe]
const PE = [0x4d, 0x5a]

/** The system that a program is for, by its first bytes. */
export function recognisePlatform(program: Uint8Array): BundlePlatform | undefined {
  const startsWith = (magic: readonly number[]) => magic.every((byte, at) => program[at] === byte)
  if (startsWith(ELF)) return 'linux'
  if (startsWith(MACH_O_64)) return 'darwin'
  return startsWith(PE) ? 'win32' : undefined
}
