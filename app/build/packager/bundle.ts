import { type Zippable, zipSync } from 'fflate/browser'
import { DESCRIPTION_CHARACTERS_MAX } from '../../contract/package_files.ts'
import { compare } from '../../contract/problem.ts'
import type { Registry } from '../../contract/registry.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { baseOf } from '../../docs/model/addresses.ts'
import type { EmittedFile } from '../../foundation/files/folder_writer.ts'
import { encodeUtf8, shorten } from '../../text/source_text/escape.ts'
import { keepHttps, type Members } from './brand.ts'

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

/** Systems, as manifests of bundles name them. */
type BundlePlatform = 'linux' | 'darwin' | 'win32'

type BundleFacts = {
  readonly registry: Registry
  /** The address in the pages of the build. */
  readonly baseUrl: string
  readonly platform: BundlePlatform
}

/** Where a bundle has its builds. */
const BUNDLE_BUILDS = 'dist'

/** Where a bundle has its program: hosts on Windows look for a name that ends so. */
function nameBundleProgram(platform: BundlePlatform): string {
  return `server/lectern${platform === 'win32' ? '.exe' : ''}`
}

/**
 * The manifest of an MCP bundle, version 0.3: `lectern stdio` over the build beside it. Hosts
 * refuse members that the version does not know.
 */
function makeBundleManifest({ registry, baseUrl, platform }: BundleFacts): Members {
  const { service, packages, tools } = registry
  const { name, url } = service.organization
  const program = nameBundleProgram(platform)
  const home = `${baseOf(baseUrl)}/`
  const { identifier } = service.license
  return {
    manifest_version: '0.3',
    name: service.name,
    display_name: service.title,
    version: service.version,
    description: shorten(packages?.description ?? service.description, DESCRIPTION_CHARACTERS_MAX),
    author: { name, url },
    ...(packages?.repository === undefined
      ? {}
      : { repository: { type: 'git', url: packages.repository.url } }),
    ...keepHttps('homepage', home),
    ...keepHttps('documentation', home),
    server: {
      type: 'binary',
      entry_point: program,
      mcp_config: {
        command: `\${__dirname}/${program}`,
        args: ['stdio'],
        env: { DIST_DIR: `\${__dirname}/${BUNDLE_BUILDS}` },
      },
    },
    tools: tools.map(({ name: tool, title }) => ({ name: tool, description: title })),
    prompts_generated: true,
    ...(packages === undefined ? {} : { keywords: packages.keywords }),
    ...(identifier === 'NOASSERTION' ? {} : { license: identifier }),
    compatibility: { platforms: [platform] },
  }
}
