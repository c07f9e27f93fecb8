import { parseMarkdown } from '../../source_text/markdown.ts'
import { stripMarkdown } from '../convert/plain_text.ts'

/** Anchors of an imported page, by every spelling that a link in the source may use. */
export type Anchors = {
  /** The anchor to write; '' is the top of the page; undefined if there is none. */
  find(wanted: string): string | undefined
}

const CUSTOM_ID = /^#{1,6}[ \t]+(.*?)[ \t]*\\?\{#([\w:.-]+)\\?\}[ \t]*$/gm
const HTML_ID = /<h[1-6][^>\n]*\sid=["']([^"'\n]+)["'][^>\n]*>([^\n]*?)<\/h[1-6]>/g

/** Anchors of a body, including heading ids from its source, and of its title. */
export function findAnchors(body: string, source: string, title: string): Anchors {
  const { headings } = parseMarkdown(body)
  const exact = new Set(headings.map(({ anchor }) => anchor))
  const loose = new Map<string, string>()
  const add = (key: string, anchor: string) => {
    if (!loose.has(key)) loose.set(key, anchor)
  }
  for (const { anchor } of headings) add(lettersOf(anchor), anchor)
  add(lettersOf(title), '')
  const byText = new Map(headings.map(({ text, anchor }) => [lettersOf(text), anchor]))
  const named = [
    ...[...source.matchAll(CUSTOM_ID)].map(([, text = '', id = '']) => ({ text, id })),
    ...[...source.matchAll(HTML_ID)].map(([, id = '', text = '']) => ({ text, id })),
  ]
  for (const { text, id } of named) {
    const anchor = byText.get(lettersOf(stripMarkdown(text.replace(/<[^>]*>/g, ''))))
    if (anchor !== undefined) loose.set(lettersOf(id), anchor)
  }
  return {
    find: (wanted) => {
      if (wanted === '' || wanted === 'top') return ''
      return exact.has(wanted) ? wanted : loose.get(lettersOf(wanted))
    },
  }
}

/** Generators differ in the punctuation and case of anchors, never in their letters. */
function lettersOf(text: string): string {
  const letters = text.toLowerCase().replace(/[^\p{Alphabetic}\p{Number}]+/gu, '')
  return letters === '' ? text : letters
}
