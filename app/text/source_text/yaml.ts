import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
} from 'yaml'
import { type Place, type Problem, problemAt, quote } from '../../contract/problem.ts'

export type YamlPath = readonly (string | number)[]

type YamlKey = {
  readonly written: string | undefined
  /** Without quotes, so that readers of other versions of YAML may find another type. */
  readonly isPlain: boolean
  readonly place: Place
}

/** A YAML text with the place of every key and value. */
export type YamlSource = {
  readonly file: string
  /** The plain value; undefined when the syntax is broken. */
  readonly value: unknown
  /** Place of a value, or of the closest parent that exists. */
  locateValue(path: YamlPath): Place
  /** Place of the key of a value; of the item itself in a list. */
  locateKey(path: YamlPath): Place
  /** The keys of a map as the author typed them; absent for one that is no scalar. */
  listKeys(path: YamlPath): readonly YamlKey[]
  /** Whether the text has such a node: a source can have values that it inherits. */
  hasNode(path: YamlPath): boolean
  /** The scalar as the author typed it. */
  readScalarSource(path: YamlPath): string | undefined
  /** What the author left out by a `#`, where a value is empty. */
  readHiddenText(path: YamlPath): string | undefined
  locatePiece(path: YamlPath, piece: string): Place
}

// Enough for hand-written files, and too few for an alias bomb.
const ALIASES_MAX = 100

/** Parses a YAML 1.2 text whose first line is line `firstLine` of its file. */
export function parseYaml(
  file: string,
  text: string,
  firstLine = 1,
): { readonly source: YamlSource; readonly problems: readonly Problem[] } {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, strict: true })
  const place = (offset: number): Place => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(line, 1) + firstLine - 1, column: Math.max(col, 1) }
  }
  const problems = findSyntaxProblems(document, text, place)
  const broken = document.errors.some((error) => error.code !== 'DUPLICATE_KEY')
  const value = broken ? { problems: [], value: undefined } : readPlainValue(document, text, place)
  const source: YamlSource = {
    file,
    value: value.value,
    locateValue: (path) => place(findValue(document, path)),
    locateKey: (path) => place(findKey(document, path)),
    listKeys: (path) => {
      const node = findNode(document, path)
      return (isMap(node) ? node.items : []).map(({ key }) => ({
        written: isScalar(key) ? (key.source ?? '') : undefined,
        isPlain: isScalar(key) && key.type === 'PLAIN',
        place: place(isNode(key) ? (key.range?.[0] ?? 0) : findValue(document, path)),
      }))
    },
    hasNode: (path) => findNode(document, path) !== undefined,
    readScalarSource: (path) => readScalarSource(document, path),
    readHiddenText: (path) => readHiddenText(document, path),
    locatePiece: (path, piece) => {
      const from = findValue(document, path)
      const at = text.indexOf(piece, from)
      return place(at === -1 ? from : at)
    },
  }
  return { source, problems: [...problems, ...value.problems] }
}

function readPlainValue(
  document: Document,
  text: string,
  place: (offset: number) => Place,
): { readonly value: unknown; readonly problems: readonly Problem[] } {
  const cycle = text.includes('*') ? findCycle(document) : undefined
  if (cycle !== undefined) {
    const what = 'an alias repeats a value that contains it'
    return { value: undefined, problems: [problemAt(place(cycle), what, 'write the value out')] }
  }
  try {
    return { value: document.toJS({ maxAliasCount: ALIASES_MAX }), problems: [] }
  } catch (error) {
    const what = `an alias cannot be resolved: ${error instanceof Error ? error.message : error}`
    return { value: undefined, problems: [problemAt(place(0), what, 'write the value out')] }
  }
}

// Plain data with a cycle would send every tree walk into an endless loop.
function findCycle(document: Document): number | undefined {
  let found: number | undefined
  visit(document, {
    Alias(_, node, path) {
      // To resolve one alias, the library walks the whole document.
      if (!path.some((each) => isCollection(each) && each.anchor === node.source)) return undefined
      const target = node.resolve(document)
      if (target === undefined || !path.includes(target)) return undefined
      found = node.range?.[0] ?? 0
      return visit.BREAK
    },
  })
  return found
}

function findSyntaxProblems(
  document: Document,
  text: string,
  place: (offset: number) => Place,
): readonly Problem[] {
  const problems: Problem[] = []
  for (const { code, pos, message } of [...document.errors, ...document.warnings]) {
    const unclosed = code === 'MISSING_CHAR' ? findOpenQuote(document, pos[0]) : undefined
    const at = place(unclosed ?? pos[0])
    // The parser reports one mistake several times; the first of a line is enough.
    if (problems.some((other) => other.line === at.line)) continue
    problems.push(
      unclosed === undefined
        ? describeSyntaxError({
            code,
            message,
            at,
            before: text.slice(0, pos[0]),
            rest: text.slice(pos[0]),
          })
        : problemAt(at, 'not valid YAML, this quote is not closed', 'close it on this line'),
    )
    if (code !== 'DUPLICATE_KEY' && code !== 'TAG_RESOLVE_FAILED') break
  }
  return problems
}

