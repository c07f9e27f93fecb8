import { posix } from 'node:path'
import type { SourceLine } from '../../foreign_markup/source_line.ts'
import { expandIncludes } from '../../foreign_source/dialects/includes.ts'
import { makeFence } from '../../source_text/code_marks.ts'
import type { Rendering } from './_line_writer.ts'
import type { ShortcodeCall } from './_shortcodes.ts'

/** Lines as a block of code whose fence is longer than any in them. */
export function writeFence(
  call: ShortcodeCall,
  info: string,
  lines: readonly SourceLine[],
): Rendering {
  const fence = makeFence(lines.map(({ text }) => text).join('\n'))
  const block = [call.line(`${fence}${info}`), ...lines, call.line(fence)]
  return { kind: 'block', lines: [call.line(''), ...block, call.line('')] }
}

/** `readfile` shows a file as text or as code: from the page's folder, or from the site's. */
export function readFile(call: ShortcodeCall): Rendering {
  const path = call.read(['file'], 0) ?? ''
  const { folder, source, report, contentOf } = call.site
  const mark = 'readfile'
  const included = expandIncludes(
    [{ ...call.origin, text: mark }],
    {
      find: (text) => {
        const part = { kind: 'whole' } as const
        return text === mark ? [{ start: 0, end: mark.length, path, part }] : []
      },
      locate: (name, from) =>
        name.startsWith('/')
          ? [posix.join(folder, name.slice(1)), ...contentOf(name.slice(1))]
          : [posix.join(posix.dirname(from.file), name)],
      markers: 'region',
      nests: false,
      keepsIndent: false,
      keepsBase: false,
    },
    { source, report },
  )
  const [first] = included
  if (included.length === 1 && first?.text === mark) {
    return { kind: 'words', text: `\`${path}\`` }
  }
  const lines = included.map((line) => {
    return line.text === '' ? line : { ...line, text: call.indent + line.text }
  })
  if (call.read(['code']) === 'true') return writeFence(call, call.read(['lang']) ?? '', lines)
  // In a block of code a blank line would be one of the code.
  if (call.isCode) return { kind: 'block', lines }
  return { kind: 'block', lines: [call.line(''), ...lines, call.line('')] }
}
