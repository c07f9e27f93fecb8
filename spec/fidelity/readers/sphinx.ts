import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  KINDS,
  type Kind,
  nameOfPicture,
  type SourcePage,
  splitWords,
  type Unit,
} from '../facts.ts'
import { describeFolder } from '../untouched.ts'
import type { Reader } from './reader.ts'

const PROGRAM = join(import.meta.dir, 'read_sphinx.py')

/** How to get what reads a documentation that nobody has read before. */
const INSTALL =
  'create a virtual environment, run "pip install sphinx myst-parser linkify-it-py" in it, and ' +
  'set SPHINX_PYTHON to its python'

/** What Sphinx read of a folder: kind, text, file, first and last line, and target of a link. */
type Block = readonly [string, string, string, number, number, string?]
type Reading = {
  readonly digest: string
  readonly pages: readonly { readonly file: string; readonly units: readonly Block[] }[]
}

/** Documentations of Sphinx and MyST: Sphinx itself says what their pages hold. */
export const SPHINX: Reader = {
  names: ['Sphinx', 'MyST'],
  isWhole: true,
  read: async ({ root }) => {
    const { digest } = await describeFolder(root)
    const reading = (await findRecord(root, digest)) ?? (await runSphinx(root, digest))
    return reading.pages.map(({ file, units }) => makePage(file, units))
  },
}

/** Reads a folder with Sphinx and writes the reading beside it, for those who have no Sphinx. */
export async function recordSphinx(root: string): Promise<string> {
  const { digest } = await describeFolder(root)
  const { pages } = await runSphinx(root, digest)
  const rows = pages.map(({ file, units }) => {
    const blocks = units.map((unit) => `    ${JSON.stringify(unit)}`).join(',\n')
    return `  { "file": ${JSON.stringify(file)}, "units": [\n${blocks}\n  ] }`
  })
  const path = recordOf(root)
  await writeFile(path, `{ "digest": "${digest}", "pages": [\n${rows.join(',\n')}\n] }\n`)
  return path
}

function recordOf(root: string): string {
  return `${root}_reading.json`
}

async function findRecord(root: string, digest: string): Promise<Reading | undefined> {
  const path = recordOf(root)
  if (!existsSync(path)) return undefined
  const reading = parseReading(await Bun.file(path).text())
  if (reading.digest === digest) return reading
  throw new Error(`Cannot read "${path}": the folder beside it has changed; run with --record`)
}

async function runSphinx(root: string, digest: string): Promise<Reading> {
  const python = process.env.SPHINX_PYTHON ?? 'python3'
  const child = Bun.spawn([python, PROGRAM, root], { stdout: 'pipe', stderr: 'pipe' })
  const [printed, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  if ((await child.exited) === 0) return { ...parseReading(printed), digest }
  throw new Error(
    `Cannot read "${root}" with Sphinx: ${errors.trim().split('\n').at(-1)}; ${INSTALL}`,
  )
}

/** Our own program wrote it in this form. */
function parseReading(text: string): Reading {
  return JSON.parse(text) as Reading
}

function makePage(file: string, blocks: readonly Block[]): SourcePage {
  const units = blocks.flatMap((block) => makeUnits(block))
  return { file, units, variants: [], decorations: 0 }
}

function makeUnits([name, text, file, line, lineEnd, target]: Block): readonly Unit[] {
  const kind = KINDS.find((each) => each === name)
  if (kind === undefined) return []
  const more = target === undefined ? {} : { target }
  return valuesOf(kind, text).map((value) => ({ kind, value, file, line, lineEnd, ...more }))
}

function valuesOf(kind: Kind, text: string): readonly string[] {
  if (kind === 'prose') return splitWords(text)
  if (kind === 'picture') return [nameOfPicture(text)]
  return kind === 'table' || kind === 'row' || kind === 'link'
    ? [splitWords(text).join(' ')]
    : [text]
}
