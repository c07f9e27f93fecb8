import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { OPERATION_NAMES } from '../../../../app/contract/operations/mod.ts'
import { fillLines, fillPlace } from './places.ts'

/** One way to break a corpus, and every problem that this must report. */
export type Row = {
  readonly name: string
  readonly breaks: (corpus: CorpusFolder) => Promise<void>
  /** Problems as printed, with paths below the corpus folder. */
  readonly says: readonly ExpectedProblem[]
}

/**
 * Where, what is wrong, how to fix it; a long fix continues in further members. A place is
 * `file:line:column`, or in a YAML file the way to a value: see places.ts.
 */
export type ExpectedProblem = readonly [place: string, what: string, ...fix: string[]]

/** The problems of a row as the program prints them, once the row has broken the corpus. */
export async function formatProblems(
  { says }: Row,
  { path }: Pick<CorpusFolder, 'path'>,
): Promise<readonly string[]> {
  const lines = says.map(async ([place, what, ...fix]) => {
    const yaml = place.includes(' at ')
      ? await readFile(join(path, place.split(' ')[0] ?? ''), 'utf8')
      : ''
    return `${fillPlace(place, yaml)}: ${fillLines(what, yaml)}: ${fix.join(' ')}`
  })
  return await Promise.all(lines)
}

/** A copy of the good corpus for one row to break. */
export type CorpusFolder = {
  readonly path: string
  write(file: string, content: string | Uint8Array): Promise<void>
  /** Replaces a text, which must exist so that no row goes stale unnoticed. */
  swap(file: string, from: string, to: string): Promise<void>
  /** Removes everything from one text up to another. */
  cut(file: string, from: string, to: string): Promise<void>
  remove(file: string): Promise<void>
  link(file: string, target: string): Promise<void>
  /** A named pipe, whose reader waits for a writer. */
  pipe(file: string): Promise<void>
}

export async function copyGoodCorpus(path: string): Promise<CorpusFolder> {
  await cp(join(import.meta.dir, 'good'), path, { recursive: true })
  await addMissingTools(join(path, 'registry.yaml'))
  const write = async (file: string, content: string | Uint8Array) => {
    await mkdir(dirname(join(path, file)), { recursive: true })
    await writeFile(join(path, file), content)
  }
  const swap = async (file: string, from: string, to: string) => {
    const text = await readFile(join(path, file), 'utf8')
    if (!text.includes(from)) throw new Error(`Cannot break "${file}": it has no "${from}"`)
    const broken = text.replace(from, () => to)
    await write(file, broken)
  }
  return {
    path,
    write,
    swap,
    async cut(file, from, to) {
      const text = await readFile(join(path, file), 'utf8')
      const start = text.indexOf(from)
      await swap(file, text.slice(start, text.indexOf(to, start)), '')
    },
    remove: (file) => rm(join(path, file), { recursive: true }),
    link: (file, target) => symlink(target, join(path, file)),
    async pipe(file) {
      const code = await Bun.spawn(['mkfifo', join(path, file)]).exited
      if (code !== 0) throw new Error(`Cannot make pipe "${file}": mkfifo ended with ${code}`)
    },
  }
}

/** The good registry inherits nothing, so that a row says all that it is about. */
async function addMissingTools(file: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  const missing = OPERATION_NAMES.filter((name) => !text.includes(`{ operation: ${name}, name: `))
  const lines = missing.map((name) => {
    return `  - { operation: ${name}, name: get_${name}, title: More, description: Gives more. }\n`
  })
  await writeFile(
    file,
    text.replace('\nresources:', () => `${lines.join('')}\nresources:`),
  )
}

/** A page that is valid except for what a row changes in it. */
export function pageText(fields: Readonly<Record<string, string>> = {}, body = 'Text.'): string {
  const all = {
    title: 'New page',
    description: 'A page.',
    updated: '2026-05-04',
    kind: 'guide',
    capability: 'guides',
    ...fields,
  }
  const rows = Object.entries(all).map(([key, value]) => `${key}: ${value}\n`)
  return `---\n${rows.join('')}---\n\n${body}\n`
}
