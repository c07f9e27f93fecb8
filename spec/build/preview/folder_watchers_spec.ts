import { afterAll, afterEach, expect } from 'bun:test'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolderWatchers } from '../../../app/build/preview/watch.ts'
import { verifies } from '../../requirements/verifies.ts'
import { newFolder, removeFolders } from '../../support/building.ts'

const open: ReturnType<typeof createFolderWatchers>[] = []
afterEach(() => {
  for (const watchers of open.splice(0)) watchers.close()
})
afterAll(removeFolders)

verifies(
  'dev.survives',
  'a watched folder that moves away has an event without a path',
  async () => {
    const folder = await newCorpusFolder()
    const watched = watch()
    expect(await watched.watchers.keep([folder])).toBe(true)
    await rename(folder, `${folder}-away`)
    expect(await watched.take((path) => path === undefined)).toBe(undefined)
  },
)

verifies('dev.survives', 'a folder that takes the place of another is watched', async () => {
  const folder = await newCorpusFolder()
  const watched = watch()
  await watched.watchers.keep([folder])
  // Made before the other one goes, or it could have the same inode.
  await mkdir(`${folder}-next`)
  await rename(folder, `${folder}-away`)
  await rename(`${folder}-next`, folder)
  expect(await watched.watchers.keep([folder])).toBe(true)
  const page = join(folder, 'new.md')
  await Bun.write(page, '# New\n')
  expect(await watched.take((path) => path === page)).toBe(page)
  expect(await watched.watchers.keep([folder])).toBe(false)
})

async function newCorpusFolder(): Promise<string> {
  const folder = join(await newFolder(), 'corpus')
  await mkdir(folder)
  return folder
}

/** Watchers whose events can be waited for. */
function watch() {
  const paths: (string | undefined)[] = []
  let wake = () => {}
  const watchers = createFolderWatchers(
    (path) => {
      paths.push(path)
      wake()
    },
    (folder) => {
      throw new Error(`${folder} is not watched`)
    },
  )
  const take = async (isWanted: (path: string | undefined) => boolean) => {
    while (!paths.some(isWanted)) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    return paths.find(isWanted)
  }
  open.push(watchers)
  return { watchers, take }
}
