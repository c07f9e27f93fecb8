import { readFile } from 'node:fs/promises'
import { packBundle, recognisePlatform } from '../build/packager/mod.ts'
import { readPublicBuild } from '../build/transfer/local_build.ts'
import { MANIFEST_FILE } from '../contract/build.ts'
import { isLoopback } from '../contract/loopback.ts'
import { err, ok, type Result } from '../contract/result.ts'
import { openPublicDocs } from '../docs/public_docs/mod.ts'
import { replaceFile } from '../foundation/files/replacement.ts'
import { describeSystemError } from '../foundation/files/system_problem.ts'
import { explainNoBuild } from '../service/first_docs.ts'
import type { Config } from '../service/settings/config.ts'
import { createStderrLog } from '../service/stderr_log.ts'
import { EXIT, isCompiled } from './command.ts'
import { reportProblems, reportWrongUse } from './report_lines.ts'

const ENDING = '.mcpb'

/** Writes the program and the build in DIST_DIR as one file that desktop hosts install. */
export async function runBundle(
  config: Config,
  file: string,
  program: string | undefined,
): Promise<number> {
  if (!file.endsWith(ENDING)) {
    return reportWrongUse(`Cannot bundle into "${file}": hosts take names that end in ${ENDING}`)
  }
  const chosen = program ?? (isCompiled() ? process.execPath : undefined)
  if (chosen === undefined) {
    const fix = 'make one with "bun run compile", and name it with --program'
    return reportWrongUse(`Cannot bundle this program: it runs from its sources: ${fix}`)
  }
  const parts = await readParts(config, chosen)
  if (!parts.ok) return reportFaults(parts.error)
  const packed = packBundle(parts.value)
  if (!packed.ok) return reportFaults([packed.error])
  try {
    await replaceFile(file, packed.value)
  } catch (error) {
    const problem = describeSystemError(error, file)
    if (problem === undefined) throw error
    return reportProblems([problem])
  }
  const { platform, registry, baseUrl, from, build } = parts.value
  if (isLoopback(new URL(baseUrl))) {
    console.error(
      `warning: pages of the build have addresses below ${baseUrl}: build with BASE_URL`,
    )
  }
  const { version } = registry.service
  console.log(`Wrote bundle ${version} for ${platform} with build ${build} in ${file}`)
  if (from !== build) {
    console.log(`It is build ${from} without business registry and example workspace`)
  }
  return EXIT.fine
}

function reportFaults(faults: readonly string[]): number {
  for (const fault of faults) console.error(fault)
  return EXIT.problems
}

type Parts = Parameters<typeof packBundle>[0] & {
  /** The build in DIST_DIR, and the one in the bundle. */
  readonly from: string
  readonly build: string
}

/** The error lists what is wrong with the program and with the build. */
async function readParts(config: Config, path: string): Promise<Result<Parts, readonly string[]>> {
  const program = await readProgram(path)
  const read = await readBuilds(config)
  if (!program.ok || !read.ok) {
    return err([program, read].flatMap((part) => (part.ok ? [] : [part.error])))
  }
  return ok({ ...program.value, ...read.value })
}

type Program = Pick<Parts, 'program' | 'platform'>

async function readProgram(path: string): Promise<Result<Program, string>> {
  try {
    const program = new Uint8Array(await readFile(path))
    const platform = recognisePlatform(program)
    if (platform !== undefined) return ok({ program, platform })
    return err(`Cannot bundle "${path}": it is no program for Linux, macOS or Windows`)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return err(`Cannot read the program "${path}": ${reason}`)
  }
}

type Builds = Omit<Parts, keyof Program>

/** Opens the build as `stdio` will in the bundle, and reads its files with their digests. */
async function readBuilds(config: Config): Promise<Result<Builds, string>> {
  const { distDir } = config
  const { log } = createStderrLog(config)
  const opened = await openPublicDocs({ distDir, log })
  if (!opened.ok) return err(explainNoBuild(config, opened.error))
  const { registry, baseUrl, build: current } = opened.value.current()
  opened.value.close()
  const read = await readPublicBuild(distDir)
  if (!read.ok) return read
  const { from, content } = read.value
  if (from !== current) {
    return err(`Cannot bundle "${distDir}": it got another build meanwhile: bundle again`)
  }
  const { build, manifest } = content
  const below = content.files.map(({ path, bytes }) => ({ path: `builds/${build}/${path}`, bytes }))
  return ok({
    registry,
    baseUrl,
    from,
    build,
    builds: [{ path: MANIFEST_FILE, bytes: manifest }, ...below],
  })
}
