import { lineAt, type Source } from './source.ts'

/** Participles that do not end in "ed"; a function says what is done, not what was. */
const PARTICIPLES: ReadonlySet<string> = new Set(
  (
    'begun bound broken brought built bought caught chosen done drawn driven eaten ' +
    'fallen felt foreknown fought found forgotten given gone grown heard held hidden kept ' +
    'known laid learnt led left lent lost made meant met misspelt overwritten paid proven ' +
    'ridden risen said seen sent shown shut sold spent split spoken stolen struck ' +
    'stuck sunk sworn swept taken taught thrown told torn understood undone unknown won ' +
    'worn written'
  ).split(' '),
)

/** Words that end in "ed" and are no participles, and verbs that are their own. */
const NOT_PARTICIPLES: ReadonlySet<string> = new Set(['embed', 'feed', 'need', 'seed', 'speed'])

/** Metaphors of the first edition. */
const METAPHORS: ReadonlySet<string> = new Set(
  (
    'book desk door foreknown hear heard hearing house ladder ledger mend mended mends ' +
    'office press ring rings room rooms rung rungs shelf shelves sight slip slips statute ' +
    'telling tellings tell tells told vault voice voices wallet'
  ).split(' '),
)

/** Words that are the field's own where they stand, with the reason. */
const ARGUED: readonly { readonly path: RegExp; readonly names: readonly string[] }[] = [
  // The command that prints how the modules of `app` depend on each other.
  { path: /^spec\/tidy\/house(_test)?\.ts$/, names: ['house'] },
]

type Declaration = { readonly name: string; readonly kind: 'function' | 'type' | 'value' }

const CONST_FUNCTION =
  /\bconst (\w+)(?:: [^=\n]+)? = (?:async )?(?:\([^()]*\)|\w+)(?:: [^=\n]+)? =>/g

const TYPE = /^(?:export )?(?:declare )?(?:type|interface|class|abstract class) (\w+)/gm

const DECLARATIONS: readonly {
  readonly kind: Declaration['kind']
  readonly pattern: RegExp
}[] = [
  { kind: 'function', pattern: /\bfunction\*? (\w+)/g },
  { kind: 'function', pattern: CONST_FUNCTION },
  { kind: 'type', pattern: TYPE },
  { kind: 'value', pattern: /\b(?:const|let) (\w+)\b/g },
]

/** Functions and types named by a bare participle, and metaphors in any declared name. */
export function namingFaults(source: Source): readonly string[] {
  const seen = new Set<number>()
  return DECLARATIONS.flatMap(({ kind, pattern }) =>
    [...source.code.matchAll(pattern)].flatMap((found) => {
      const [, name = ''] = found
      const at = found.index + found[0].indexOf(name)
      if (seen.has(at) || isArgued(source.path, name)) return []
      seen.add(at)
      const fault = nameFault({ name, kind })
      return fault === undefined ? [] : [`${source.path}:${lineAt(source.text, at)}: ${fault}`]
    }),
  )
}

function nameFault({ name, kind }: Declaration): string | undefined {
  const words = wordsOf(name)
  const [only] = words
  if (kind !== 'value' && words.length === 1 && only !== undefined && isParticiple(only)) {
    return `the ${kind} "${name}" is a bare participle`
  }
  const metaphor = words.find((word) => METAPHORS.has(word))
  return metaphor === undefined ? undefined : `"${name}" is a metaphor`
}

function isParticiple(word: string): boolean {
  if (NOT_PARTICIPLES.has(word)) return false
  return PARTICIPLES.has(word) || /[a-z]{2}ed$/.test(word)
}

/** `sortedPages` and `SORTED_PAGES` are both "sorted" and "pages". */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[\s_]+/)
    .map((word) => word.toLowerCase())
    .filter((word) => word !== '')
}

function isArgued(path: string, name: string): boolean {
  return ARGUED.some((each) => each.path.test(path) && each.names.includes(name))
}

/** File names that hold a metaphor. */
export function fileNamingFaults(path: string): readonly string[] {
  return path
    .replace(/\.\w+$/, '')
    .split('/')
    .flatMap((part) => wordsOf(part).filter((word) => METAPHORS.has(word) && !isArgued(path, word)))
    .map((word) => `${path}: "${word}" is a metaphor`)
}
