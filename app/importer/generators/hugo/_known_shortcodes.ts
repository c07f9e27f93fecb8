import { stripMarkdown } from '../../convert/plain_text.ts'
import type { SourceLine } from '../../source/source_line.ts'
import { readFile, writeFence } from './_file_shortcodes.ts'
import type { Rendering } from './_line_writer.ts'
import { embed, showPicture } from './_media_shortcodes.ts'
import type { ShortcodeCall, ShortcodeWriter } from './_shortcodes.ts'

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

const CALLOUTS =
  'alert callout hint admonition notice note info tip warning caution danger important'

/** Those that say the same in every theme; a template of the site does not change them. */
const FIXED: Readonly<Record<string, ShortcodeWriter>> = {
  ...Object.fromEntries(CALLOUTS.split(' ').map((name) => [name, writeCallout])),
  pageinfo: writeCallout,
  tabpane: writeTabs,
  tabs: writeTabs,
  details: writeDetails,
  expand: writeDetails,
  comment: () => NOTHING,
  highlight: (call) => {
    const language = call.read(['lang', 'type'], 0) ?? ''
    const options = call.read(['options'], 1) ?? ''
    const marked = /hl_lines=\[?["']?([\d\s,"'-]+)/.exec(options)?.[1] ?? ''
    const numbers = marked.match(/\d+(?:-\d+)?/g) ?? []
    const info = numbers.length === 0 ? language : `${language} {${numbers.join(',')}}`
    return writeFence(call, info, call.inner(true))
  },
  ref: writeReference,
  relref: writeReference,
  param: writeParameter,
  _param: writeParameter,
  readfile: readFile,
  figure: showPicture,
  image: showPicture,
  img: showPicture,
  imgproc: showPicture,
}

/** Those of themes, where the site has no template of that name. */
const OF_THEMES: Readonly<Record<string, ShortcodeWriter>> = {
  card: writeCard,
  'blocks/feature': writeCard,
  'blocks/cover': writeCard,
  'blocks/section': writeCard,
  'blocks/lead': writeCard,
  'blocks/link-down': (call) => (call.shortcode.inner === undefined ? NOTHING : writeInner(call)),
  button: writeButton,
  section: writeChildren,
  children: writeChildren,
  katex: (call) => {
    const text = wordsOf(call)
    if (text === '') return NOTHING
    if (call.read(['display'], 0) === undefined) return { kind: 'words', text: `$${text}$` }
    const lines = [call.line('$$'), ...call.inner(true), call.line('$$')]
    return { kind: 'block', lines }
  },
  mermaid: (call) => writeFence(call, 'mermaid', call.inner(true)),
  ...Object.fromEntries(
    'cardpane columns steps html rawhtml tab conditional-text'
      .split(' ')
      .map((name) => [name, writeInner]),
  ),
  ...Object.fromEntries(
    'youtube vimeo gist tweet x instagram iframe asciinema openapi swaggerui redoc'
      .split(' ')
      .map((name) => [name, embed]),
  ),
}

export function findFixedShortcode(name: string): ShortcodeWriter | undefined {
  return Object.hasOwn(FIXED, name) ? FIXED[name] : undefined
}

export function findThemeShortcode(name: string): ShortcodeWriter | undefined {
  return Object.hasOwn(OF_THEMES, name) ? OF_THEMES[name] : undefined
}

/** What is inside, on lines of its own where it stands on lines of its own. */
export function writeInner(call: ShortcodeCall): Rendering {
  const lines = call.inner().map((line) => {
    // Marks between the columns of a page.
    return /^[ \t]*<--->[ \t]*$/.test(line.text) ? { ...line, text: '' } : line
  })
  if (lines.length === 1) return { kind: 'words', text: lines[0]?.text.trim() ?? '' }
  return lines.length === 0 ? NOTHING : { kind: 'block', lines: surround(call, lines) }
}

function surround(call: ShortcodeCall, lines: readonly SourceLine[]): readonly SourceLine[] {
  return [call.line(''), ...lines, call.line('')]
}

function writeCallout(call: ShortcodeCall): Rendering {
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

function writeDetails(call: ShortcodeCall): Rendering {
  const title = call.read(['title', 'summary'], 0) ?? 'Details'
  return wrap(call, `details ${title.replace(/\s+/g, ' ').trim()}`, call.inner())
}

/** Panes with text, or with code if the theme says so; a tab that cannot be chosen is a label. */
function writeTabs(call: ShortcodeCall): Rendering {
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

function writeCard(call: ShortcodeCall): Rendering {
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

function writeButton(call: ShortcodeCall): Rendering {
  const reference = call.read(['relref', 'pageref'])
  const address =
    reference === undefined
      ? call.read(['href', 'link', 'url', 'src'], 0)
      : call.site.findReference(reference, call.origin)
  const words = wordsOf(call) || (call.read(['text', 'content', 'title']) ?? '')
  if (address === undefined) return { kind: 'words', text: words }
  return { kind: 'words', text: `[${words === '' ? address : words}](${encodeURI(address)})` }
}

function writeChildren(call: ShortcodeCall): Rendering {
  const links = call.site.listChildLinks(call.origin)
  return {
    kind: 'block',
    lines: surround(
      call,
      links.map((link) => call.line(`- ${link}`)),
    ),
  }
}

function writeReference(call: ShortcodeCall): Rendering {
  const name = call.read(['path'], 0) ?? ''
  return { kind: 'words', text: call.site.findReference(name, call.origin) }
}

/** The value of a parameter; `{1}` in it is the first word after its name. */
function writeParameter(call: ShortcodeCall): Rendering {
  const name = call.read(['name'], 0) ?? ''
  const value = call.site.readParameter(name)
  if (value === undefined) {
    call.reportLoss(`names the parameter "${name}", which has no value`, 'write its value')
    return NOTHING
  }
  const { list } = call.shortcode
  return { kind: 'words', text: value.replace(/\{(\d)\}/g, (all, at) => list[Number(at)] ?? all) }
}

/** What is inside on one line. */
function wordsOf(call: ShortcodeCall): string {
  return call
    .inner()
    .map(({ text }) => text.trim())
    .join(' ')
    .trim()
}
