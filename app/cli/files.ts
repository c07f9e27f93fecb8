import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { countOf } from '../contract/problem.ts'
import { replaceFile } from '../foundation/files/replacement.ts'
import { encodeUtf8 } from '../text/source_text/escape.ts'
import { errorCodeOf } from '../text/source_text/source_file.ts'
import { defineCommand, EXIT } from './command.ts'
import { reportWrongUse } from './report_lines.ts'

export const command = defineCommand({
  usage: 'files DIR',
  does: 'writes systemd units, proxy files, manifests, alerts and a dashboard into a folder',
  details:
    'The files that the documentation shows, with an https BASE_URL and the path of the single\n' +
    '  executable filled in. Replaces no file that differs.',
  options: {},
  takesWords: true,
  run: async ({ config, words }) => {
    const [folder, ...more] = words
    if (folder === undefined || more.length > 0) {
      return reportWrongUse('Cannot write the files: name one folder')
    }
    // Only this command needs the texts.
    const { fillDeploymentFiles } = await import('./_deployment_files.ts')
    const files = [...fillDeploymentFiles(config)]
    const kept = await Promise.all(
      files.map(async ([name, text]) => {
        const there = await readFile(join(folder, name), 'utf8').catch((error) => {
          return errorCodeOf(error) === 'ENOENT' ? undefined : false
        })
        return there === undefined || there === text ? [] : [join(folder, name)]
      }),
    )
    const others = kept.flat()
    for (const path of others) {
      console.error(`Cannot write "${path}": it differs: remove it, or name a new folder`)
    }
    if (others.length > 0) return EXIT.problems
    await mkdir(folder, { recursive: true })
    for (const [name, text] of files) await replaceFile(join(folder, name), encodeUtf8(text))
    console.log(`Wrote ${countOf(files.length, 'file')} into ${folder}`)
    return EXIT.fine
  },
})
