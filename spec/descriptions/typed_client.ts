import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { capture, type ProgramResult } from '../support/program.ts'
import { ROOT } from '../support/repository.ts'

const GENERATOR = Bun.resolveSync('openapi-typescript/bin/cli.js', import.meta.dir)
const COMPILER = join(ROOT, 'node_modules/typescript/bin/tsc')
const PRELOAD = join(import.meta.dir, 'compiler_five.ts')
const PROGRAM = join(import.meta.dir, 'client_program.txt')

/** The strictest settings that a client's author may use. */
const TSCONFIG = {
  compilerOptions: {
    target: 'ESNext',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ESNext', 'DOM', 'DOM.Iterable'],
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    verbatimModuleSyntax: true,
  },
  files: ['client.ts'],
}

/** Generates the types of a client from a description alone. */
export async function generateClient(folder: string, description: string): Promise<ProgramResult> {
  const words = [GENERATOR, description, '--output', join(folder, 'openapi.ts')]
  return await runProgram(folder, ['--preload', PRELOAD, ...words])
}

/** Compiles a client program together with the generated types. */
export async function compileClient(folder: string): Promise<ProgramResult> {
  await copyFile(PROGRAM, join(folder, 'client.ts'))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  return await runProgram(folder, [COMPILER, '--project', folder])
}

/** Runs the compiled program against a service; it prints one response a line. */
export async function runClient(folder: string, base: string): Promise<ProgramResult> {
  return await runProgram(folder, [join(folder, 'client.ts'), base])
}

async function runProgram(folder: string, words: readonly string[]): Promise<ProgramResult> {
  const env = { PATH: process.env.PATH ?? '', HOME: folder, NO_COLOR: '1' }
  return await capture([process.execPath, ...words], folder, env)
}
