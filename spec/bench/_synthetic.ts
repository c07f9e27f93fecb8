import { cp, mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createSeededRandom, pickOne, type Random } from '../../app/checks/evaluator/random.ts'
import { ROOT } from '../support/repository.ts'
import { createGrowingVocabulary, createVocabulary, type Vocabulary } from './_vocabulary.ts'

/** Change with the generator, so that an older corpus is never mistaken for a new one. */
const FORM = 1
const GROWING_FORM = 1

const PAGES = 14_000
const PAGES_OF_A_FOLDER = 350
const SECTION_WORDS = 62
const SECTIONS = { least: 1, most: 8 } as const

/**
 * The folder of a corpus of 14,000 pages and about 32 MB of text, written once and kept. Word
 * frequencies follow Zipf's law, and each page has a subject with recurring words and identifiers
 * of its own, as documentation does.
 */
export async function writeSyntheticCorpus(): Promise<string> {
  return await writeOnce(`synthetic-${FORM}`, PAGES, createVocabulary)
}

/**
 * The folder of a corpus of any number of pages. A larger one begins with the pages of a smaller
 * one, and its vocabulary has grown as that of real documentation does.
 */
export async function writeGrowingCorpus(pages: number): Promise<string> {
  return await writeOnce(`growing-${GROWING_FORM}-${pages}`, pages, createGrowingVocabulary)
}

async function writeOnce(
  name: string,
  pages: number,
  createWords: () => Vocabulary,
): Promise<string> {
  const folder = join(ROOT, '.cache/bench', name)
  const done = await stat(folder).catch(() => undefined)
  if (done?.isDirectory() === true) return await copyRegistry(folder)
  const temporary = `${folder}.${crypto.randomUUID()}.tmp`
  await mkdir(join(temporary, 'pages'), { recursive: true })
  const words = createWords()
  for (let page = 0; page < pages; page++) {
    await Bun.write(join(temporary, 'pages', pathOf(page)), writePage(words, page))
  }
  await rename(temporary, folder).catch(() => rm(temporary, { recursive: true }))
  return await copyRegistry(folder)
}

/** Copies our current registry and its pictures, because an older one may be refused. */
async function copyRegistry(folder: string): Promise<string> {
  for (const name of ['registry.yaml', 'allowlist.yaml', 'brand']) {
    await cp(join(ROOT, 'corpus', name), join(folder, name), { recursive: true })
  }
  return folder
}

/** Path of a page within `pages/`. */
export function pathOf(page: number): string {
  const folder = Math.floor(page / PAGES_OF_A_FOLDER)
  return page === 0 ? 'index.md' : `part-${folder}/page-${page}.md`
}

export function writePage(words: Vocabulary, page: number): string {
  const random = createSeededRandom('page', String(page))
  const subject = Array.from({ length: 14 }, () => words.rare(random))
  const names = Array.from({ length: 3 }, () => words.name(random))
  const word = (): string => {
    const choice = random()
    if (choice < 0.18) return pickOne(random, subject) ?? ''
    return choice < 0.19 ? (pickOne(random, names) ?? '') : words.any(random)
  }
  const makePhrase = (count: number) =>
    Array.from({ length: count }, () =>
      random() < 0.55 ? (pickOne(random, subject) ?? '') : word(),
    )
  const title = capitalise(makePhrase(2 + Math.floor(random() * 4)).join(' '))
  const description = `${capitalise(makePhrase(8 + Math.floor(random() * 12)).join(' '))}.`
  const sections = SECTIONS.least + Math.floor(random() ** 1.6 * SECTIONS.most)
  const body = Array.from({ length: sections }, () =>
    writeSection(capitalise(makePhrase(2 + Math.floor(random() * 3)).join(' ')), word, random),
  )
  const front = [`title: "${title}"`, `description: "${description}"`, 'updated: 2026-11-01']
  const head = ['---', ...front, 'kind: guide', 'capability: project', '---']
  return `${head.join('\n')}\n\n${body.join('\n')}`
}

function writeSection(heading: string, word: () => string, random: Random): string {
  const count = Math.round(SECTION_WORDS * (0.4 + random() * 1.8))
  const words = Array.from({ length: count }, word)
  const sentences: string[] = []
  for (let at = 0; at < words.length; ) {
    const length = 6 + Math.floor(random() * 16)
    sentences.push(`${capitalise(words.slice(at, at + length).join(' '))}.`)
    at += length
  }
  const code = random() < 0.3 ? `\n\n\`\`\`ts\nconst ${word()} = ${word()}(${word()})\n\`\`\`` : ''
  return `## ${heading}\n\n${sentences.join(' ')}${code}\n`
}

function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
