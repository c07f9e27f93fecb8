import { expect } from 'bun:test'
import { join, relative } from 'node:path'
import { createReport } from '../../../../app/import/source/report/report.ts'
import { compareWords, hashWords } from '../../../../app/import/source/report/word_comparison.ts'
import { verifies } from '../../../requirements/verifies.ts'
import { createFolders, createHome, importFolder } from '../importing.ts'

const home = await createHome()

const show = (file: string) => `/site/${file}`
const words = Array.from({ length: 500 }, (_, at) => `word${at}`)

verifies('import.never_silent', 'a page that misses over 1 % of its words is a loss', () => {
  const compare = (left: number) => {
    const report = createReport(show)
    const text = words.slice(0, left).join(' ')
    const page = { file: 'a.html', original: hashWords(words.join(' ')), text }
    const total = compareWords([page], report)
    return [total?.missing, report.losses.map(({ file, what }) => `${file} ${what}`)]
  }
  expect(compare(500)).toEqual([0, []])
  expect(compare(495)).toEqual([5, []])
  const what = '/site/a.html 6 of 500 words (1.2 %) are missing on the imported page'
  expect(compare(494)).toEqual([6, [what]])
})

verifies(
  'import.never_silent',
  'addresses of links hide no missing word, and code has none',
  () => {
    const missing = (original: string, text: string) => {
      const page = { file: 'a.html', original: hashWords(original), text }
      return compareWords([page], createReport())?.missing
    }
    expect(missing('a kettle', '[a](kettle.md)')).toBe(1)
    expect(missing('kettle', '```\n[a](kettle.md)\n```')).toBe(0)
    expect(missing('kettle', '`[a](kettle.md)`')).toBe(0)
    // A word counts as often as it is there.
    expect(missing('tea tea cup', 'tea cup')).toBe(1)
  },
)

verifies(
  'import.never_silent',
  'the import of a website ends with a comparison of its words',
  async () => {
    const pre = '<pre><span class="linenos">1234</span><span>bo</span>il()</pre>'
    const [from, to] = await createFolders(home, {
      'index.html': `<nav>Menu of all</nav><main><h1>Tea</h1><p>Pour it.</p>${pre}</main>`,
    })
    const { comparison, losses } = await importFolder(from, to)
    expect([comparison, losses]).toEqual([{ words: 4, missing: 0 }, []])
  },
)

verifies(
  'import.never_silent',
  'the report names a page whose text did not come over',
  async () => {
    // The writer takes every class of this beginning for a button in code.
    const lost = `<pre><span class="copy-of-all">${words.slice(0, 20).join(' ')}</span> x</pre>`
    const [from, to] = await createFolders(join(home, 'lost'), {
      'index.html': `<main><h1>Tea</h1><p>Pour it.</p>${lost}</main>`,
    })
    const { losses, comparison } = await importFolder(from, to)
    expect(losses.map(({ file, what }) => `${relative(from, file)} ${what}`)).toEqual([
      'index.html 20 of 24 words (83.3 %) are missing on the imported page',
    ])
    expect(comparison).toEqual({ words: 24, missing: 20 })
  },
)
