import { lineAt, type Source } from './source.ts'

type Ban = { readonly what: string; readonly pattern: RegExp }

const IN_CODE: readonly Ban[] = [
  { what: 'the type "any"', pattern: /(?:[:<,|&(=]|\b(?:as|extends|keyof))\s*any\b(?!\s*[:(\w])/g },
  { what: '"!" that silences the compiler', pattern: /[\w)\]]!(?![=\w])/g },
  { what: 'a default export', pattern: /\bexport default\b|\bas default\b/g },
  { what: '"enum" or "namespace"', pattern: /^\s*(?:export )?(?:const )?(?:enum|namespace) \w/gm },
  { what: '"var"', pattern: /^\s*(?:export )?var \w/gm },
  { what: '"require"', pattern: /(?<![.\w])require\(/g },
  { what: 'a focused test', pattern: /\b(?:test|it|describe)\.only\b/g },
  { what: 'a mock', pattern: /\bmock\.module\b|\bspyOn\(/g },
]

const IN_COMMENTS: readonly Ban[] = [
  { what: 'a silenced compiler', pattern: /@ts-(?:ignore|expect-error|nocheck)/g },
  { what: 'a TODO without its number, TODO(#12)', pattern: /\bTODO\b(?!\(#\d+\))/g },
  { what: 'a mark of unfinished work', pattern: /\b(?:FIXME|XXX|HACK)\b/g },
  { what: 'a banner', pattern: /[-=*#~]{5,}/g },
  { what: 'a process word', pattern: /\bissue \d+\b|\bas requested\b/gi },
]

/** Words that our code does not use. */
export function wordFaults(source: Source): readonly string[] {
  const inCode = IN_CODE.flatMap(({ what, pattern }) =>
    [...source.code.matchAll(pattern)].map((found) => faultAt(source, found.index, what)),
  )
  const inComments = source.comments.flatMap((comment) =>
    IN_COMMENTS.flatMap(({ what, pattern }) =>
      [...comment.text.matchAll(pattern)].map((found) =>
        faultAt(source, comment.start + found.index, what),
      ),
    ),
  )
  return [...inCode, ...inComments]
}

/**
 * Exported functions without a return type. Plugins are free of it: what a chain mounts is its
 * type, and writing it down would lose it.
 */
export function returnTypeFaults(source: Source): readonly string[] {
  if (/\/(plugin|service)\.ts$/.test(source.path)) return []
  const faults = [...source.code.matchAll(/^export (?:async )?function\*? (\w+)/gm)].flatMap(
    (found) => {
      const open = source.code.indexOf('(', found.index + found[0].length)
      const after = source.code.slice(closing(source.code, open) + 1)
      return after.startsWith(':')
        ? []
        : [faultAt(source, found.index, `"${found[1]}" without a return type`)]
    },
  )
  const arrows = [...source.code.matchAll(/^export const (\w+) = (?:async )?\([^)]*\) =>/gm)]
  return [
    ...faults,
    ...arrows.map((found) => faultAt(source, found.index, `"${found[1]}" without a return type`)),
  ]
}

/** Casts without a proof: a comment above the statement or inside it. */
export function castFaults(source: Source): readonly string[] {
  if (source.path.startsWith('spec/') || source.path.endsWith('_test.ts')) return []
  const renames = /^(?:import|export)\s+(?:type\s+)?(?:\*|\{)[^'"]*/gm
  const code = source.code.replace(renames, (names) => names.replace(/[^\n]/g, ' '))
  const casts = [...code.matchAll(/[\w)\]}'"`]\s+as (?!const\b)[A-Za-z{[(]/g)]
  const lines = new Set(casts.map((found) => lineAt(source.text, found.index)))
  return [...lines]
    .filter((line) => !isProved(source, line - 1))
    .map((line) => `${source.path}:${line}: a cast without its proof`)
}

// A statement begins where the line before it is not less indented, or opens a block.
function isProved(source: Source, line: number): boolean {
  const [text, bare] = [source.text.split('\n'), source.bare.split('\n')]
  const hasComment = (at: number) => (text[at] ?? '').trim() !== (bare[at] ?? '').trim()
  let start = line
  while (start > 0 && !hasComment(start)) {
    const before = bare[start - 1] ?? ''
    if (indentOf(bare[start] ?? '') <= indentOf(before) || /(\{|=>)\s*$/.test(before)) break
    start--
  }
  return hasComment(start) || hasComment(start - 1)
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

function closing(code: string, open: number): number {
  let depth = 0
  for (let at = open; at < code.length; at++) {
    if (code[at] === '(') depth++
    if (code[at] === ')' && --depth === 0) return at
  }
  return code.length
}

function faultAt(source: Source, offset: number, what: string): string {
  return `${source.path}:${lineAt(source.text, offset)}: ${what}`
}
