import { type Problem, problemAt, quote } from '../../../contract/problem.ts'
import { FIXTURE_NAME_PREFIX, FIXTURE_URI_PREFIX } from '../../../contract/reserved_names.ts'
import type { YamlSource } from '../../../text/source_text/yaml.ts'
import { readColumn } from '../../../text/source_text/yaml_column.ts'

const NAMES: readonly { readonly list: string; readonly key: string; readonly prefix: string }[] = [
  { list: 'tools', key: 'name', prefix: FIXTURE_NAME_PREFIX },
  { list: 'prompts', key: 'name', prefix: FIXTURE_NAME_PREFIX },
  { list: 'resources', key: 'uri', prefix: FIXTURE_URI_PREFIX },
]

/** Names reserved for the fixtures of a process under test (contract 1, Diagnostics). */
export function checkReservedNames(source: YamlSource): readonly Problem[] {
  return NAMES.flatMap(({ list, key, prefix }) =>
    readColumn(source, [list], key)
      .filter(({ text }) => text.startsWith(prefix))
      .map(({ text, place }) => {
        const what = `the ${key} ${quote(text)} is reserved for test fixtures`
        return problemAt(place, what, `write one that does not start with ${quote(prefix)}`)
      }),
  )
}
