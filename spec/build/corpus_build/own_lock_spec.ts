import { expect } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readCorpus } from '../../../app/build/corpus_build/corpus.ts'
import { formatLock } from '../../../app/docs/model/ids_lock.ts'
import { verifies } from '../../requirements/verifies.ts'
import { CORPUS } from '../../support/repository.ts'

verifies('ids.committed', 'the lock of our documentation is what a build writes', async () => {
  const read = await readCorpus({ corpusDir: CORPUS, baseUrl: 'http://localhost:8080' })
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  const committed = (await readFile(join(CORPUS, 'ids.lock'), 'utf8')).split('\n')
  // Where this fails: run build, and commit corpus/ids.lock.
  expect(committed).toEqual(formatLock(read.value.lock).split('\n'))
})
