import type { Env, MarkdownIt, Renderer, Token } from 'markdown-it'
import { escapeHtml } from '../../contract/html_escape.ts'
import { renderCode } from './_html_code.ts'
import { type DiagramPictures, optionsOf } from './_html_options.ts'
import { addTableRules } from './_table_rules.ts'
import { isDiagram, isMathFence, readCodeBlock, readProgram } from './code_block.ts'

/** How tokens become HTML: no inline style, no raw HTML, every scrolling box reachable by key. */
export function addHtmlRules(markdown: MarkdownIt): void {
  const { rules } = markdown.renderer
  addCodeRules(rules)
  addTableRules(rules)
  addBlockRules(rules)
  addFootnoteRendering(rules)
  rules.heading_close = (tokens, at, options, env, renderer) => {
    const anchor = escapeHtml(String(tokens[at - 2]?.attrGet('id') ?? ''))
    const label = escapeHtml(optionsOf(env).texts['heading.anchor'])
    const link = `<a class="anchor" href="#${anchor}" aria-label="${label}"></a>`
    return ` ${link}${renderer.renderToken(tokens, at, options)}`
  }
  rules.link_open = (tokens, at, _options, env) =>
    `<a${renderAddress('href', tokens[at], env)}${renderAttribute('title', tokens[at])}>`
}

type Rules = Renderer['rules']

function addCodeRules(rules: Rules): void {
  rules.fence = (tokens, at, _options, env) => {
    const { info = '', content = '', meta } = tokens[at] ?? {}
    if (isMathFence(info)) return renderMath(content, true, env)
    const block = readCodeBlock(info, content)
    const { texts, code, diagram } = optionsOf(env)
    const drawn = isDiagram(block) ? diagram(content) : undefined
    const html = renderCode(block, {
      coloured: code(readProgram(block)),
      label: texts['code.region'],
      showsTitle: meta?.inTab !== true && drawn === undefined,
    })
    if (drawn === undefined) return html
    return renderDiagram(drawn, { title: block.title, source: texts['diagram.source'], html })
  }
  rules.code_block = (tokens, at, _options, env) =>
    renderCode(readCodeBlock('', tokens[at]?.content ?? ''), {
      coloured: undefined,
      label: optionsOf(env).texts['code.region'],
      showsTitle: false,
    })
}

type DiagramParts = { readonly title: string; readonly source: string; readonly html: string }

/** A picture for each theme; whoever cannot see it has its source. */
function renderDiagram(drawn: DiagramPictures, { title, source, html }: DiagramParts): string {
  const [name, size] = [escapeHtml(title), `width="${drawn.width}" height="${drawn.height}"`]
  const pictures = (['light', 'dark'] as const).map((theme) => {
    const address = escapeHtml(drawn[theme])
    return `<img src="${address}" alt="${name}" class="in-${theme}" ${size} loading="lazy">\n`
  })
  const caption = title === '' ? '' : `<figcaption>${name}</figcaption>\n`
  const fold = `<details>\n<summary>${escapeHtml(source)}</summary>\n${html}</details>\n`
  return `<figure class="diagram">\n${pictures.join('')}${caption}${fold}</figure>\n`
}

/** A formula; its source where nothing draws it. */
function renderMath(tex: string, isBlock: boolean, env: Env | undefined): string {
  const html = optionsOf(env).math(tex, isBlock) ?? `<code>${escapeHtml(tex)}</code>`
  return isBlock ? `<div class="math" tabindex="0">${html}</div>\n` : html
}

function addBlockRules(rules: Rules): void {
  rules.callout_open = (tokens, at, _options, env) => {
    const kind = kindOf(tokens[at])
    const open = `<div class="callout ${kind}" role="note">\n`
    if (tokens[at + 1]?.type === 'callout_title_open') return open
    const word = optionsOf(env).texts[`callout.${kind}`]
    return `${open}<p class="callout-title">${escapeHtml(word)}</p>\n`
  }
  rules.callout_title_open = (tokens, at, _options, env) => {
    const word = optionsOf(env).texts[`callout.${kindOf(tokens[at - 1])}`]
    return `<p class="callout-title"><span>${escapeHtml(word)}</span> `
  }
  rules.callout_title_close = () => '</p>\n'
  rules.callout_close = () => '</div>\n'
  rules.tabs_open = (_tokens, _at, _options, env) =>
    `<div class="tabs" data-label="${escapeHtml(optionsOf(env).texts['tabs.label'])}">\n`
  rules.card_open = (tokens, at) => {
    const icon: unknown = tokens[at]?.meta?.icon
    const mark = icon === undefined ? '' : `<span class="icon" data-icon="${icon}"></span>`
    return `<div class="card">\n${mark}`
  }
  rules.tabs_close = () => '</div>\n'
  rules.tab_open = (tokens, at) =>
    `<div class="tab">\n<p class="tab-title">${escapeHtml(String(tokens[at]?.meta?.label))}</p>\n`
  rules.tab_close = () => '</div>\n'
  rules.math_block = (tokens, at, _options, env) => renderMath(tokens[at]?.content ?? '', true, env)
  rules.math_inline = (tokens, at, _options, env) =>
    renderMath(tokens[at]?.content ?? '', false, env)
  rules.list_item_open = (tokens, at) => {
    const { task, isFolder } = tokens[at]?.meta ?? {}
    if (isFolder === true) return '<li class="folder">'
    return task === undefined ? '<li>' : '<li class="task">'
  }
  const { paragraph_open, paragraph_close } = rules
  rules.paragraph_open = (tokens, at, options, env, renderer) => {
    const plain =
      paragraph_open?.(tokens, at, options, env, renderer) ??
      renderer.renderToken(tokens, at, options)
    return plain + renderBox(tokens[at + 1])
  }
  rules.paragraph_close = (tokens, at, options, env, renderer) => {
    const plain =
      paragraph_close?.(tokens, at, options, env, renderer) ??
      renderer.renderToken(tokens, at, options)
    return (tokens[at - 1]?.meta?.task === undefined ? '' : '</label>') + plain
  }
}

/** The box of a task: nobody can change it here, and the words beside it are its name. */
function renderBox(inline: Token | undefined): string {
  const task = inline?.meta?.task
  if (task === undefined) return ''
  return `<label><input type="checkbox" disabled${task === 'done' ? ' checked' : ''}> `
}

function kindOf(token: Token | undefined): keyof typeof KINDS {
  const kind = String(token?.meta?.kind)
  return isKind(kind) ? kind : 'note'
}

const KINDS = { note: 1, tip: 1, important: 1, warning: 1, caution: 1 } as const

function isKind(text: string): text is keyof typeof KINDS {
  return Object.hasOwn(KINDS, text)
}

function renderAttribute(name: string, token: Token | undefined): string {
  const value = token?.attrGet(name) ?? null
  return value === null ? '' : ` ${name}="${escapeHtml(String(value))}"`
}

function renderAddress(
  name: 'href' | 'src',
  token: Token | undefined,
  env: Env | undefined,
): string {
  const href = String(token?.attrGet(name) ?? '')
  const target = href === '' ? href : optionsOf(env).resolve(href)
  return ` ${name}="${escapeHtml(target)}"`
}

/** No heading can have these ids: heading anchors contain no colon. */
function addFootnoteRendering(rules: Renderer['rules']): void {
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
