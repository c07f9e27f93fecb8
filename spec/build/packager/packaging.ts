import { chmod, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BRIDGE } from '../../interfaces/mcp/hosts.ts'
import { INSPECTOR_PROGRAM } from '../../interfaces/mcp/inspector.ts'
import { callProgram } from '../../support/command_line.ts'
import type { ProgramResult } from '../../support/program.ts'
import { writePlainCorpus } from '../../support/renamed_registry.ts'

export const BASE_URL = 'https://docs.example'
export const ENDPOINT = `${BASE_URL}/mcp`

const made: string[] = []

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-package-'))
  made.push(folder)
  return folder
}

/** Creates a small corpus with our registry, after replacing some of its text. */
export async function createCorpus(...changes: readonly [string, string][]): Promise<string> {
  const corpus = await writePlainCorpus()
  made.push(corpus)
  const file = join(corpus, 'registry.yaml')
  let text = await readFile(file, 'utf8')
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`Cannot replace "${from}": absent from the registry`)
    text = text.replaceAll(from, to)
  }
  await writeFile(file, text)
  return corpus
}

export async function removeFolders(): Promise<void> {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true })
}

/** Runs a command of the program over a corpus. */
export async function runOver(
  corpus: string,
  words: readonly string[],
  baseUrl: string = BASE_URL,
): Promise<ProgramResult> {
  return await callProgram(words, {
    CORPUS_DIR: corpus,
    DIST_DIR: join(corpus, 'x'),
    BASE_URL: baseUrl,
  })
}

const runs = new Map<string, Promise<ProgramResult>>()

/** As `runOver`, but once: for a command that writes nothing, over a corpus that stays. */
export async function runOnce(
  corpus: string,
  words: readonly string[],
  baseUrl: string = BASE_URL,
): Promise<ProgramResult> {
  const key = JSON.stringify([corpus, words, baseUrl])
  const run = runs.get(key) ?? runOver(corpus, words, baseUrl)
  runs.set(key, run)
  return await run
}

/** Writes the package of a corpus into a new folder, which must succeed. */
export async function packageCorpus(corpus: string, baseUrl: string = BASE_URL): Promise<string> {
  const folder = join(await newFolder(), 'package')
  const ran = await runOver(corpus, ['package', '--to', folder], baseUrl)
  if (ran.code !== 0) throw new Error(`Cannot package: exit ${ran.code}: ${ran.err}`)
  return folder
}

/**
 * Creates programs with the names that `connect` prints. Most only print their arguments; `npx`
 * starts the installed package instead of fetching it.
 */
export async function createPrograms(): Promise<string> {
  const folder = await newFolder()
  const npx = `shift; case "$1" in
    mcp-remote) shift; exec '${process.execPath}' '${BRIDGE}' "$@";;
    @modelcontextprotocol/inspector) shift; exec '${process.execPath}' '${INSPECTOR_PROGRAM}' "$@";;
    esac; exit 9`
  const scripts = { npx, claude: '', code: '', copilot: '', codex: '', gemini: '' }
  for (const [name, script] of Object.entries(scripts)) {
    const body = script === '' ? 'printf "%s\\n" "$@"' : script
    await writeFile(join(folder, name), `#!/bin/sh\n${body}\n`)
    await chmod(join(folder, name), 0o755)
  }
  return folder
}

/** Copies a package for a test that changes it. */
export async function copyPackage(folder: string): Promise<string> {
  const copy = join(await newFolder(), 'package')
  await cp(folder, copy, { recursive: true })
  return copy
}

/** Text of each file of a folder, by path below it. */
export async function readTexts(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
  const texts = await Promise.all(paths.map((path) => readFile(join(folder, path), 'utf8')))
  return new Map(paths.map((path, at) => [path, texts[at] ?? '']))
}

/** Lists the members of all maps in a value, at any depth. */
export function listMembers(value: unknown): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) => [
    ...(Array.isArray(value) ? [] : [[key, member] as const]),
    ...listMembers(member),
  ])
}
