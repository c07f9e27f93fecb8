/** What the text of a diagram is for the library that draws it. */
type DiagramReading =
  | { readonly state: 'drawn'; readonly lines: readonly string[] }
  /** Good for other programs; `line` counts from 0. */
  | { readonly state: 'undrawn'; readonly line: number }
  | { readonly state: 'wrong'; readonly line: number }

type LineReading = string | 'undrawn' | undefined

type Kind = {
  readonly header: RegExp
  /** Lines that begin what a later one ends. */
  readonly opens: RegExp
  readonly closes: RegExp
  /** The line as the library reads it; undefined where it is wrong. */
  readonly read: (line: string) => LineReading
}

/** The library draws what it does not understand as if it were not there, so every line is read. */
export function readDiagram(source: string): DiagramReading {
  const lines: string[] = []
  const open: number[] = []
  let kind: Kind | undefined
  for (const [at, written] of source.split('\n').entries()) {
    const line = written.trim().replace(/;$/, '').trimEnd()
    if (line === '' || line.startsWith('%%')) continue
    if (kind === undefined) {
      kind = KINDS.find(({ header }) => header.test(line))
      if (kind === undefined) return { state: OTHERS.test(line) ? 'undrawn' : 'wrong', line: at }
      lines.push(line)
      continue
    }
    if (kind.closes.test(line)) {
      if (open.pop() === undefined) return { state: 'wrong', line: at }
    } else if (kind.opens.test(line)) open.push(at)
    const read = kind.read(line)
    if (read === undefined) return { state: 'wrong', line: at }
    if (read === 'undrawn') return { state: 'undrawn', line: at }
    lines.push(read)
  }
  const [unclosed] = open
  if (unclosed !== undefined) return { state: 'wrong', line: unclosed }
  return lines.length < 2 ? { state: 'wrong', line: 0 } : { state: 'drawn', lines }
}

/** Kinds of diagrams, and forms of ours, that only Mermaid itself draws. */
const OTHERS = new RegExp(
  '^(?:graph|flowchart|pie|gantt|mindmap|gitGraph|timeline|journey|quadrantChart|sankey|' +
    'xychart|block|C4|requirementDiagram|architecture|packet|kanban|radar|zenuml|treemap)\\b|^---',
)

/** The first of these that takes the line. */
const readBy =
  (drawn: RegExp, undrawn: RegExp) =>
  (line: string): LineReading =>
    drawn.test(line) ? line : undrawn.test(line) ? 'undrawn' : undefined

const DIRECTION = 'direction\\s+(?:TD|TB|LR|BT|RL)'
const NOT_DRAWN =
  'accTitle|accDescr|title|note|click|link|links|callback|style|classDef|class|cssClass'

const KINDS: readonly Kind[] = [
  {
    header: /^(?:graph|flowchart)\s+(?:TD|TB|LR|BT|RL)$/i,
    opens: /^subgraph\b/,
    closes: /^end$/,
    read: readFlowLine,
  },
  {
    header: /^stateDiagram(?:-v2)?$/i,
    opens: /\{$/,
    closes: /^\}$/,
    read: readBy(
      new RegExp(
        `^(?:${DIRECTION}|\\}|state\\s+(?:"[^"]+"\\s+as\\s+)?[\\w\\p{L}]+\\s*\\{|` +
          'state\\s+"[^"]+"\\s+as\\s+[\\w\\p{L}]+|' +
          '(?:\\[\\*\\]|[\\w\\p{L}-]+)\\s*-->\\s*(?:\\[\\*\\]|[\\w\\p{L}-]+)(?:\\s*:\\s*.+)?|' +
          '[\\w\\p{L}-]+\\s*:\\s*.+)$',
        'u',
      ),
      new RegExp(`^(?:state|--|${NOT_DRAWN}|[\\w\\p{L}-]+)$|^(?:state|${NOT_DRAWN})\\s`, 'u'),
    ),
  },
  {
    header: /^sequenceDiagram$/i,
    opens: /^(?:loop|alt|opt|par|critical|break|rect)\b/,
    closes: /^end$/,
    read: readBy(
      new RegExp(
        '^(?:end|(?:participant|actor)\\s+\\S+(?:\\s+as\\s+.+)?|' +
          'Note\\s+(?:left of|right of|over)\\s+[^:]+:\\s*.+|' +
          '(?:loop|alt|opt|par|critical|break|rect|else|and)\\b.*|' +
          '[^\\s:]+?\\s*-{1,2}(?:>>|>|\\)|x)\\s*[+-]?[^\\s:]+\\s*:\\s*.+)$',
        'i',
      ),
      new RegExp(
        `^(?:activate|deactivate|autonumber|create|destroy|box|option|${NOT_DRAWN})\\b|` +
          '<<-{1,2}>>|^\\S+\\s*-{1,2}(?:>>|>|\\)|x)\\s*[+-]?\\S+\\s*:?$',
        'i',
      ),
    ),
  },
  {
    header: /^classDiagram(?:-v2)?$/i,
    opens: /\{$/,
    closes: /^\}$/,
    read: readBy(
      new RegExp(
        `^(?!direction\\s)(?:\\}|<<\\w+>>|(?:namespace|class)\\s+[\\w.~-]+\\s*\\{|` +
          'class\\s+[\\w.~-]+|' +
          '[\\w.~]+\\s+(?:"[^"]*"\\s+)?(?:<\\|--|<\\|\\.\\.|\\*--|o--|-->|--\\*|--o|' +
          '--\\|>|\\.\\.>|\\.\\.\\|>|<--|<\\.\\.|--)\\s+(?:"[^"]*"\\s+)?[\\w.~]+(?:\\s*:\\s*.+)?|' +
          '[\\w.~]+\\s*:\\s*.+|[+\\-#~][^{}]+|[\\w.~<>\\[\\]]+\\s+[\\w~]+|\\w+\\([^{}]*\\).*)$',
      ),
      new RegExp(
        `^(?:${NOT_DRAWN}|direction|<<\\w+>>)\\s|^[\\w.~]+\\s*(?:"[^"]*"\\s*)?` +
          '[<|*o()]*(?:--|\\.\\.)[>|*o()]*\\s*(?:"[^"]*"\\s*)?[\\w.~]+',
      ),
    ),
  },
  {
    header: /^erDiagram$/i,
    opens: /\{$/,
    closes: /^\}$/,
    read: readBy(
      new RegExp(
        '^(?!direction\\s)(?:\\}|[\\w-]+\\s*\\{|' +
          '[\\w-]+\\s+[|o}]{2}(?:--|\\.\\.)[|o{]{2}\\s+[\\w-]+\\s*:\\s*.+|' +
          '[\\w()\\[\\],]+\\s+[\\w-]+(?:\\s+(?:PK|FK|UK)(?:,\\s*(?:PK|FK|UK))*)?(?:\\s+"[^"]*")?)$',
      ),
      new RegExp(`^(?:direction|${NOT_DRAWN})\\s|^[\\w-]+(?:\\[[^\\]]+\\](?:\\s*\\{)?)?$|^"`),
    ),
  },
]

