import type { SourceLine } from '../../foreign_markup/source_line.ts'
import type { Directive } from './_directive.ts'
import { indentLines, joinBlocks, placeText, trimLines, writeBlock } from './_text.ts'

/** Directives that only arrange what they hold. */
const PLAIN = new Set(
  `div container compound grid grid-item grid-row card-deck card-group card-carousel hlist
   column list`.split(/\s+/),
)
const CARDS = new Set(['card', 'grid-item-card', 'grid-card'])
const TAB_GROUPS = new Set(['tab-set', 'tabs', 'tab-set-code', 'tabbed-set'])
const TABS = new Set(['tab-item', 'tab', 'group-tab', 'tabbed'])
const QUOTES = new Set(['epigraph', 'highlights', 'pull-quote', 'blockquote', 'pullquote'])
const DETAILS = new Set(['dropdown', 'details', 'toggle', 'collapse', 'togglebutton'])

/** Directives of layout: tabs, cards, quotes, titles; undefined for all others. */
export function writeLayoutDirective(directive: Directive): readonly SourceLine[] | undefined {
  const { name, line } = directive
  if (name === 'margin' || name === 'aside') return writeTitled(directive)
  if (PLAIN.has(name)) return directive.write()
  if (CARDS.has(name)) return writeCard(directive)
  if (TAB_GROUPS.has(name)) return writeBlock(line, 'tabs', '', directive.write())
  if (TABS.has(name)) return writeTab(directive)
  if (QUOTES.has(name)) return indentLines(directive.write(), '> ', '> ')
  if (DETAILS.has(name)) {
    return writeBlock(line, 'details', directive.writeArgument() || 'Details', directive.write())
  }
  switch (name) {
    case 'rubric':
    case 'centered':
      return placeText(embolden(directive.writeArgument()), line)
    case 'topic':
    case 'sidebar':
      return writeTitled(directive)
    case 'button-link':
    case 'button-ref':
      return writeButton(directive)
    case 'line-block':
      return writeLines(directive)
    default:
      return undefined
  }
}

function writeTitled(directive: Directive): readonly SourceLine[] {
  const title = embolden(directive.writeArgument())
  return joinBlocks([title === '' ? [] : placeText(title, directive.line), directive.write()])
}

/** Directives beside each other that are tabs without a group around them. */
export function isLooseTab(name: string): boolean {
  return name === 'tab'
}

export function isTabGroup(name: string): boolean {
  return TAB_GROUPS.has(name)
}

/** Lines that break where the source does. */
function writeLines({ raw, writeText }: Directive): readonly SourceLine[] {
  const lines = trimLines(raw)
  return lines.map((each, at) => {
    const text = writeText(each.text.trim(), each)
    return { ...each, text: at < lines.length - 1 && text !== '' ? `${text}\\` : text }
  })
}

/** Titles of tabs are plain text. */
function writeTab(directive: Directive): readonly SourceLine[] {
  const title = directive.writeArgument().replace(/[*`]/g, '')
  return writeBlock(directive.line, 'tab', title, directive.write())
}

function embolden(words: string): string {
  const text = words.replace(/\s+/g, ' ').trim()
  return text === '' || text.includes('**') ? text : `**${text}**`
}

/** `^^^` ends the header of a card, `+++` begins its footer. */
function writeCard(directive: Directive): readonly SourceLine[] {
  const { options, line } = directive
  const words = directive.writeArgument()
  const link = options.link
  const target = link === undefined ? '' : directive.writeText(linkOf(options), line)
  const [, address] = /\]\(([^)]*)\)$/.exec(target) ?? []
  const title =
    words !== '' && address !== undefined && !words.includes('](')
      ? `[${words}](${address})`
      : words
  const body = directive.write().map((each) => {
    return /^(?:\^{3,}|\+{3,})[ \t]*$/.test(each.text) ? { ...each, text: '' } : each
  })
  const isLinked = title === words && address !== undefined && !words.includes('](')
  const last = isLinked && words === '' ? placeText(target, line) : []
  // mystmd has what stands above and below as options.
  const [header, footer] = [options.header, options.footer].map((text = '') => {
    return text === '' ? [] : placeText(directive.writeText(text, line), line)
  })
  const head = title === '' ? [] : placeText(embolden(title), line)
  return joinBlocks([header ?? [], head, body, footer ?? [], last])
}

/** The link of a card or button in the markup of MyST. */
function linkOf(options: Readonly<Record<string, string>>): string {
  const { link = '' } = options
  const kind = options['link-type'] ?? options['ref-type'] ?? (/^\w+:/.test(link) ? 'url' : 'any')
  return kind === 'url' ? `[${link}](${link})` : `{${kind}}\`${link}\``
}

function writeButton(directive: Directive): readonly SourceLine[] {
  const { name, argument, options, line, raw } = directive
  const words = raw
    .map(({ text }) => text.trim())
    .filter((text) => text !== '')
    .join(' ')
  if (name === 'button-link') return placeText(`[${words || argument}](${argument})`, line)
  const kind = options['ref-type'] ?? 'any'
  const target = words === '' ? argument : `${words} <${argument}>`
  return placeText(directive.writeText(`{${kind}}\`${target}\``, line), line)
}
