import { expect } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { readCorpus } from '../../../app/build/corpus_build/corpus.ts'
import { formatProblem } from '../../../app/contract/problem.ts'
import { namePages } from '../../../app/import/corpus/pages/page_names.ts'
import { verifies } from '../../requirements/verifies.ts'
import { bunDocs, nextDocs, realInput } from '../../support/real_input.ts'
import { measureImport } from './import_figures.ts'
import { BASE_URL, expectLossPlaces } from './importing.ts'
import { importOnce } from './kept_imports.ts'

const PROSE_KEPT_MIN = 0.995

const sets = [
  { name: 'bun-types', files: 1396, ...(await realInput('the bun-types documentation', bunDocs)) },
  { name: 'next', files: 475, ...(await realInput('the next documentation', nextDocs)) },
]

for (const { name, files, folder, need } of sets) {
  verifies(
    ['import.prose_kept', 'import.code_kept', 'import.whole_corpus'],
    `importDocs() keeps words and code of ${name} in a corpus that reads without a problem`,
    async () => {
      const { corpusDir: to, report } = await importOnce(folder)
      const found = await readdir(folder, { recursive: true })
      const markdown = found
        .map((path) => path.replaceAll('\\', '/'))
        .filter((path) => {
          return /\.mdx?$/.test(path)
        })
      const pageOf = new Map(namePages(markdown).names.map(({ file, page }) => [file, page]))
      const figures = await measureImport(folder, pageOf, to)
      const share = figures.wordsKept / figures.words
      console.log(
        `${name}: ${figures.files} files, ${(share * 100).toFixed(3)} % of`,
        `${figures.words} words, ${figures.blocks - figures.blocksLost.length} of`,
        `${figures.blocks} code blocks, ${report.losses.length} losses reported`,
      )
      expect(figures.files).toBe(files)
      expect(report.pages).toBe(files)
      expect(figures.unmatched).toEqual([])
      expect(share).toBeGreaterThanOrEqual(PROSE_KEPT_MIN)
      expect(figures.blocksLost).toEqual([])
      await expectLossPlaces(report, folder)
      const corpus = await readCorpus({ corpusDir: to, baseUrl: BASE_URL })
      expect(corpus.ok ? [] : corpus.error.map(formatProblem)).toEqual([])
      expect(corpus.ok ? corpus.value.pages.length : 0).toBe(files)
    },
    { needs: [need] },
  )
}
