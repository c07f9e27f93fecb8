import type { YamlSource } from '../../text/source_text/yaml.ts'
import { type Cell, listRows, readColumn } from '../../text/source_text/yaml_column.ts'

/** The names of public tools, and those that they had: one name never means two tools. */
export function readToolNames(source: YamlSource): readonly Cell[] {
  const old = listRows(source, ['tools']).flatMap((row) =>
    readColumn(source, ['tools', row, 'old_names'], 'name'),
  )
  return [...readColumn(source, ['tools'], 'name'), ...old]
}
