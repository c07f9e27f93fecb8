import { escapeMarkup } from '../../../text/source_text/escape.ts'

/** Anchors above the text stay where they are. */
const FIRST_PARAGRAPH = /^((?:<span id="[^"]*"><\/span>\n?)*)<p>((?:(?!<\/p>|<img\b).)+)<\/p>\n?/s

/**
 * The description as it stands below the title, and the text without it. A page that has none of
 * its own is described by its first paragraph: that moves up with its links and code, so that
 * nobody reads it twice.
 */
export function splitLede(
  description: string,
  body: string,
): { readonly lede: string; readonly rest: string } {
  const [whole = '', anchors = '', inner = ''] = FIRST_PARAGRAPH.exec(body) ?? []
  const line = inner.replaceAll('\n', ' ')
  const escaped = escapeMarkup(description)
  const isSame = line !== '' && readPlain(line) === readPlain(escaped)
  return isSame
    ? { lede: line, rest: anchors + body.slice(whole.length) }
    : { lede: escaped, rest: body }
}

/** The text of markup; both writers escape what they must, and one of them quotes as well. */
function readPlain(markup: string): string {
  return markup
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
}

const PROMISE = /^((?:<span id="[^"]*"><\/span>\n?)*<div class="hero">\n)<p>(.*?)<\/p>\n/s

/** The first paragraph of a hero, which stands above the description, and the text without it. */
export function splitPromise(body: string): { readonly promise: string; readonly rest: string } {
  const [whole = '', open = '', inner = ''] = PROMISE.exec(body) ?? []
  const promise = whole === '' ? '' : `<p class="promise">${inner}</p>\n`
  return { promise, rest: open + body.slice(whole.length) }
}
