import { posix } from 'node:path'
import { decodePercentLeniently } from '../../contract/percent_encoding.ts'
import { quote } from '../../contract/problem.ts'
import { replaceText, type SourceLine } from '../../foreign_markup/source_line.ts'
import { createFenceFollower } from '../../foreign_source/dialects/code_lines.ts'
import type { Report } from '../../foreign_source/report/report.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'

/** What addresses of a documentation can mean beside files. */
export type LinkTargets = {
  readonly source: SourceFolder
  readonly report: Report
  /** The folder of `docfx.json`, which `~/` means. */
  readonly root: string
  /** Pages by their `uid`. */
  readonly uids: ReadonlyMap<string, { readonly file: string; readonly title: string | undefined }>
  /** Files that are gone or lead elsewhere, in lower case, and the addresses of their pages. */
  readonly moved: ReadonlyMap<string, string>
  /** The host of addresses that begin with `/`, where several documentations share it. */
  readonly host: string | undefined
  /** Whether the path of an address is a page of this documentation. */
  isOwn(path: string): boolean
}

const ANY = /xref:|@["\w]|~\/|\]\(|\]:[ \t]|(?:href|src)="/
const CODE_SPAN = /(`+)(?!`)(?:[^`]|(?!\1(?!`))`)*?\1(?!`)/g

/** Writes addresses that only this generator knows, `~/`, `xref:` and `@uid`, as plain ones. */
export function writeAddresses(
  lines: readonly SourceLine[],
  targets: LinkTargets,
): readonly SourceLine[] {
  if (!lines.some(({ text }) => ANY.test(text))) return lines
  const isCode = createFenceFollower()
  return lines.map((line) => {
    if (isCode(line.text) || !ANY.test(line.text)) return line
    const pieces: string[] = []
    let from = 0
    for (const span of line.text.matchAll(CODE_SPAN)) {
      pieces.push(writeText(line.text.slice(from, span.index), line, targets), span[0])
      from = span.index + span[0].length
    }
    return replaceText(line, [...pieces, writeText(line.text.slice(from), line, targets)].join(''))
  })
}

const XREF_LINK =
  /\[((?:\\.|[^\]\\[]){0,300})\]\(xref:([^\s)]{1,500})(?:[ \t]+"[^"\n]{0,300}")?\)/gi
const XREF_AUTO = /<xref:(?:"([^"\n]{1,300})"|([^>\s]{1,500}))>/gi
const XREF_DEFINITION = /^([ \t>]*\[[^\]\n]{1,300}\]:[ \t]*)xref:(\S{1,500})/i
const XREF_HTML =
  /<xref\b[^>\n]{0,300}?\b(?:href|uid)="([^"\n]{1,300})"[^>\n]{0,300}>(?:<\/xref>)?/gi
const XREF_ANCHOR = /<a\s+href="xref:([^"\n]{1,300})"[^>\n]{0,300}\/>/gi
const AT = /(^|[\s(])@(?:"([^"\n]{1,300})"|([A-Za-z_][\w-]*(?:[.][\w`-]+)+))/g
const ADDRESS = /(\]\([ \t]*<?|^[ \t>]*\[[^\]\n]{1,300}\]:[ \t]*<?|(?:href|src)=")([^\s)"'>#]+)/g

function writeText(text: string, line: SourceLine, targets: LinkTargets): string {
  if (!ANY.test(text)) return text
  return text
    .replace(XREF_LINK, (_, words: string, uid: string) => writeXref(uid, words, line, targets))
    .replace(XREF_AUTO, (_, quoted: string | undefined, uid: string | undefined) => {
      return writeXref(quoted ?? uid ?? '', '', line, targets)
    })
    .replace(XREF_HTML, (_, uid: string) => writeXref(uid, '', line, targets))
    .replace(XREF_ANCHOR, (_, uid: string) => writeXref(uid, '', line, targets))
    .replace(XREF_DEFINITION, (_, before: string, uid: string) => {
      const found = resolveUid(uid, line, targets)
      if (found === undefined) reportUid(uid, line, targets)
      return `${before}${found?.address ?? '#'}`
    })
    .replace(AT, (whole, before: string, quoted?: string, uid?: string) => {
      // An at sign also stands before names of people and packages.
      const name = quoted ?? uid ?? ''
      if (quoted === undefined && !targets.uids.has(name.toLowerCase())) return whole
      return before + writeXref(name, '', line, targets)
    })
    .replace(ADDRESS, (_, before: string, address: string) => {
      return before + writeAddress(address, line, targets)
    })
}

function writeXref(uid: string, words: string, line: SourceLine, targets: LinkTargets): string {
  const found = resolveUid(uid, line, targets)
  const name = words === '' ? (found?.title ?? `\`${nameUid(uid)}\``) : words
  if (found !== undefined) return `[${name}](${found.address})`
  reportUid(uid, line, targets)
  return name
}

type Target = { readonly address: string; readonly title: string | undefined }

function resolveUid(written: string, line: SourceLine, targets: LinkTargets): Target | undefined {
  const uid = decodePercentLeniently(written.replace(/[?#].*$/s, ''))
  const anchor = /#.*$/s.exec(written)?.[0] ?? ''
  const own = targets.uids.get(uid.toLowerCase())
  if (own !== undefined) {
    const address = relativeTo(own.file, line)
    return { address: encodeURI(address) + anchor, title: own.title }
  }
  // The types of .NET have one home, whose addresses are their names.
  if (!/^(?:System|Microsoft)(?:\.[\w`#]+)+\*?(?:\(.*\))?$/.test(uid)) return undefined
  const path = uid.replace(/\(.*$/s, '').replace(/\*$/, '').replace(/[`#]/g, '-').toLowerCase()
  const address = `https://learn.microsoft.com/dotnet/api/${path}`
  return { address, title: undefined }
}

function relativeTo(file: string, { base, file: own }: SourceLine): string {
  return posix.relative(posix.dirname(base ?? own), file)
}

/** What readers see of a name: its last part, or all of it. */
function nameUid(written: string): string {
  const [uid = '', query = ''] = written.split('?')
  const plain = decodePercentLeniently(uid).replace(/\*$/, '').replace(/`+\d+/g, '')
  const whole = /displayProperty=fullName/i.test(query)
  const parts = plain.replace(/\(.*$/s, '').split('.')
  const count = /displayProperty=nameWithType/i.test(query) ? 2 : 1
  return whole ? plain : parts.slice(-count).join('.')
}

function reportUid(uid: string, line: SourceLine, { source, report }: LinkTargets): void {
  const place = { file: source.show(line.file), line: line.line, column: 1 }
  const what = `the reference to ${quote(uid)} names no page of the folder and is now plain text`
  report.addLoss(place, what, 'link to the page, or to its https address')
}

function writeAddress(address: string, line: SourceLine, targets: LinkTargets): string {
  if (address.startsWith('~/')) {
    const path = posix.join(targets.root, address.slice(2))
    return path.startsWith('../') ? address : relativeTo(path, line)
  }
  if (address.startsWith('//') || /^[a-z][a-z0-9+.-]*:/i.test(address)) return address
  if (!address.startsWith('/')) {
    const file = decodePercentLeniently(address.replace(/[?].*$/s, ''))
    const path = posix.join(posix.dirname(line.base ?? line.file), file)
    return targets.moved.get(path.toLowerCase()) ?? address
  }
  if (targets.host === undefined) return address
  const path = decodePercentLeniently(address.replace(/[?#].*$/s, ''))
  return targets.isOwn(path) ? address : targets.host + address
}
