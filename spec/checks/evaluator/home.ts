import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newFolder } from '../../support/building.ts'
import { callProgram } from '../../support/command_line.ts'
import type { ProgramResult } from '../../support/program.ts'

export type Home = { readonly corpusDir: string; readonly distDir: string }

export async function createHome(corpusDir: string): Promise<Home> {
  return { corpusDir, distDir: join(await newFolder(), 'dist') }
}

export async function runIn(
  { corpusDir, distDir }: Home,
  ...words: readonly string[]
): Promise<ProgramResult> {
  return await callProgram(words, { CORPUS_DIR: corpusDir, DIST_DIR: distDir })
}

export async function writeEval({ corpusDir }: Home, name: string, text: string): Promise<void> {
  await mkdir(join(corpusDir, 'eval'), { recursive: true })
  await writeFile(join(corpusDir, 'eval', name), text)
}

type Answer = {
  readonly kinds: Readonly<Record<string, { readonly queries: number; readonly mrr: number }>>
  readonly fallen: readonly string[]
  readonly missed: readonly { readonly kind: string; readonly query: string }[]
}

export async function readFigures(home: Home): Promise<Answer> {
  const { out } = await runIn(home, 'eval', '--json')
  const answer: Answer = JSON.parse(out)
  return answer
}

export const PLANTS = {
  'apple.md': { title: 'Growing apples', description: 'How apple trees are cut in winter.' },
  'pear.md': { title: 'Keeping pears', description: 'How long a pear stays fresh in a cellar.' },
  'fig.md': { title: 'Drying figs', description: 'How figs are dried on a warm roof.' },
}

export const QUERIES = `- query: "when do I cut the trees"
  pages: [{ path: apple, grade: 3 }, { path: fig, grade: 1 }]
  asked_by: person
- query: "storage time in a cellar"
  pages: [{ path: pear, grade: 3 }]
  asked_by: agent
`
