import { posix } from 'node:path'
import type { Report } from '../../foreign_source/report/report.ts'
import { readConfigFile } from '../../foreign_source/source/config_files.ts'
import type { ConfigValue } from '../../foreign_source/source/config_values.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'

/** Words that templates show by a key; the file of a language is in the site or in its theme. */
export function createTranslations(
  source: SourceFolder,
  roots: readonly string[],
  language: string,
  report: Report,
): (key: string) => string | undefined {
  let tables: readonly ConfigValue[] | undefined
  return (key) => {
    tables ??= roots
      .flatMap((root) =>
        ['toml', 'yaml', 'yml', 'json'].map((end) =>
          posix.join(root, 'i18n', `${language}.${end}`),
        ),
      )
      .filter((file) => source.has(file))
      .map((file) => readConfigFile(source, file, report))
    const found = tables.map((table) => readWords(table, key))
    return found.find((words) => words !== undefined)
  }
}

/** `key: words`, `key: { other: words }`, or a list of `id` and `translation`. */
function readWords(table: ConfigValue, key: string): string | undefined {
  const entry = table.at(key)
  const listed = table.list().find((each) => each.at('id').text() === key)
  const values = [
    entry,
    entry.at('other'),
    listed?.at('translation'),
    listed?.at('translation', 'other'),
  ]
  return values.flatMap((value) => value?.text() ?? [])[0]
}
