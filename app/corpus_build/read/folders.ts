import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Problem } from '../../contract/problem.ts'
import { kind } from '../../contract/registry.ts'
import { closed, line, text } from '../../contract/registry_words.ts'
import type { YamlPath, YamlSource } from '../../source_text/yaml.ts'
import { readYamlFile } from '../../source_text/yaml_file.ts'
import { FOLDER_FILE } from '../model/folder.ts'
import type { SourceFolder } from '../model/source.ts'
import { validateYaml } from './_validation.ts'
import { readPageDefaults } from './page_defaults.ts'
import type { PageFile } from './page_files.ts'

const GroupSchema = Type.Object({ title: line, pages: Type.Array(text, { minItems: 1 }) }, closed)

const FolderSchema = Type.Object(
  {
    title: Type.Optional(line),
    kind: Type.Optional(kind),
    capability: Type.Optional(line),
    order: Type.Optional(
      Type.Array(
        Type.Union([text, GroupSchema], {
          description: 'the name of a page or folder, or a group with "title" and "pages"',
        }),
      ),
    ),
  },
  closed,
)

/** Reads the files that give folders a title and an order. */
export async function readFolders(files: readonly PageFile[]): Promise<{
  readonly folders: readonly SourceFolder[]
  readonly problems: readonly Problem[]
}> {
  const read = await Promise.all(
    files.map(async (file) => {
      const { source, problems } = validateYaml(await readYamlFile(file), FolderSchema)
      const value = source?.value
      return Value.Check(FolderSchema, value) && source !== undefined
        ? { folders: [readFolder(file, source, value)], problems }
        : { folders: [], problems }
    }),
  )
  return {
    folders: read.flatMap(({ folders }) => folders),
    problems: read.flatMap(({ problems }) => problems),
  }
}

function readFolder(
  { below }: PageFile,
  source: YamlSource,
  { title, order = [] }: Static<typeof FolderSchema>,
): SourceFolder {
  const path = below.slice(0, -FOLDER_FILE.length).replace(/\/$/, '')
  const entryAt = (name: string, at: YamlPath, group?: string) => {
    return { text: name, place: source.locateValue(at), group }
  }
  const entries = order.flatMap((entry, row) =>
    typeof entry === 'string'
      ? [entryAt(entry, ['order', row])]
      : entry.pages.map((name, at) => entryAt(name, ['order', row, 'pages', at], entry.title)),
  )
  const defaults = readPageDefaults(source, [])
  return { path, title, titlePlace: source.locateKey(['title']), entries, defaults }
}
