import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createSeededRandom, randomBelow } from '../../app/checks/evaluator/random.ts'
import { ROOT } from '../support/repository.ts'
import { computePercentiles } from './_engines/protocol.ts'
import { fitExponent } from './_growth.ts'
import { compare, type Row } from './_rows.ts'
import { findSearchFile, measureBuild, measureServing } from './_scale_run.ts'
import { pathOf, writeGrowingCorpus } from './_synthetic.ts'

const CACHE = resolve(ROOT, '.cache/bench')
const SIZES = [1400, 14_000]

const WORDS = [1, 3, 10, 25] as const
const QUESTIONS = 200
const SEARCHES = 1000

/** Wanted of a service of so many pages. */
const WANTED = { pages: 200_000, megabytes: 2000, tenWordsP99Ms: 60 } as const

/** What was measured at one number of pages. */
type Figure = { readonly figure: string; readonly unit: string; readonly value: number }
type Measurement = { readonly pages: number; readonly figures: readonly Figure[] }

/**
 * One process and more and more pages, whose vocabulary grows as in real documentation: build,
 * start, memory and times, and the power of the number of pages that each grows with.
 */
export async function benchScale(words: readonly string[] = []): Promise<readonly Row[]> {
  const sizes = words.length === 0 ? SIZES : words.map(Number)
  const measured: Measurement[] = []
  for (const pages of sizes) {
    console.error(`Measuring ${pages} pages`)
    measured.push({ pages, figures: await measureSize(pages) })
  }
  return [...measured.flatMap(toRows), ...toGrowthRows(measured)]
}

async function measureSize(pages: number): Promise<readonly Figure[]> {
  const folder = await writeGrowingCorpus(pages)
  const distDir = join(CACHE, `growing-${pages}-dist`)
  const built = await measureBuild(folder, distDir)
  const random = createSeededRandom('questions of a size', String(pages))
  const makeQuestion = () => askFrom(join(folder, 'pages'), pages, random)
  const lists: string[][] = []
  for (const words of WORDS) lists.push(await makeList(QUESTIONS, words, makeQuestion()))
  const searches = await makeList(SEARCHES, 3, makeQuestion())
  const engine = await timeEngine(await findSearchFile(distDir), lists)
  const served = await measureServing(distDir, searches, lists)
  return [
    { figure: 'build', unit: 'CPU s', value: built.seconds },
    { figure: 'build, most memory', unit: 'MB', value: built.megabytes },
    { figure: 'dist', unit: 'MB', value: built.distMegabytes },
    { figure: 'start to first answer', unit: 'ms', value: served.startMs },
    { figure: 'memory, started and checked', unit: 'MB', value: served.startedMegabytes },
    { figure: `memory after ${SEARCHES} searches`, unit: 'MB', value: served.searchedMegabytes },
    { figure: 'reload', unit: 'ms', value: served.reloadMs },
    { figure: 'memory after a reload', unit: 'MB', value: served.reloadedMegabytes },
    { figure: 'most memory in a reload', unit: 'MB', value: served.peakMegabytes },
    ...toTimes('engine', engine),
    ...toTimes('HTTP', served.tookMs),
  ]
}

function toTimes(what: string, lists: readonly (readonly number[])[]): readonly Figure[] {
  return lists.flatMap((list, at) => {
    const { p50, p99 } = computePercentiles(list)
    const name = `${WORDS[at]} words, ${what}`
    return [
      { figure: `${name} p50`, unit: 'ms', value: p50 },
      { figure: `${name} p99`, unit: 'ms', value: p99 },
    ]
  })
}

type MakeQuestion = (words: number) => Promise<string>

async function makeList(count: number, words: number, make: MakeQuestion): Promise<string[]> {
  const list: string[] = []
  while (list.length < count) list.push(await make(words))
  return list
}

/** Makes questions of consecutive words from any page, frequent words included. */
function askFrom(folder: string, pages: number, random: () => number): MakeQuestion {
  return async (count) => {
    for (;;) {
      const page = await readFile(join(folder, pathOf(randomBelow(random, pages))), 'utf8')
      const words = page.replace(/^---.*?\n---\n/s, '').match(/[\p{L}\p{N}]+/gu) ?? []
      if (words.length < count) continue
      const from = randomBelow(random, words.length - count + 1)
      const question = words.slice(from, from + count).join(' ')
      if (question.length > 3) return question.toLowerCase()
    }
  }
}

async function timeEngine(
  file: string,
  lists: readonly (readonly string[])[],
): Promise<readonly (readonly number[])[]> {
  const questions = join(CACHE, 'scale-questions.json')
  await writeFile(questions, JSON.stringify(lists))
  const program = join(import.meta.dir, '_peers/ours_questions.ts')
  const child = Bun.spawn([process.execPath, program, file, questions], { stderr: 'inherit' })
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error('Cannot measure the engine: its process failed')
  return JSON.parse(text) as readonly (readonly number[])[]
}

function toRows({ pages, figures }: Measurement): readonly Row[] {
  return figures.map(({ figure, unit, value }) => {
    const most = pages === WANTED.pages ? findMost(figure) : undefined
    return compare({
      figure: `${pages} pages: ${figure}`,
      unit,
      better: 'less',
      peerName: most === undefined ? 'none' : 'at most',
      rounds: [{ ours: value, peer: most ?? value }],
      ...(most === undefined ? {} : { wanted: 1 }),
    })
  })
}

function findMost(figure: string): number | undefined {
  if (figure.startsWith('10 words') && figure.endsWith('p99')) return WANTED.tenWordsP99Ms
  return figure.startsWith('memory') ? WANTED.megabytes : undefined
}

/** How each figure grows; 1 is in proportion to the pages. */
function toGrowthRows(measured: readonly Measurement[]): readonly Row[] {
  const [first] = measured
  if (first === undefined || measured.length < 2) return []
  return first.figures.map(({ figure }, at) => {
    const points = measured.map(({ pages, figures }) => ({
      pages,
      value: figures[at]?.value ?? Number.NaN,
    }))
    return compare({
      figure: `growth of ${figure}`,
      unit: 'power',
      better: 'less',
      peerName: 'in proportion',
      rounds: [{ ours: fitExponent(points), peer: 1 }],
    })
  })
}
