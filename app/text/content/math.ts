import temml from 'temml'

/** A formula as MathML, or what its author has to change. */
type MathResult = { readonly html: string } | { readonly fault: string }

/** Declarations that Temml writes, and the classes that stand for them in our style sheet. */
const CLASSES: ReadonlyMap<string, string> = new Map([
  ['padding-left:0em', 'm-l0'],
  ['padding-left:0pt', 'm-l0'],
  ['padding-left:1em', 'm-l2'],
  ['padding-left:5.9776pt', 'm-l1'],
  ['padding-right:0em', 'm-r0'],
  ['padding-right:0.4em', 'm-r1'],
  ['padding-right:5.9776pt', 'm-r1'],
  ['padding-right:1em', 'm-r2'],
  ['padding:0', 'm-p0'],
  ['width:100%', 'm-w2'],
  ['width:50%', 'm-w1'],
  ['border:1px solid', 'm-box'],
  ['border-top:0.06em solid', 'm-bt'],
  ['border-bottom:0.06em solid', 'm-bb'],
  ['border-left:0.06em solid', 'm-bl'],
  ['border-right:0.06em solid', 'm-br'],
])

/** Classes of formulas; the style sheet names each of them. */
export const MATH_CLASSES: readonly string[] = [...new Set(CLASSES.values())]

/** Longest formula; each brace is a call of the parser. */
const FORMULA_CHARACTERS_MAX = 5000

/** MathML of a formula in TeX, without inline style. */
export function renderMath(tex: string, isBlock: boolean): MathResult {
  if (tex.length > FORMULA_CHARACTERS_MAX) {
    return { fault: `it has more than ${FORMULA_CHARACTERS_MAX} characters` }
  }
  try {
    const html = temml.renderToString(tex, {
      displayMode: isBlock,
      throwOnError: true,
      trust: false,
      maxExpand: 200,
      maxSize: [20, 20],
    })
    return { html: replaceStyles(html) }
  } catch (error) {
    return { fault: error instanceof Error ? readMessage(error) : String(error) }
  }
}

/** Without the drawing of the place below it. */
function readMessage({ message }: Error): string {
  const [first = ''] = message.trim().split(/ at (?:position|end of input)|\n/)
  return first.charAt(0).toLowerCase() + first.slice(1)
}

const STYLE = ' style="'

function replaceStyles(html: string): string {
  return html.replace(/<[^<>]*>/g, (tag) => {
    const start = tag.indexOf(STYLE)
    if (start === -1) return tag
    const end = tag.indexOf('"', start + STYLE.length)
    const declarations = tag.slice(start + STYLE.length, end).split(';')
    const written = declarations.map((each) => each.trim())
    const classes = written.flatMap((each) => CLASSES.get(each) ?? [])
    const colour = written.find((each) => each.startsWith('color:'))?.slice('color:'.length)
    const rest = addClasses(tag.slice(0, start) + tag.slice(end + 1, -1), classes)
    return `${rest}${colour === undefined ? '' : ` mathcolor="${colour}"`}>`
  })
}

function addClasses(attributes: string, classes: readonly string[]): string {
  if (classes.length === 0) return attributes
  const added = classes.join(' ')
  if (!attributes.includes(' class="')) return `${attributes} class="${added}"`
  return attributes.replace(' class="', ` class="${added} `)
}
