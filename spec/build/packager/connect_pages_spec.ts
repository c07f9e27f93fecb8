import { expect } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { readRegistry } from '../../../app/build/corpus_build/corpus.ts'
import { connectGuide } from '../../../app/build/packager/mod.ts'
import { readFencedBlocks } from '../../documentation/docs_commands.ts'
import { verifies } from '../../requirements/verifies.ts'
import { CORPUS } from '../../support/repository.ts'

const BASE_URL = 'https://docs.example.com'
const PAGES = ['connect', 'connect-editors', 'connect-assistants']

verifies('program.connect', 'pages show the very snippets that connect prints', async () => {
  const registry = await readRegistry({ corpusDir: CORPUS, baseUrl: BASE_URL })
  if (!registry.ok) throw new Error('Cannot read the registry')
  const options = { registry: registry.value, baseUrl: BASE_URL, loopback: false }
  const fences = readFencedBlocks(connectGuide({ ...options, host: undefined }))
  const printed = new Set(fences.map(({ content }) => readSnippet(content)))
  const shown: string[] = []
  for (const name of PAGES) {
    const text = await readFile(join(CORPUS, `pages/clients/${name}.md`), 'utf8')
    for (const { words, content } of readFencedBlocks(text)) {
      // What a page lets its reader run is run by other tests.
      if (words[0] === 'sh' || words.includes('output')) continue
      shown.push(...(isStructured(content) ? [content] : content.trim().split('\n')))
    }
  }
  expect(shown.length).toBeGreaterThan(12)
  expect(shown.filter((content) => !printed.has(readSnippet(content)))).toEqual([])
})

/** Whether a snippet is data, and not commands. */
function isStructured(content: string): boolean {
  return /^[[{]|^\w+:\n/.test(content)
}

/** What a snippet says, however it is broken into lines. */
function readSnippet(content: string): string {
  if (!isStructured(content)) return content.trim()
  return JSON.stringify(content.startsWith('[') ? Bun.TOML.parse(content) : parse(content))
}
