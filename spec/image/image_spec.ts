import { afterAll, expect } from 'bun:test'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeContext } from '../../scripts/_image/context.ts'
import { verifies } from '../requirements/verifies.ts'
import { digestsBelow, newFolder, removeFolders } from '../support/building.ts'
import { writeExcerpt } from '../support/excerpt.ts'
import { ROOT } from '../support/repository.ts'

// The images themselves are made and run in `image_long_spec.ts`.

afterAll(removeFolders)

/** What the Containerfile copies, with a program that says nothing. */
async function prepare(corpus?: string): Promise<string> {
  const folder = await newFolder()
  const program = join(folder, 'program')
  await writeFile(program, '#!/bin/true\n')
  const context = join(folder, 'context')
  await writeContext(context, { program, licences: 'MIT\n', corpus, needsLibraries: false })
  return context
}

verifies('image.contents', 'the system of an image is the program and its licences', async () => {
  const paths = Object.keys(await digestsBelow(join(await prepare(), 'rootfs')))
  expect(paths.toSorted()).toEqual(['usr/bin/lectern', 'usr/share/doc/lectern/licences.txt.gz'])
})

verifies('image.same_digest', 'two preparations of one image have the same bytes', async () => {
  const [one, other] = [await prepare(), await prepare()]
  expect(await digestsBelow(other)).toEqual(await digestsBelow(one))
})

verifies('image.corpus', 'an image with a corpus holds its very files', async () => {
  const corpus = await writeExcerpt()
  const held = join(await prepare(corpus), 'corpus')
  expect(await digestsBelow(held)).toEqual(await digestsBelow(corpus))
})

verifies(
  ['image.contents', 'image.runs', 'image.corpus'],
  'the Containerfile names a user with a number, a signal, and a build that nobody changes',
  async () => {
    const lines = (await readFile(join(ROOT, 'Containerfile'), 'utf8')).split('\n')
    const linesOf = (word: string) => lines.filter((line) => line.startsWith(`${word} `))
    expect(linesOf('ARG')[0]).toBe('ARG BASE=scratch')
    expect(linesOf('USER')).toEqual(['USER 65532:65532'])
    expect(linesOf('STOPSIGNAL')).toEqual(['STOPSIGNAL SIGTERM'])
    expect(linesOf('ENTRYPOINT')).toEqual(['ENTRYPOINT ["/usr/bin/lectern"]'])
    // A volume that nobody named would be lost without a word.
    expect(linesOf('VOLUME')).toEqual([])
    expect(linesOf('COPY').at(-1)).toBe('COPY --from=build --chown=0:0 /srv/dist/ dist/')
  },
)
