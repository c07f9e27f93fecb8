import { stripMarkdown } from '../../foreign_markup/plain_text.ts'
import type { SourceLine } from '../../foreign_markup/source_line.ts'
import { writeFence } from './_file_shortcodes.ts'
import type { Rendering } from './_line_writer.ts'
import type { ShortcodeCall } from './_shortcodes.ts'

const NOTHING: Rendering = { kind: 'words', text: '' }

/** Colours and kinds of boxes in common themes, as our kinds of callouts. */
const KINDS: Readonly<Record<string, string>> = {
  primary: 'note',
  secondary: 'note',
  default: 'note',
  info: 'note',
  note: 'note',
  light: 'note',
  dark: 'note',
  success: 'tip',
  tip: 'tip',
  important: 'important',
  warning: 'warning',
  caution: 'caution',
  danger: 'caution',
  error: 'caution',
}

export function surround(call: ShortcodeCall, lines: readonly SourceLine[]): readonly SourceLine[] {
  return [call.line(''), ...lines, call.line('')]
}

export function writeCallout(call: ShortcodeCall): Rendering {
  const { name } = call.shortcode
  const given = call.read(['type', 'kind', 'style', 'color'], 0)
  const word = (given ?? (name in KINDS ? name : 'note')).toLowerCase()
  const kind = KINDS[name in KINDS ? name : word] ?? 'note'
  const own = call.read(['title', 'heading', 'header'], given === undefined ? 0 : 1)
  const other = KINDS[word] === undefined && own === undefined ? given : own
  const title = other === undefined ? '' : ` ${other.replace(/\s+/g, ' ').trim()}`
  const lines = call.inner()
  if (lines.length === 0 && title === '') return NOTHING
  return wrap(call, `${kind}${title}`, lines)
}

function wrap(call: ShortcodeCall, opening: string, lines: readonly SourceLine[]): Rendering {
  const block = [
    call.line(`:::${opening}`),
    call.line(''),
    ...lines,
    call.line(''),
    call.line(':::'),
  ]
  return { kind: 'block', lines: block }
}

export function writeDetails(call: ShortcodeCall): Rendering {
  const title = call.read(['title', 'summary'], 0) ?? 'Details'
  return wrap(call, `details ${title.replace(/\s+/g, ' ').trim()}`, call.inner())
}

/** Panes with text, or with code if the theme says so; a tab that cannot be chosen is a label. */
export function writeTabs(call: ShortcodeCall): Rendering {
  const { calls, rest } = call.parts()
  const tabs = calls.filter(({ shortcode }) => shortcode.name === 'tab')
  if (rest !== '') call.reportLoss('has text outside its tabs, which is left out', 'move it')
  if (tabs.length < calls.length) {
    call.reportLoss('has more than tabs in it, which is left out', 'move it out of the tabs')
  }
  const isOfCode = call.shortcode.name === 'tabpane' && call.read(['text']) !== 'true'
  const isLabel = (tab: ShortcodeCall) => tab.read(['disabled']) === 'true'
  const labels = tabs.filter(isLabel).map((tab) => `**${labelOf(tab, 0)}**`)
  const panes = tabs
    .filter((tab) => !isLabel(tab))
    .flatMap((tab, at) => {
      const label = labelOf(tab, at)
      const text = tab.read(['text'])
      const isCode = text === undefined ? isOfCode : text !== 'true'
      const named = tab.read(['lang']) ?? call.read(['lang'])
      const language = call.read(['langequalsheader']) === 'true' ? label.toLowerCase() : named
      const content = isCode
        ? linesOf(writeFence(tab, language ?? '', tab.inner(true)))
        : tab.inner()
      return [
        call.line(`:::tab ${label}`),
        call.line(''),
        ...content,
        call.line(''),
        call.line(':::'),
      ]
    })
  const head = labels.flatMap((label) => [call.line(label), call.line('')])
  const lines = panes.length === 0 ? [] : [call.line('::::tabs'), ...panes, call.line('::::')]
  return { kind: 'block', lines: [...head, ...lines] }
}

function labelOf(tab: ShortcodeCall, at: number): string {
  const label = tab.read(['header', 'title', 'name'], 0) ?? `Tab ${at + 1}`
  return stripMarkdown(label).replace(/\s+/g, ' ').replace(/:$/, '').trim()
}

function linesOf(rendering: Rendering): readonly SourceLine[] {
  return rendering.kind === 'block' ? rendering.lines : []
}

export function writeCard(call: ShortcodeCall): Rendering {
  const bold = (text: string | undefined) =>
    text === undefined || text.trim() === '' ? [] : [text.includes('**') ? text : `**${text}**`]
  const plain = (text: string | undefined) => (text === undefined ? [] : [text])
  const lang = call.read(['lang']) ?? ''
  const isCode = call.read(['code']) === 'true'
  const head = [
    ...bold(call.read(['header'])),
    ...bold(call.read(['title'])),
    ...plain(call.read(['subtitle'])),
  ]
  const url = call.read(['url'])
  const label = call.read(['url_text']) ?? 'Read more'
  const foot = [
    ...plain(call.read(['footer'])),
    ...(url === undefined ? [] : [`[${label}](${url})`]),
  ]
  const inner = call.inner(isCode)
  const content = isCode ? linesOf(writeFence(call, lang, inner)) : inner
  const write = (text: string) => [
    ...text.split('\n').map((each) => call.line(each)),
    call.line(''),
  ]
  const lines = [...head.flatMap(write), ...content, call.line(''), ...foot.flatMap(write)]
  return { kind: 'block', lines: surround(call, lines) }
}
