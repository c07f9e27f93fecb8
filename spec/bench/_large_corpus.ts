import { cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createSeededRandom } from '../../app/checks/evaluator/random.ts'
import { ROOT } from '../support/repository.ts'
import { createVocabulary } from './_vocabulary.ts'

/** Changes with the generator, so that an older corpus is never mistaken for a new one. */
const FORM = 2

/** The size of a large documentation: that of Microsoft about Azure, Windows or .NET, for one. */
export const LARGE_PAGES = 9746

/** Copies of the pages of Next.js, which are long; copies of those of Bun, which are short. */
const LONG_COPIES = 10
const SHORT_COPIES = 4

/** One word in so many is another one in each copy, so that every copy has its own vocabulary. */
const OTHER_WORD_IN = 3

/** An old address can lead to one of the copies alone. */
const REDIRECTS = /^redirect_from:\n(?: +- .*\n)+/m

const LINK_WITHIN = /\]\((?![a-z]+:|#)[^)]*\)/g
const FENCE = /^\s*(```|~~~)/
/** Lines whose words are addresses, anchors or attributes as well. */
const BOUND = /^---|^\s*(#|\||<|:::|!?\[)|\]\(|`|^[a-z_]+:/
const WORD_OF_TEXT = /(?<![\w/.-])[a-z]{6,}(?![\w/.-])/g
const WORD_OF_CODE = /(?<![\w/.-])[a-z]{9,}(?![\w/.-])/g

/**
 * The folder of a corpus of 9,746 pages of 6 kB each, written once and kept: copies of two real
 * documentations, with headings, code, tables and links as their authors wrote them.
 */
export async function writeLargeCorpus(sources: {
  readonly long: string
  readonly short: string
}): Promise<string> {
  const folder = join(ROOT, '.cache/bench', `large-${FORM}`)
  const done = await stat(folder).catch(() => undefined)
  if (done?.isDirectory() === true) return folder
  const temporary = `${folder}.${crypto.randomUUID()}.tmp`
  const pages = join(temporary, 'pages')
  await mkdir(pages, { recursive: true })
  await cp(join(sources.short, 'registry.yaml'), join(temporary, 'registry.yaml'))
  await cp(join(sources.long, 'pages/index.md'), join(pages, 'index.md'))
  await changeFile(join(pages, 'index.md'), (text) => text.replace(LINK_WITHIN, ']'))
  let left = LARGE_PAGES - 1
  for (let copy = 0; copy < LONG_COPIES + SHORT_COPIES; copy++) {
    const source = copy < LONG_COPIES ? sources.long : sources.short
    left -= await copyPages(join(source, 'pages'), join(pages, `part-${copy}`), copy, left)
  }
  await rename(temporary, folder).catch(() => rm(temporary, { recursive: true }))
  return folder
}

/** Copies pages, at most so many, and returns their number. */
async function copyPages(from: string, to: string, copy: number, most: number): Promise<number> {
  const listed = await readdir(from, { recursive: true })
  const names = listed.filter((name) => name.endsWith('.md')).sort()
  const change = createChange(copy)
  const chosen = names.slice(0, most)
  for (const name of chosen) {
    const text = change((await readFile(join(from, name), 'utf8')).replace(REDIRECTS, ''))
    // Some of the pages that a part of a copy links to are not there.
    await Bun.write(
      join(to, name),
      chosen.length < names.length ? text.replace(LINK_WITHIN, ']') : text,
    )
  }
  return chosen.length
}

/** Puts other words into a text; headings, links and markup stay as they are. */
function createChange(copy: number): (text: string) => string {
  const words = createVocabulary()
  const changed = new Map<string, string>()
  const changeWord = (word: string): string => {
    const known = changed.get(word)
    if (known !== undefined) return known
    const random = createSeededRandom('copy', String(copy), word)
    const other = random() * OTHER_WORD_IN < 1 ? words.rare(random) : word
    changed.set(word, other)
    return other
  }
  return (text) => {
    let isCode = false
    const lines = text.split('\n').map((line) => {
      if (FENCE.test(line)) {
        isCode = !isCode
        return line
      }
      if (isCode) return line.replace(WORD_OF_CODE, changeWord)
      return BOUND.test(line) ? line : line.replace(WORD_OF_TEXT, changeWord)
    })
    return lines.join('\n')
  }
}

async function changeFile(path: string, change: (text: string) => string): Promise<void> {
  await Bun.write(path, change(await readFile(path, 'utf8')))
}
