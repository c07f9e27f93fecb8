/**
 * Text of Markdown without its marks, on one line: for titles and descriptions. Marks may open on
 * one line of a paragraph and close on the next.
 */
export function stripMarkdown(markdown: string): string {
  return markdown
    .replace(/(?<!\\)\n/g, ' ')
    .replace(/(`+)([^`]|[^`].*?[^`])\1(?!`)/g, (_, __, code: string) => hideMarks(code))
    .replace(/\\\n/g, ' ')
    .replace(/<a id="[^"<>]*"><\/a>/g, '')
    .replace(/\\([!-/:-@[-`{-~])/g, (_, mark: string) => hideMarks(mark))
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replace(/\[([^\]]+)\]\[[^\]]*\]/g, '$1')
    .replace(/<((?:https?:|mailto:)[^>\s]+)>/g, '$1')
    .replace(/(\*\*|__)(?=\S)(.+?\S?)\1/g, '$2')
    .replace(/(?<![\w*])\*(?=\S)([^*\n]+)\*(?!\w)/g, '$1')
    .replace(/(?<![\w_])_(?=\S)([^_\n]+)_(?!\w)/g, '$1')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/[\ufdd0-\ufddf]/g, (hidden) => MARKS.charAt(hidden.charCodeAt(0) - HIDDEN_FROM))
    .replace(/\s+/g, ' ')
    .trim()
}

const MARKS = '\\*_&[]!<>()`'
/** The first of characters that no text has. */
const HIDDEN_FROM = 0xfd_d0

/** Hides what is a mark elsewhere, but not in code or behind a backslash. */
function hideMarks(text: string): string {
  return text.replace(/[\\*_&[\]!<>()`]/g, (mark) => {
    return String.fromCharCode(HIDDEN_FROM + MARKS.indexOf(mark))
  })
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' },
}

const HEX = /&#x([0-9a-f]{1,6});/gi
const NAMED = /&(amp|lt|gt|quot|nbsp|apos|lbrace|rbrace|lbrack|rbrack|lpar|rpar);/g

/** Text of HTML with its entities decoded: Markdown does not decode them in code. */
export function decodeEntities(text: string): string {
  return text
    .replace(/&#(\d{1,7});/g, (whole, digits: string) => toCharacter(Number(digits)) ?? whole)
    .replace(HEX, (whole, hex: string) => toCharacter(Number.parseInt(hex, 16)) ?? whole)
    .replace(NAMED, (whole, name: string) => CODE_ENTITIES[name] ?? whole)
}

const CODE_ENTITIES: Readonly<Record<string, string>> = {
  ...{ ...ENTITIES, apos: "'", lbrace: '{', rbrace: '}' },
  ...{ lbrack: '[', rbrack: ']', lpar: '(', rpar: ')' },
}

function toCharacter(code: number): string | undefined {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

/** Cuts a text after a sentence if one ends late enough, otherwise after a word. */
export function cutText(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text
  const head = text.slice(0, charactersMax - 1)
  const sentence = Math.max(...['. ', '! ', '? ', '。'].map((end) => head.lastIndexOf(end)))
  if (sentence > charactersMax / 3) return head.slice(0, sentence + 1)
  const word = head.lastIndexOf(' ')
  const cut = word > charactersMax / 3 ? head.slice(0, word) : head.replace(/[\ud800-\udbff]$/, '')
  return `${cut.replace(/[,;:–-]+$/, '').trimEnd()}…`
}