// The parser notices a missing quote at the end of the file, but the mistake is where it opens.
function findOpenQuote(document: Document, end: number): number | undefined {
  let start: number | undefined
  visit(document, {
    Scalar(_, { type, range }) {
      if (type?.startsWith('QUOTE') && range && range[1] >= end) start = range[0]
    },
  })
  return start
}

type SyntaxError = {
  readonly code: string
  readonly message: string
  readonly at: Place
  /** The text before the place of the error, and from it. */
  readonly before: string
  readonly rest: string
}

function describeSyntaxError({ code, message, at, before, rest }: SyntaxError): Problem {
  if (code === 'DUPLICATE_KEY') {
    const key = /^("[^"]*"|'[^']*'|[^\s:]+)/.exec(rest)?.[0] ?? ''
    const name = quote(key.replace(/^["']|["']$/g, ''))
    return problemAt(at, `the key ${name} is listed twice`, 'keep one of them')
  }
  if (code === 'BAD_INDENT' && endsInComment(before)) {
    const what = 'not valid YAML, a "#" hides the rest of its line and the closing bracket'
    return problemAt(at, what, 'put the text that begins with "#" in quotes')
  }
  if (code === 'BAD_INDENT') {
    return message.startsWith('Flow')
      ? problemAt(at, 'not valid YAML, a bracket is not closed', 'close it before this line')
      : problemAt(at, 'not valid YAML, a line is indented unlike its neighbours', 'indent it alike')
  }
  const fix = FIXES[code] ?? 'fix the YAML here'
  const what = WORDS[code] ?? message.replace(/[.;].*$/s, '')
  return problemAt(at, `not valid YAML, ${what}`, fix)
}

/** Whether a bracket that one of the last two lines opens is not closed before a comment begins. */
function endsInComment(before: string): boolean {
  return before
    .split('\n')
    .slice(-2)
    .some((line) => {
      const comment = line.indexOf(' #')
      const text = comment === -1 ? '' : line.slice(0, comment)
      const lastOf = (one: string, other: string) =>
        Math.max(text.lastIndexOf(one), text.lastIndexOf(other))
      return lastOf('[', '{') > lastOf(']', '}')
    })
}

/** What the parser says in words that an author of YAML need not know. */
const WORDS: Readonly<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY: 'a value holds ": ", or the line after it is indented too far',
  MULTILINE_IMPLICIT_KEY: 'a line is not "key: value"',
}

const FIXES: Readonly<Record<string, string>> = {
  BAD_ALIAS: 'put the text in quotes',
  BAD_DQ_ESCAPE: 'write the backslash twice, or use single quotes',
  BAD_SCALAR_START: 'put the text in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'put the text in quotes, or begin the next line where this one begins',
  MISSING_CHAR: 'add what is missing',
  MULTILINE_IMPLICIT_KEY: 'write each line as "key: value"',
  MULTIPLE_DOCS: 'remove the line "---"',
  TAB_AS_INDENT: 'indent with spaces',
  TAG_RESOLVE_FAILED: 'put the text in quotes',
}

function findNode(document: Document, path: YamlPath): unknown {
  return path.length === 0 ? document.contents : document.getIn(path, true)
}

function findValue(document: Document, path: YamlPath): number {
  for (let length = path.length; length >= 0; length--) {
    const node = findNode(document, path.slice(0, length))
    if (isNode(node) && node.range) return node.range[0]
  }
  return 0
}

function findKey(document: Document, path: YamlPath): number {
  const parent = findNode(document, path.slice(0, -1))
  const last = path.at(-1)
  if (!isCollection(parent) || last === undefined) return findValue(document, path)
  // Backwards: the last of two equal keys counts, as in the plain value.
  const pair = isMap(parent)
    ? [...parent.items].reverse().find(({ key }) => isScalar(key) && key.value === last)
    : undefined
  if (isPair(pair) && isNode(pair.key) && pair.key.range) return pair.key.range[0]
  return findValue(document, path)
}

function readHiddenText(document: Document, path: YamlPath): string | undefined {
  const node = findNode(document, path)
  const text = isScalar(node) && node.value === null ? node.comment : undefined
  return typeof text === 'string' ? `#${text}`.split('\n')[0]?.trim() : undefined
}

function readScalarSource(document: Document, path: YamlPath): string | undefined {
  const node = findNode(document, path)
  return isScalar(node) ? (node.source ?? undefined) : undefined
}
