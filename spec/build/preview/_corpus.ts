import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newFolder } from '../../support/building.ts'

export const REGISTRY = `service: { name: tea, title: Tea }
pages: { kind: guide, capability: brewing }
capabilities:
  - { id: brewing, title: Brewing, description: Makes tea., status: available }
`

/** A small corpus that a test may change. */
export type WritableCorpus = {
  readonly folder: string
  readonly path: (file: string) => string
  readonly write: (file: string, text: string) => Promise<string>
  readonly remove: (file: string) => Promise<string>
}

export async function writeTinyCorpus(
  files: Readonly<Record<string, string>> = {},
): Promise<WritableCorpus> {
  const folder = join(await newFolder(), 'corpus')
  const path = (file: string): string => join(folder, file)
  const write = async (file: string, text: string): Promise<string> => {
    await mkdir(dirname(path(file)), { recursive: true })
    await writeFile(path(file), text)
    return path(file)
  }
  const remove = async (file: string): Promise<string> => {
    await rm(path(file), { recursive: true })
    return path(file)
  }
  const all = {
    'registry.yaml': REGISTRY,
    'pages/index.md': '# Tea\n\nPour [it](pot/clay.md).\n',
    'pages/pot/clay.md': '# Clay pot\n\nIt keeps warm.\n',
    ...files,
  }
  for (const [file, text] of Object.entries(all)) await write(file, text)
  return { folder, path, write, remove }
}
