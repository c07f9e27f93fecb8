import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { SCHEMAS_FOLDER, writeEditorSchemas } from '../build/corpus_build/read/editor_schemas.ts'
import { replaceFile } from '../foundation/files/replacement.ts'
import { encodeUtf8 } from '../text/source_text/escape.ts'
import { runOnFolder } from './_folder.ts'
import { defineCommand, EXIT } from './command.ts'
import { printLine } from './report_lines.ts'

export const command = defineCommand({
  usage: 'schemas [FOLDER]',
  does: 'writes the JSON Schemas of registry, _folder.yaml and front matter, for editors',
  details:
    'Into ".schemas" of the corpus, as init does; run it again after an upgrade. An editor\n' +
    '  finds one by a first line such as "# yaml-language-server: $schema=.schemas/folder.json".',
  options: {},
  takesWords: true,
  run: (call) =>
    runOnFolder(call, async ({ corpusDir }) => {
      const folder = join(corpusDir, SCHEMAS_FOLDER)
      await mkdir(folder, { recursive: true })
      for (const { name, text } of writeEditorSchemas()) {
        await replaceFile(join(folder, name), encodeUtf8(text))
        printLine(`Wrote ${join(folder, name)}`)
      }
      return EXIT.fine
    }),
})
