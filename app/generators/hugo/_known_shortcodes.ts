import { surround, writeCallout, writeCard, writeDetails, writeTabs } from './_block_shortcodes.ts'
import { readFile, writeFence } from './_file_shortcodes.ts'
import type { Rendering } from './_line_writer.ts'
import { embed, showPicture } from './_media_shortcodes.ts'
import type { ShortcodeCall, ShortcodeWriter } from './_shortcodes.ts'

const NOTHING: Rendering = { kind: 'words', text: '' }

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
