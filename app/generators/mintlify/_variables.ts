import { mapText } from '../../foreign_markup/line_classes.ts'
import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import type { ConfigValue } from '../../foreign_source/source/config_values.ts'

type Variables = ReadonlyMap<string, string>

export function readVariables(list: ConfigValue): Variables {
  return new Map(list.entries().map(([name, value]) => [name, value.text() ?? '']))
}

/** `{{name}}` outside code stands for the text that the configuration gives it. */
export function writeVariables(
  lines: readonly SourceLine[],
  variables: Variables,
): readonly SourceLine[] {
  if (variables.size === 0) return lines
  return mapText(lines, (line) => {
    const text = line.text.replace(/\{\{\s*([\w-]+)\s*\}\}/g, (whole, name: string) => {
      return variables.get(name) ?? whole
    })
    return replaceText(line, text)
  })
}