/** How the text of a node is enclosed: the form with more marks comes first. */
const SHAPES = [
  ...['\\(\\(\\([^()]+\\)\\)\\)', '\\(\\[[^[\\]]+\\]\\)', '\\(\\([^()]+\\)\\)'],
  ...['\\[\\[[^[\\]]+\\]\\]', '\\[\\([^()]+\\)\\]', '\\[/[^[\\]]+\\\\\\]', '\\[\\\\[^[\\]]+/\\]'],
  ...['>[^[\\]]+\\]', '\\{\\{[^{}]+\\}\\}', '\\["[^"]+"\\]', '\\("[^"]+"\\)', '\\{"[^"]+"\\}'],
  ...['\\[[^[\\]"]+\\]', '\\([^()"]+\\)', '\\{[^{}"]+\\}'],
].join('|')
const NODE = new RegExp(`^(\\w+(?:-\\w+)*)(${SHAPES})?(:::\\w[\\w-]*)?\\s*`)
const ARROW = /^(<)?(--+>|---+|-\.+->|-\.+-|==+>|===+)(?![ox>-])(?:\|([^|]*)\|)?\s*/
const WORDED =
  /^(<)?(--|-\.|==) ([^|<>]{1,200}?) (-{2,9}>|-{3,9}|\.{1,9}->|\.{1,9}-|={2,9}>|={3,9})\s*/
const OTHER_LINE = new RegExp(
  `^(?:subgraph\\s+.+|end|${DIRECTION}|classDef\\s+\\w+\\s+[\\w:#,. -]+|` +
    'class\\s+[\\w,-]+\\s+\\w+|style\\s+[\\w,-]+\\s+[\\w:#,. -]+|' +
    'linkStyle\\s+[\\w, ]+\\s[\\w:#,. -]+)$',
)

/** Nodes and arrows in turn; the library wants spaces between them, and arrows of one length. */
function readFlowLine(line: string): LineReading {
  if (OTHER_LINE.test(line)) return line
  if (/^(?:click|accTitle|accDescr|linkStyle|style|classDef)\b/.test(line)) return 'undrawn'
  const parts: string[] = []
  let rest = line
  while (rest !== '') {
    const node = NODE.exec(rest)
    if (node === null) return refuseFlowLine(line)
    parts.push(node[0].trim())
    rest = rest.slice(node[0].length)
    if (rest === '') break
    const and = /^&\s*/.exec(rest)
    const arrow = and === null ? (ARROW.exec(rest) ?? WORDED.exec(rest)) : null
    if (and === null && arrow === null) return refuseFlowLine(line)
    parts.push(and === null ? writeArrow(arrow) : '&')
    rest = rest.slice((and ?? arrow)?.[0].length)
    if (rest === '') return undefined
  }
  return parts.join(' ')
}

function writeArrow(arrow: RegExpExecArray | null): string {
  const [, start = '', shaft = '', words, end] = arrow ?? []
  const last = end ?? shaft
  const line = shaft.startsWith('-.') ? '-.-' : shaft.startsWith('=') ? '===' : '---'
  const head = last.endsWith('>') ? `${line === '-.-' ? line : line.slice(1)}>` : line
  return `${start}${head}${words === undefined ? '' : `|${words}|`}`
}

/** A line whose brackets and quotes are in pairs may be one that only Mermaid itself draws. */
function refuseFlowLine(line: string): 'undrawn' | undefined {
  const outside = line.replace(/"[^"]*"/g, '')
  const count = (marks: RegExp): number => outside.match(marks)?.length ?? 0
  const isPaired =
    !outside.includes('"') &&
    count(/\(/g) === count(/\)/g) &&
    count(/\{/g) === count(/\}/g) &&
    count(/\[/g) <= count(/\]/g) &&
    count(/\|/g) % 2 === 0
  return isPaired && /^[\p{L}\w]/u.test(line) && /[-=.~]|@\{/.test(line) ? 'undrawn' : undefined
}
