import { join } from 'node:path'
import { createCachedPrograms } from '../support/cached_programs.ts'
import { ROOT } from '../support/repository.ts'

/**
 * The judges that npm has, with their versions in `programs/package.json`. They are not among our
 * dependencies: 176 packages with 226 MB, one of which wants to download a Java runtime.
 */
const programs = createCachedPrograms('judge', join(ROOT, 'spec/judge/programs'))

export const NU = join(programs.folder, 'node_modules/vnu-jar/build/dist/vnu.jar')
export const LIGHTHOUSE = join(programs.folder, 'node_modules/lighthouse/cli/index.js')
export const MCPB = join(programs.folder, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js')
export const AFDOCS = join(programs.folder, 'node_modules/afdocs/bin/afdocs.mjs')

export const JAVA = Bun.which('java')
export const CHROMIUM = Bun.which('chromium') ?? Bun.which('chromium-browser')

/** What is missing, with how to get it; nothing if every judge can run. */
export async function findMissing(): Promise<readonly string[]> {
  const lacks = (program: string, fix: string) => `Cannot judge: ${program} is not there: ${fix}`
  return [
    ...(JAVA === null ? [lacks('java', 'apt-get install default-jre-headless')] : []),
    ...(CHROMIUM === null ? [lacks('chromium', 'apt-get install chromium')] : []),
    ...(Bun.which('go') === null ? [lacks('go', 'install Go 1.25 or newer')] : []),
    ...((await programs.install()) ? [] : [lacks('npm', 'run once with the network')]),
  ]
}

/** Runs a judge and gives what it printed: one that complains may exit with any code. */
export async function runJudge(
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = Bun.spawn([...command], {
    env: { ...process.env, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (out.trim() === '') throw new Error(`Cannot read "${command.join(' ')}": no report: ${err}`)
  return out
}
