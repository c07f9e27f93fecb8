import { posix } from 'node:path'
import { quote } from '../../contract/problem.ts'
import { createLineFinder, type SourceLine } from '../../foreign_markup/source_line.ts'
import { normalizeLabel } from '../../foreign_source/dialects/local_definitions.ts'
import { locateFile, locatePage, type PageContext, reportLoss } from './_page.ts'
import { addressOf, type Target, titleOf } from './_targets.ts'
import { encodeAddress, escapeText, writeLink } from './_text.ts'

const WORDS = /\[((?:[^[\]\\]|\\.|\[[^[\]]{0,200}\]){0,500})\]/
const ADDRESS = /(<[^<>\n]{0,500}>|[^\s()<>]{0,1000}(?:\([^\s()]{0,500}\)[^\s()]{0,500})?)/
const LINK = new RegExp(
  `(!?)${WORDS.source}\\(${ADDRESS.source}((?:\\s+"[^"]{0,500}")?)\\)(\\{[^{}\\n]{1,200}\\})?`,
)
const AUTOLINK = /<([a-z][\w+.-]{1,30}:[^\s<>]{0,300}|#[^\s<>]{1,200})>/
const ANY_LINK = new RegExp(`${LINK.source}|${AUTOLINK.source}`, 'g')
const BARE = /(?<![\w<("'[=\]/.`])https?:\/\/[^\s<>()[\]"'\u0001]+[^\s<>()[\]"'.,;:!?\u0001*_]/g

/** Attributes behind a span, an address or what is done. */
const ATTRIBUTES = /\{([ \t]{0,10}(?:[.#][\w:-]|[\w-]{1,40}=)[^{}\n]{0,200})\}/
const SPAN = new RegExp(`([\\]>\\u0002])${ATTRIBUTES.source}`, 'g')
const WORDS_SPAN = new RegExp(`\\[([^[\\]\\n]{0,300})\\]${ATTRIBUTES.source}`, 'g')

/** A link without words whose address is at another place. */
const EMPTY = /(?<!\\)\[\]\[([^[\]\n]{1,200})\]/g

/** The anchor that attributes name: `{#id .class}`. */
export function writeAnchor(attributes: string): string {
  const id = /#([\w:./-]+)/.exec(attributes)?.[1]
  return id === undefined ? '' : `<a id="${id}"></a>`
}

/** Links of MyST as those of Markdown: to targets, pages and files, with or without words. */
export function writeMystLinks(
  text: string,
  lines: SourceLine | readonly SourceLine[],
  context: PageContext,
): string {
  const all = 'text' in lines ? [lines] : lines
  const [line = { text, file: context.page.file, line: 1 }] = all
  const withAddresses = text.replace(EMPTY, (whole, name: string) => {
    const address = context.definitions.get(normalizeLabel(name))
    return address === undefined ? whole : `[](${address})`
  })
  // What is lost is reported with its own line, not with that of its paragraph.
  const findLine = createLineFinder(withAddresses, all)
  const lineAt = (offset: number) => findLine(offset) ?? line
  const withWords = withAddresses.replace(
    ANY_LINK,
    (
      whole,
      image: string | undefined,
      words: string,
      href: string,
      title: string,
      attributes: string | undefined,
      auto: string | undefined,
      offset: number,
    ) => {
      const at = lineAt(offset)
      if (auto !== undefined) return writeLinkTo(auto, '', at, context) ?? whole
      const bare = href.replace(/^<|>$/g, '')
      const hasLinks = words.includes('![') || AUTOLINK.test(words)
      const shown = hasLinks ? writeMystLinks(words, at, context) : words
      const anchor = writeAnchor(attributes ?? '')
      const cut = attributes === undefined ? whole : whole.slice(0, -attributes.length)
      if (image !== '')
        return (
          anchor + (bare.startsWith('/') ? cut.replace(href, rootPath(bare, at, context)) : cut)
        )
      return (
        anchor +
        (writeLinkTo(bare, shown, at, context) ??
          (shown === words ? cut : `[${shown}](${href}${title})`))
      )
    },
  )
  const linked = withWords
    .replace(WORDS_SPAN, (_, words: string, attributes: string) => {
      return writeAnchor(attributes) + words
    })
    .replace(SPAN, (_, before: string, attributes: string) => {
      return before + writeAnchor(attributes)
    })
  const named = writeDefinition(linked, line, context)
  if (!context.config.mystExtensions.has('linkify') || /^\s*\[[^\]]+\]:/.test(named)) return named
  return named.replace(BARE, (address) => `<${address}>`)
}

function rootPath(path: string, line: SourceLine, { root, page }: PageContext): string {
  const from = posix.dirname(line.base ?? page.file)
  return encodeAddress(posix.relative(from, locateFile(path, line.base ?? line.file, root)))
}

/** `[words]: target`, one a line. */
function writeDefinition(text: string, line: SourceLine, context: PageContext): string {
  return text.replace(
    /^([ \t]*\[[^\]\n]+\]:[ \t]+)(\S+)/gm,
    (whole, head: string, href: string) => {
      const address = readAddress(href.replace(/^<|>$/g, ''), line, context)
      return address === undefined ? whole : `${head}${encodeAddress(address)}`
    },
  )
}

function readAddress(href: string, line: SourceLine, context: PageContext): string | undefined {
  return /\]\(([^\s]*)\)$/.exec(writeLinkTo(href, 'x', line, context) ?? '')?.[1]
}

/** Whether words in brackets before this address are a link, and no index of code. */
export function isLinkTarget(href: string, line: SourceLine, context: PageContext): boolean {
  if (/^(?:https?:\/\/|mailto:|inv:|xref:)\S/.test(href)) return true
  if (readAddress(href, line, context) !== undefined) return true
  return context.source.has(locateFile(href, line.base ?? line.file, context.root))
}

/** Addresses that mystmd writes short. */
const OUTSIDE: Readonly<Record<string, string>> = {
  doi: 'https://doi.org/',
  wiki: 'https://en.wikipedia.org/wiki/',
}

/** The link to what an address means in MyST; undefined for one that Markdown knows. */
function writeLinkTo(
  href: string,
  words: string,
  line: SourceLine,
  context: PageContext,
): string | undefined {
  const { config, page, root, targets } = context
  const show = (found: Target) => {
    // What has neither words nor a title goes by its name.
    const name = found.anchor === '' ? titleOf(found) : (found.title ?? nameOf(href))
    return writeLink(words === '' ? escapeText(name) : words, addressOf(found))
  }
  const [, scheme = '', rest = ''] = /^([a-z][\w+.-]*):(.*)$/s.exec(href) ?? []
  const own = Object.hasOwn(config.urlSchemes, scheme) ? config.urlSchemes[scheme] : undefined
  if (own !== undefined) return writeOwnScheme(own, { href, rest, words })
  if (scheme === 'inv' || /^xref$/.test(scheme)) {
    const what = `the link to ${quote(href)} names an object of another documentation`
    reportLoss(context, line, `${what}; its words stay`, 'link to its page on the web')
    return words === '' ? escapeText(rest.replace(/^.*#/, '')) : words
  }
  if (scheme === 'path')
    return writeLink(
      words || escapeText(rest),
      `/${locateFile(rest, line.base ?? line.file, root)}`,
    )
  const outside = Object.hasOwn(OUTSIDE, scheme) ? OUTSIDE[scheme] : undefined
  if (outside !== undefined) return writeLink(words || escapeText(href), outside + rest)
  if (scheme !== '' && scheme !== 'project' && scheme !== 'myst') {
    // A label can look like an address: `[words](how:to)`.
    const named = targets.findLabel(href)
    return named === undefined ? undefined : show(named)
  }
  const path = scheme === '' ? href : rest
  const [file = '', anchor = ''] = path.split(/#(.*)/s)
  if (file === '') {
    const found = anchor === '' ? undefined : findAnchor(page.name, anchor, context)
    if (found !== undefined) return show(found)
    return words === '' && anchor !== '' ? loseTarget(href, anchor, line, context) : undefined
  }
  const name = locatePage(file, line.base ?? line.file, root)
  const there = targets.findPage(name)
  if (there !== undefined) {
    const found = anchor === '' ? there : findAnchorOn(there.page.name, anchor, context)
    if (words !== '' && scheme === '' && found === undefined) return undefined
    return show(found ?? there)
  }
  // The older spelling: the name of a label alone.
  const label = anchor === '' && scheme === '' ? targets.findLabel(file) : undefined
  if (label !== undefined && !/\.\w+$/.test(file)) return show(label)
  if (words !== '') return undefined
  const beside = locateFile(file, line.base ?? line.file, root)
  return context.source.has(beside)
    ? writeLink(escapeText(file), `/${beside}`)
    : loseTarget(href, file, line, context)
}

type ShortLink = { readonly href: string; readonly rest: string; readonly words: string }

/** A link whose scheme the configuration has. */
function writeOwnScheme(
  own: { readonly address: string; readonly words?: string | undefined },
  { href, rest, words }: ShortLink,
): string {
  const [path = '', fragment = ''] = rest.split('#')
  const fill = (each: string) => {
    return each.replace(/\{\{\s*path\s*\}\}/g, path).replace(/\{\{\s*fragment\s*\}\}/g, fragment)
  }
  const address = fill(own.address).replace(/#$/, '')
  return writeLink(words === '' ? escapeText(fill(own.words ?? href)) : words, address)
}

function nameOf(href: string): string {
  return decodeURIComponentSafely(href.replace(/^(?:project:|myst:)?[^#]*#/, ''))
}

function findAnchor(
  page: string,
  anchor: string,
  { targets, scope }: PageContext,
): Target | undefined {
  const wanted = decodeURIComponentSafely(anchor)
  return (
    targets.findHeading(page, wanted) ??
    findLabel(wanted, targets) ??
    targets.findTerm(wanted) ??
    targets.findObject(wanted, scope)
  )
}

/** The target of an address that names a page: what other pages have is not there. */
function findAnchorOn(page: string, anchor: string, context: PageContext): Target | undefined {
  const { targets, scope } = context
  const wanted = decodeURIComponentSafely(anchor)
  const candidates = [
    targets.findHeading(page, wanted),
    findLabel(wanted, targets),
    targets.findTerm(wanted, page),
    targets.findObject(wanted, scope),
  ]
  return candidates.find((each) => each?.page.name === page)
}

/** A label, also by the id that is made of it. */
function findLabel(name: string, targets: PageContext['targets']): Target | undefined {
  return targets.findLabel(name) ?? targets.findLabel(name.replaceAll('-', ' '))
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function loseTarget(href: string, words: string, line: SourceLine, context: PageContext): string {
  const what = `the link to ${quote(href)} has no target; its name stays`
  reportLoss(context, line, what, 'correct the name, or write a link')
  return escapeText(words)
}
