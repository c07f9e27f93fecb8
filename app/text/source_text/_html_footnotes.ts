import type { Renderer, Token } from 'markdown-it'
import { escapeHtml } from '../../contract/html_escape.ts'
import { optionsOf } from './_html_options.ts'

/** No heading can have these ids: heading anchors contain no colon. */
export function addFootnoteRendering(rules: Renderer['rules']): void {
  rules.footnote_ref = (tokens, at) => {
    const { number, reference } = placeOf(tokens[at])
    const link = `href="#fn:${number}" id="${reference}" role="doc-noteref"`
    return `<sup class="footnote"><a ${link}>${number}</a></sup>`
  }
  rules.footnote_block_open = (_tokens, _at, _options, env) => {
    const title = escapeHtml(optionsOf(env).texts['footnote.title'])
    return `<div class="footnotes" role="doc-endnotes" aria-label="${title}">\n<ol>\n`
  }
  rules.footnote_block_close = () => '</ol>\n</div>\n'
  rules.footnote_open = (tokens, at) => `<li id="fn:${placeOf(tokens[at]).number}">`
  rules.footnote_close = () => '</li>\n'
  rules.footnote_anchor = (tokens, at, _options, env) => {
    const { number, reference, which } = placeOf(tokens[at])
    const count = which === 0 ? String(number) : `${number}:${which + 1}`
    const label = escapeHtml(optionsOf(env).texts['footnote.back'].replace('{count}', count))
    const link = `href="#${reference}" role="doc-backlink" aria-label="${label}"`
    // The arrow comes from the style: programs that compare the page with its twin see one text.
    return ` <a class="footnote-back" ${link}></a>`
  }
}

function placeOf(token: Token | undefined): {
  readonly number: number
  readonly which: number
  readonly reference: string
} {
  const number = Number(token?.meta?.id) + 1
  const which = Number(token?.meta?.subId ?? 0)
  return { number, which, reference: `fnref:${number}${which === 0 ? '' : `:${which + 1}`}` }
}
