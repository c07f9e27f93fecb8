import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseMarkdown } from '../../../app/text/source_text/markdown.ts'
import { type CodeBlock, countWords, factsOf, findMissing, sumCounts } from './prose_oracle.ts'

export type Figures = {
  readonly files: number
  readonly words: number
  readonly wordsKept: number
  readonly blocks: number
  /** Code blocks of the source that are not in the page, byte for byte. */
  readonly blocksLost: readonly string[]
  /** Files without a matching page. */
  readonly unmatched: readonly string[]
}

type Page = {
  readonly words: ReadonlyMap<string, number>
  readonly code: readonly Omit<CodeBlock, 'line'>[]
}

/** Measures how many words and code blocks an import kept. */
export async function measureImport(
  source: string,
  pageOf: ReadonlyMap<string, string>,
  corpus: string,
): Promise<Figures> {
  const found = await readdir(source, { recursive: true })
  const files = found
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.mdx?$/.test(name))
  const sum = { words: 0, lost: 0, blocks: 0 }
  const blocksLost: string[] = []
  const unmatched: string[] = []
  for (const file of files) {
    const facts = factsOf(await readFile(join(source, file), 'utf8'))
    const name = pageOf.get(file)
    if (name === undefined) unmatched.push(file)
    const page = name === undefined ? EMPTY : await readPage(join(corpus, 'pages', name))
    sum.words += sumCounts(facts.words)
    sum.lost += sumCounts(findMissing(facts.words, page.words))
    sum.blocks += facts.code.length
    const pool = page.code.map(({ info, content }) => `${info}\n${content}`)
    for (const { info, content, line } of facts.code) {
      const at = pool.indexOf(`${info}\n${content}`)
      if (at === -1) blocksLost.push(`${file}:${line}`)
      else pool.splice(at, 1)
    }
  }
  const wordsKept = sum.words - sum.lost
  const { words, blocks } = sum
  return { files: files.length, words, wordsKept, blocks, blocksLost, unmatched }
}

const EMPTY: Page = { words: new Map(), code: [] }

/** Words outside code blocks, with the title, and code blocks of an imported page. */
async function readPage(path: string): Promise<Page> {
  const text = await readFile(path, 'utf8')
  const front = /^---\n([\s\S]*?)\n---\n/.exec(text)
  const title = /^title: (.*)$/m.exec(front?.[1] ?? '')?.[1] ?? ''
  const { tokens } = parseMarkdown(text.slice(front?.[0].length ?? 0))
  const prose = tokens
    .filter(({ type }) => type === 'inline')
    .map(({ children }) => (children ?? []).map(wordsIn).join(''))
  const code = tokens
    .filter(({ type }) => type === 'fence')
    .map(({ info, content }) => ({ info: info.trim(), content }))
  return { words: countWords(`${title}\n${prose.join('\n')}`), code }
}

type Inline = {
  readonly type: string
  readonly content: string
  readonly children: readonly { readonly content: string }[] | null
}

function wordsIn({ type, content, children }: Inline): string {
  if (type === 'softbreak' || type === 'hardbreak') return '\n'
  if (type === 'image') return (children ?? []).map((each) => each.content || '\n').join('')
  return type === 'code_inline' ? ` ${content} ` : content
}
