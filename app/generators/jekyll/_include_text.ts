import {
  createCodeFollower,
  createFenceFollower,
} from '../../foreign_source/dialects/code_lines.ts'

/** Elements that only work in a browser. */
const CONTROLS = new RegExp(
  [
    String.raw`<(button|script|style|template|label(?=[^<>]*\shidden))\b[^<>]*>[\s\S]*?<\/\1\s*>`,
    '<!--[\\s\\S]*?-->',
  ].join('|'),
  'gi',
)
const SEEN = /<(?:img|iframe|video|audio|picture|embed)\b|<a\s[^<>]*\bhref=|^[ \t]*`{3,}/im

/** Whether an include shows nothing that a page could hold: a copy button, a script. */
export function isDecoration(text: string): boolean {
  const plain = text.replace(CONTROLS, '')
  return !SEEN.test(plain) && plain.replace(/<[^<>]*>/g, '').trim() === ''
}

const TAB_BUTTON = /<button\b[^<>]*\bdata-(?:tab|target)="#?([\w-]+)"[^<>]*>([\s\S]*?)<\/button>/gi
const LINK_ABOVE = /<a\s[^<>]*\bhref="([^"]*)"[^<>]*>\s*<\/a>/gi
const NEXT_WORDS = /(<(p|h[1-6]|span|strong|div)\b[^<>]*>)([ \t]*\S[^<>]*?)(?=<\/\2>)/i

/** What a page shows of an include: its buttons become tabs, its empty links go to their words. */
export function shapeInclude(text: string): string {
  if (!text.includes('<')) return text
  const names = new Map<string, string>()
  for (const [, id = '', name = ''] of text.matchAll(TAB_BUTTON)) {
    names.set(id, name.replace(/<[^<>]*>/g, '').trim())
  }
  const linked = moveLinks(text)
  const tabbed = names.size > 1 ? writeTabs(linked, names) : linked
  return dropIndent(mapOutsideFences(tabbed, (part) => part.replace(CONTROLS, '')))
}

/** `<a href></a>` over a card is a link of its first words. */
function moveLinks(text: string): string {
  const parts: string[] = []
  let from = 0
  for (const found of text.matchAll(LINK_ABOVE)) {
    const end = found.index + found[0].length
    const rest = text.slice(end)
    const next = NEXT_WORDS.exec(rest)
    const stop = rest.search(/<a\s[^<>]*\bhref=/i)
    if (found.index < from || next === null || (stop !== -1 && stop < next.index)) continue
    const [whole, open = '', , words = ''] = next
    parts.push(text.slice(from, found.index), rest.slice(0, next.index), open)
    parts.push(`<a href="${found[1]}">${words.trim()}</a>`)
    from = end + next.index + whole.length
  }
  return parts.join('') + text.slice(from)
}

/** `<div id="rest">` … with a button named `REST` is a tab. */
function writeTabs(text: string, names: ReadonlyMap<string, string>): string {
  const panels = [...text.matchAll(/<div\b[^<>]*\bid="([\w-]+)"[^<>]*>/gi)].filter(
    ([, id = '']) => {
      return names.has(id)
    },
  )
  const [first] = panels
  if (first === undefined || panels.length < 2) return text
  const tabs = panels.map((panel, at) => {
    const inner = text.slice(panel.index, panels[at + 1]?.index ?? text.length)
    const words = mapOutsideFences(inner, (part) => {
      return part.replace(CONTROLS, '').replace(/<\/?(?:div|section)\b[^<>]*>/gi, '')
    })
    return `:::tab ${names.get(panel[1] ?? '') ?? ''}\n\n${dropIndent(words).trim()}\n\n:::`
  })
  const head = text.slice(0, first.index).replace(/<\/?(?:div|section)\b[^<>]*>/gi, '')
  return `${head}\n\n:::tabs\n\n${tabs.join('\n\n')}\n\n:::\n`
}

function mapOutsideFences(text: string, map: (part: string) => string): string {
  const isCode = createFenceFollower()
  const parts: { readonly code: boolean; readonly lines: string[] }[] = []
  for (const line of text.split('\n')) {
    const code = isCode(line)
    const last = parts.at(-1)
    if (last?.code === code) last.lines.push(line)
    else parts.push({ code, lines: [line] })
  }
  return parts
    .map(({ code, lines }) => (code ? lines.join('\n') : map(lines.join('\n'))))
    .join('\n')
}

/** The indentation of HTML says nothing, but would be code in Markdown. */
function dropIndent(text: string): string {
  const isCode = createCodeFollower()
  return text
    .split('\n')
    .map((line) => {
      const isKept = isCode(line) && !/^[ \t]*<pre\b/i.test(line)
      return isKept ? line : line.replace(/^[ \t]+(?=\S)/, '')
    })
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
