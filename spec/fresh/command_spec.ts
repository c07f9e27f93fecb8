import { expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../requirements/verifies.ts'
import { NPX_BUN } from '../support/npx_bun.ts'
import { ROOT } from '../support/repository.ts'
import { treeFiles } from '../support/tree_files.ts'

/** Bun of a version, with the command in front of it where there is one. */
const MENTION = /(?:npx [^\n`'"]*)?\bbun@\d[\d.]*\d/g

/** The lock of packages, and the lists that come with other people's files. */
const TEXTS = /(^\.ci\/run|\.(md|ts|ya?ml|json|sh))$/

verifies('start.same_command', 'every text that runs Bun with npx runs it the same way', () => {
  const mentions = treeFiles()
    .filter((path) => TEXTS.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8')
      return [...text.matchAll(MENTION)].map(([found]) => ({ path, found }))
    })
  expect(mentions.filter(({ found }) => found !== NPX_BUN)).toEqual([])
  for (const path of ['README.md', '.ci/run', 'corpus/pages/start/quickstart.md']) {
    expect(mentions.some((mention) => mention.path === path)).toBe(true)
  }
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(NPX_BUN).toEndWith(`bun@${engines.bun}`)
})
