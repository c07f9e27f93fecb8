import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildOrThrow, newFolder, writeSampleCorpus } from '../support/building.ts'
import { CORPUS } from '../support/repository.ts'

/** Two builds of one corpus, in which every text of the documentation names its edition. */
export type Edition = 'firstedition' | 'secondedition'

const EDITION = /(?:first|second)edition/g

const PAGES = ['index.md', 'start/index.md', 'run/index.md']

/** Builds one edition for an address; returns the folder. */
export async function buildEdition(edition: Edition, baseUrl: string): Promise<string> {
  const sheet = (path: string) => `${path === 'index.md' ? '' : '../'}files/sheet.txt`
  const page = (path: string) => ({
    title: `Tram ${path.replaceAll(/\W/g, ' ')} ${edition}`,
    description: `What a tram of the ${edition} does.`,
    body: `The tram of the ${edition} turns.\n\n[The sheet](${sheet(path)})`,
  })
  const corpusDir = await writeSampleCorpus(
    Object.fromEntries(PAGES.map((path) => [path, page(path)])),
  )
  await mkdir(join(corpusDir, 'pages/files'), { recursive: true })
  await writeFile(join(corpusDir, 'pages/files/sheet.txt'), `The sheet of the ${edition}.\n`)
  for (const name of ['business.yaml', 'example_workspace.yaml']) {
    await cp(join(CORPUS, name), join(corpusDir, name))
  }
  const distDir = await newFolder()
  await buildOrThrow({ corpusDir, distDir, baseUrl })
  return distDir
}

/** The editions that a text is from: more than one if its parts are of different builds. */
export function listEditions(text: string): readonly string[] {
  return [...new Set(text.match(EDITION))]
}
