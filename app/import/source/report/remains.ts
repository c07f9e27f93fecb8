import { quote } from '../../../contract/problem.ts'
import type { ParsedMarkdown } from '../../../text/source_text/markdown.ts'
import type { FindPlace } from '../../markdown/source_line.ts'

/** What looks like the syntax of a generator in a written page. */
type Remain = { readonly found: string; readonly kind: string; readonly fix: string }

type Sign = { readonly kind: string; readonly pattern: RegExp; readonly fix: string }

const COMPONENT = 'a component'
const CALLOUT = 'a callout'
const AS_TEXT = 'write what it shows; if it is meant as text, write it as code'
const AS_BLOCK = 'write the block as Markdown'

/** What stands for code, and for marks and other parts of a text. */
const CODE = '\u0001'
const MARK = '\u0002'

/** Syntax of any generator that Markdown does not know. Code is not looked at. */
const SIGNS: readonly Sign[] = [
  { kind: 'a template tag', pattern: /\{%[^\n]{0,80}/, fix: AS_TEXT },
  { kind: 'a template expression', pattern: /\{\{[^\n]{0,80}/, fix: AS_TEXT },
  { kind: 'an include', pattern: /-+8<-+[^\n]{0,80}/, fix: 'put the text of the file here' },
  {
    kind: 'an include',
    pattern: /\{[*!] ?[^\n}]{0,80}[*!]\}/,
    fix: 'put the text of the file here',
  },
  { kind: 'an include', pattern: /^<<< ?\S[^\n]{0,80}/m, fix: 'put the code of the file here' },
  { kind: 'an include', pattern: /@include:[^\n]{0,80}/, fix: 'put the text of the file here' },
  { kind: 'an include', pattern: /^include::\S+\[/m, fix: 'put the text of the file here' },
  { kind: 'a condition', pattern: /^(?:ifn?def|ifeval|endif)::/m, fix: AS_BLOCK },
  { kind: 'a block', pattern: /^(?:\/{3,}|:{3,})(?:[ \t]*[\w{[][^\n]{0,80})?$/m, fix: AS_BLOCK },
  { kind: 'a block', pattern: /^(?:!!!|\?\?\?\+?)[ \t]+["\w][^\n]{0,80}/m, fix: AS_BLOCK },
  { kind: 'a tab', pattern: /^===[!+]*[ \t]+"[^\n]{0,80}/m, fix: 'write ":::tabs"' },
  { kind: 'a directive', pattern: /^\.\.[ \t]+[\w:-]+::[^\n]{0,80}/m, fix: AS_BLOCK },
  { kind: 'a front matter mark', pattern: /^\+\+\+$/m, fix: 'remove it' },
  { kind: 'an anchor', pattern: /^\([\w-]+\)=$/m, fix: 'link to a heading' },
  {
    kind: CALLOUT,
    pattern: /^\[![\w-]{1,40}[^\n]{0,80}/m,
    fix: 'write "> [!NOTE]" or another kind, below a blank line',
  },
  { kind: 'an attribute list', pattern: /\{:[ \t.#][^\n}]{0,80}\}/, fix: 'remove it' },
  { kind: 'an attribute list', pattern: /\{[ \t]*[#.][A-Za-z][^\n}]{0,80}\}/, fix: 'remove it' },
  { kind: 'an import', pattern: /^import [^\n]{0,80} from ['"][^\n]{0,80}/m, fix: 'remove it' },
  { kind: COMPONENT, pattern: /(?<!\w)<\/?[A-Z][\w.]*(?:\s[^<>\n]{0,200})?\/?>/, fix: AS_TEXT },
  { kind: 'a comment', pattern: /\{\/\*[^\n]{0,80}/, fix: 'remove it' },
  { kind: 'a role', pattern: /(?:\{[a-z:-]{1,30}\}|:[a-z][a-z:-]{0,30}:)(?=\u0001)/, fix: AS_TEXT },
  { kind: 'a mark of an included part', pattern: /\bANCHOR(?:_END)?:[ \t]*\w+/, fix: 'remove it' },
]

/** A block of code that is nothing but an include of a generator. */
const INCLUDE_ALONE = new RegExp(
  `^\\s*(?:${[
    '\\{\\{#\\w*include [^\\n]{1,200}\\}\\}',
    '-+8<-+[ \\t]+"[^\\n]{1,200}"',
    '\\{\\* [^\\n]{1,200} \\*\\}',
    '<<< ?\\S[^\\n]{0,80}',
    'include::\\S{1,200}\\[[^\\n]{0,80}\\]',
  ].join('|')})\\s*$`,
)

const REMAINS_MAX = 20

/** Where a written page comes from. */
type RemainSource = {
  readonly file: string
  readonly body: string
  readonly bodyLine: number
  readonly placeOf?: FindPlace
  /** Whether its generator resolved every include: what is left in code is shown on purpose. */
  readonly isMade?: boolean
  /** Whether its site has no templates, so that braces are text. */
  readonly isLiteral?: boolean
}

type ReportRemain = (
  place: { readonly file: string; readonly line: number; readonly column: number },
  what: string,
  fix: string,
) => void

/**
 * Reports what a conversion left: reads the written page alone, whatever was converted before, and
 * looks for the line in the source.
 */
export function reportRemains(
  written: ParsedMarkdown,
  source: RemainSource,
  reportLoss: ReportRemain,
): void {
  const remains = findRemains(written, source.isMade === true).filter(
    (remain) => !isMeantAsText(remain, source),
  )
  const lines = source.body.split('\n')
  let from = 0
  for (const { found, kind, fix } of remains.slice(0, REMAINS_MAX)) {
    const at =
      kind === CALLOUT ? findInnerCallout(lines, found, from) : findLine(lines, found, from)
    from = at === -1 ? from : at + 1
    const origin = source.placeOf?.(Math.max(at, 0))
    const line = origin?.line ?? source.bodyLine + Math.max(at, 0)
    const column = Math.max(0, lines[at]?.indexOf(found.slice(0, 12)) ?? 0) + 1
    const place = { file: origin?.file ?? source.file, line, column }
    reportLoss(place, `${quote(found)} is ${kind} that is not converted`, fix)
  }
  const more = remains.length - REMAINS_MAX
  if (more <= 0) return
  const place = { file: source.file, line: source.bodyLine, column: 1 }
  reportLoss(place, `${more} more remains of the generator are on the page`, AS_TEXT)
}

/** `\<Name>` and `&lt;Name>` are no component in the source either. */
function isMeantAsText({ found, kind }: Remain, { body, isLiteral }: RemainSource): boolean {
  if (isLiteral === true && kind.startsWith('a template ')) return true
  if (kind !== COMPONENT) return false
  const name = /^<\/?[\w.]+/.exec(found)?.[0] ?? found
  return body.includes(`\\${name}`) || body.includes(`&lt;${name.slice(1)}`)
}

/** What opens its quote was converted: one that was not stands below other words of it. */
function findInnerCallout(lines: readonly string[], found: string, from: number): number {
  const at = lines.findIndex((line, index) => {
    return index >= from && line.includes(found) && /^\s*>/.test(lines[index - 1] ?? '')
  })
  return at === -1 ? findLine(lines, found, from) : at
}

function findLine(lines: readonly string[], found: string, from: number): number {
  for (const length of [found.length, 24, 8]) {
    const piece = found.slice(0, length).trim()
    for (const start of [from, 0]) {
      const at = lines.findIndex((line, index) => index >= start && line.includes(piece))
      if (at !== -1) return at
    }
  }
  return -1
}

function findRemains({ tokens }: ParsedMarkdown, isMade: boolean): readonly Remain[] {
  const remains: Remain[] = []
  for (const { type, content, children } of tokens) {
    if (!isMade && type === 'fence' && INCLUDE_ALONE.test(content)) {
      const fix = 'put the code of the file here'
      remains.push({ found: content.trim(), kind: 'an include in code', fix })
    }
    if (type !== 'inline') continue
    const text = (children ?? [])
      .map((child) => {
        if (child.type === 'softbreak' || child.type === 'hardbreak') return '\n'
        if (child.type === 'text') return child.content
        return child.type === 'code_inline' ? CODE : MARK
      })
      .join('')
    remains.push(...findSigns(text))
  }
  return remains
}

function findSigns(text: string): readonly Remain[] {
  const remains: Remain[] = []
  let rest = text
  for (const { kind, pattern, fix } of SIGNS) {
    for (let found = pattern.exec(rest); found !== null; found = pattern.exec(rest)) {
      const [whole] = found
      remains.push({ found: cutAtCode(whole), kind, fix })
      // What one sign explains is no second finding.
      rest =
        rest.slice(0, found.index) +
        MARK.repeat(whole.length) +
        rest.slice(found.index + whole.length)
      if (remains.length > REMAINS_MAX * 5) return remains
    }
  }
  return remains
}

function cutAtCode(text: string): string {
  return (text.split(new RegExp(`[${CODE}${MARK}]`))[0] ?? text).trim() || text
}
