import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { readBundleConfig } from '../build/packager/bundle.ts'
import { compileOnce } from '../support/compiled_program.ts'
import { placeOurBuild } from '../support/kept_builds.ts'
import { runProgram } from '../support/program.ts'
import { MCPB, runJudge } from './_programs.ts'
import type { Verdict } from './_verdicts.ts'

const TOOLS = 10

/** The tool for bundles: it unpacks ours, validates its manifest, and the program in it answers. */
export async function judgeByMcpb(): Promise<readonly Verdict[]> {
  const home = await mkdtemp(join(tmpdir(), 'lectern-mcpb-'))
  try {
    const [file, folder, dist] = ['docs.mcpb', 'bundle', 'dist'].map((name) => join(home, name))
    await placeOurBuild(dist ?? '')
    const words = ['package', '--mcpb', file ?? '', '--program', await compileOnce()]
    const made = await runProgram(words, { DIST_DIR: dist ?? '' })
    if (made.code !== 0) throw new Error(made.err)
    await runJudge([process.execPath, MCPB, 'unpack', file ?? '', folder ?? ''])
    const said = await runJudge([process.execPath, MCPB, 'validate', `${folder}/manifest.json`])
    const tools = await countTools(folder ?? '')
    const isKept = said.includes('validation passes') && tools === TOOLS
    const found = `${said.trim()} ${tools} tools answer`
    const wanted = `passes, ${TOOLS} tools`
    return [{ judge: 'mcpb', figure: 'bundle', found, wanted, isKept, complaints: [] }]
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

/** Starts what the manifest names, with nothing but its own settings. */
async function countTools(folder: string): Promise<number> {
  const { command, args, env } = await readBundleConfig(folder)
  const client = new Client({ name: 'judge', version: '1' })
  await client.connect(new StdioClientTransport({ command, args, env, cwd: tmpdir() }))
  const { tools } = await client.listTools()
  await client.close()
  return tools.length
}
