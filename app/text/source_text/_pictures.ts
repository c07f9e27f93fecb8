import type { Env, MarkdownIt, StateCore, Token } from 'markdown-it'
import { escapeHtml } from '../../contract/html_escape.ts'
import { readInlineText } from './_anchor_rules.ts'
import { optionsOf } from './_html_options.ts'

/** A picture for one theme, by the end of its address: our words and GitHub's. */
const THEMED = /#(?:only|gh)-(light|dark)(?:-mode-only)?$/

/** Files that are shown as films, in the notation of pictures. */
const FILM = /\.(?:mp4|webm)$/i

/** Pictures: figures with captions, pairs for the two themes, and films. */
export function addPictures(markdown: MarkdownIt): void {
  markdown.core.ruler.after('inline', 'figures', markFigures)
  markdown.renderer.rules.image = (tokens, at, _options, env) => renderPicture(tokens[at], env)
}

/** A paragraph that is a picture with a title is a figure, and the title its caption. */
function markFigures({ tokens, Token: NewToken }: StateCore): void {
  for (const [at, inline] of tokens.entries()) {
    const [open, close] = [tokens[at - 1], tokens[at + 1]]
    if (inline.type !== 'inline' || open?.type !== 'paragraph_open' || close === undefined) continue
    const children = inline.children ?? []
    const pictures = children.filter(({ type }) => type === 'image')
    const caption = pictures.map((each) => each.attrGet('title')).find((title) => title !== null)
    const isAlone = children.every(({ type }) => type === 'image' || type === 'softbreak')
    if (!isAlone || caption === undefined || caption === null) continue
    for (const picture of pictures) {
      picture.attrs = (picture.attrs ?? []).filter(([name]) => name !== 'title')
    }
    open.tag = 'figure'
    close.tag = 'figure'
    open.hidden = false
    close.hidden = false
    const text = new NewToken('text', '', 0)
    text.content = String(caption)
    children.push(
      new NewToken('caption_open', 'figcaption', 1),
      text,
      new NewToken('caption_close', 'figcaption', -1),
    )
  }
}

function renderPicture(token: Token | undefined, env: Env | undefined): string {
  const { resolve, sizeOf, isFirstImage } = optionsOf(env)
  const source = String(token?.attrGet('src') ?? '')
  const alt = escapeHtml(readInlineText(token?.children ?? []).replaceAll('\n', ' '))
  const own = token?.attrGet('title') ?? null
  const title = own === null ? '' : ` title="${escapeHtml(String(own))}"`
  const address = `src="${escapeHtml(source === '' ? source : resolve(source))}"`
  if (FILM.test(source.split(/[?#]/)[0] ?? '')) {
    return `<video ${address} controls preload="metadata" aria-label="${alt}"${title}></video>`
  }
  const theme = THEMED.exec(source)?.[1]
  const shown = theme === undefined ? '' : ` class="in-${theme}"`
  const size = sizeOf(source)
  const box = size === undefined ? '' : ` width="${size.width}" height="${size.height}"`
  const when = isFirstImage() ? '' : ' loading="lazy"'
  return `<img ${address} alt="${alt}"${title}${shown}${box}${when} decoding="async">`
}
