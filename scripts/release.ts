import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { installAbsent } from './_install.ts'
import { RELEASE_TARGETS } from './_release/targets.ts'

const ROOT = resolve(import.meta.dir, '..')
const EXIT = { fine: 0, problems: 1, wrongUse: 2 } as const

const USAGE = `Usage: bun run release [--target NAME]… [--address URL] [--to DIR]

  Makes what is published of a version: a program for each system, the bill of
  materials, the licences, the changes and the digests. The same commit gives the same bytes.
  --target NAME  this system alone, once for each of several:
                 ${RELEASE_TARGETS.map(({ name }) => name).join(', ')}
  --address URL  where the files will lie, for the Homebrew formula and the Scoop manifest
  --to DIR       dist/release unless given; an earlier release there is replaced`

const OPTIONS = {
  help: { type: 'boolean' },
  target: { type: 'string', multiple: true },
  address: { type: 'string' },
  to: { type: 'string' },
} as const

async function main(words: readonly string[]): Promise<number> {
  const given = readWords(words)
  if (typeof given === 'string') return refuse([given])
  if (given.help === true) {
    console.log(USAGE)
    return EXIT.fine
  }
  const { target: names = RELEASE_TARGETS.map(({ name }) => name), address, to } = given
  const targets = RELEASE_TARGETS.filter(({ name }) => names.includes(name))
  const unknown = names.filter((name) => !targets.some((target) => target.name === name))
  const problems = unknown.map((name) => `Cannot release for "${name}": no such target`)
  if (address !== undefined && !/^https:\/\/[^\s?#]+$/.test(address)) {
    problems.push(`Cannot use the address "${address}": it is not one that begins with https://`)
  }
  if (problems.length > 0) return refuse(problems)
  const installed = await installAbsent('all')
  if (installed !== 0) return installed
  // Only now are the packages there that this needs.
  const { makeRelease } = await import('./_release/release.ts')
  const { compile } = await import('./compile.ts')
  const isWhole = await makeRelease({
    root: ROOT,
    folder: resolve(to ?? 'dist/release'),
    targets,
    address: address?.replace(/\/+$/, ''),
    compile,
    say: (line) => console.log(line),
  })
  return isWhole ? EXIT.fine : EXIT.problems
}

function readWords(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: OPTIONS }).values
  } catch (error) {
    return `Cannot release: ${error instanceof Error ? error.message : String(error)}`
  }
}

function refuse(problems: readonly string[]): number {
  console.error([...problems, '', USAGE].join('\n'))
  return EXIT.wrongUse
}

process.exit(await main(process.argv.slice(2)))
