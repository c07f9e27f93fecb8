import { quote } from '../../contract/problem.ts'
import type { SourceLine } from '../../foreign_markup/source_line.ts'
import { formatCodeSpan } from '../../source_text/code_marks.ts'
import { findDeclaration } from './_c_directives.ts'
import { hideNames } from './_c_objects.ts'
import { writeInlineFormula } from './_formula.ts'
import { writeIssueRole } from './_issue_roles.ts'
import { nameReference } from './_objects.ts'
import { locateFile, locatePage, type PageContext, reportLoss } from './_page.ts'
import { addressOf, type Target, titleOf } from './_targets.ts'
import { escapeText, splitReference, writeLink, writeMarked } from './_text.ts'

const CODE = new Set('code literal file samp kbd mimetype mailheader makevar regexp'.split(' '))
const STRONG = new Set('command program guilabel strong'.split(' '))
const EMPHASIS = new Set('dfn emphasis manpage newsgroup title-reference title t cite'.split(' '))
const SAME = new Set('index abbr abbreviation bdg span eval-text'.split(' '))
const ICON = /^(?:octicon|fa[srb]?|fab|fas|material-(?:regular|outlined|round|sharp|twotone))$/
const OBJECT = new RegExp(
  '^(?:(?:py|c|cpp|js|rst):.+|(?:func|meth|class|mod|attr|exc|data|const|obj|envvar|option|token|' +
    'confval|type|property|dir|role|macro|member|struct|enum|var))$',
)
const EXTERNAL = /^(?:external(?:\+[\w.-]+)?):/
/** Roles whose target is somewhere else, by what its address is. */
const NUMBERED: Readonly<Record<string, readonly [words: string, address: string]>> = {
  pep: ['PEP ', 'https://peps.python.org/pep-%s/'],
  rfc: ['RFC ', 'https://datatracker.ietf.org/doc/html/rfc%s.html'],
  cve: ['CVE ', 'https://www.cve.org/CVERecord?id=CVE-%s'],
  cwe: ['CWE ', 'https://cwe.mitre.org/data/definitions/%s.html'],
}

/** A role of Sphinx as Markdown: `{ref}` of MyST and `:ref:` of reStructuredText. */
export function writeRole(
  name: string,
  text: string,
  line: SourceLine,
  context: PageContext,
): string {
  const bare = name.replace(/^(?:std|math):/, '')
  const low = bare.toLowerCase()
  if (low === 'math') return writeInlineFormula(text, line, context)
  if (low === 'guilabel') return writeMarked(escapeText(text.replace(/&(?!&)/g, '')), '**')
  if (low === 'menuselection') return writeMenu(text)
  if (CODE.has(low) || low.startsWith('code-'))
    return formatCodeSpan(low === 'samp' || low === 'file' ? cutBraces(text) : text)
  if (STRONG.has(low)) return writeMarked(escapeText(text), '**')
  if (EMPHASIS.has(low)) return writeMarked(escapeText(text), '*')
  if (SAME.has(low) || low.startsWith('bdg-')) return escapeText(splitReference(text).words ?? text)
  if (ICON.test(low) || low === 'raw') return ''
  if (low === 'sub' || low === 'subscript') return `<sub>${escapeText(text)}</sub>`
  if (low === 'sup' || low === 'superscript') return `<sup>${escapeText(text)}</sup>`
  if (low === 'del' || low === 'strike') return writeMarked(escapeText(text), '~~')
  if (/^c(?:pp)?:t?expr$/.test(low)) return writeExpression(low, text, line, context)
  return writeOutside(bare, text, context) ?? writeReference(low, bare, text, line, context)
}

function writeOutside(name: string, text: string, context: PageContext): string | undefined {
  const { words, target } = splitReference(text)
  const numbered = NUMBERED[name.toLowerCase().replace(/-reference$/, '')]
  if (numbered !== undefined) {
    const [before, address] = numbered
    const [number = '', anchor] = target.split('#')
    const padded = /^pep/i.test(name) ? number.padStart(4, '0') : number
    const where = address.replace('%s', padded) + (anchor === undefined ? '' : `#${anchor}`)
    return writeLink(escapeText(words ?? `${before}${target}`), where)
  }
  const own = Object.hasOwn(context.config.extlinks, name)
    ? context.config.extlinks[name]
    : undefined
  if (own === undefined) {
    const { issuesPath } = context.config
    return issuesPath === undefined ? undefined : writeIssueRole(name, text, issuesPath)
  }
  const [address, caption] = own
  const shown = caption === '' ? address : caption
  return writeLink(escapeText(words ?? shown.replace('%s', target)), address.replace('%s', target))
}

function writeReference(
  low: string,
  name: string,
  text: string,
  line: SourceLine,
  context: PageContext,
): string {
  const { targets, page, root, scope } = context
  const { words, target } = splitReference(text)
  const show = (found: Target | undefined, otherwise: string) => {
    return found === undefined
      ? loseTarget(name, target, words ?? otherwise, line, context)
      : writeLink(escapeText(words ?? found.title ?? otherwise), addressOf(found))
  }
  if (low === 'doc') {
    const found = targets.findPage(locatePage(target, page.file, root))
    return show(found, found === undefined ? target : titleOf(found))
  }
  if (low === 'ref' || low === 'numref' || low === 'eq' || low === 'keyword') {
    const plain = words?.replace(/%s|\{number\}|\{name\}/g, '').trim()
    const found = targets.findLabel(target) ?? targets.findLabel(target.replaceAll('-', ' '))
    if (found === undefined) return loseTarget(name, target, words ?? target, line, context)
    return writeLink(escapeText(plain || found.title || target), addressOf(found))
  }
  if (low === 'term') {
    const found = targets.findTerm(target)
    return show(found === undefined ? undefined : { ...found, title: target }, target)
  }
  if (low === 'download') {
    if (/^https?:\/\//.test(target)) return writeLink(escapeText(words ?? target), target)
    return writeLink(escapeText(words ?? target), `/${locateFile(target, page.file, root)}`)
  }
  if (low === 'any') {
    const found =
      targets.findLabel(target) ??
      targets.findPage(locatePage(target, page.file, root)) ??
      targets.findTerm(target) ??
      targets.findObject(target, scope)
    return show(found, target)
  }
  return OBJECT.test(low) || EXTERNAL.test(low)
    ? writeObject(low, words, target, line, context)
    : loseRole(name, words ?? text, line, context)
}

/** A name of a program, with a link where a page describes it. */
function writeObject(
  role: string,
  words: string | undefined,
  target: string,
  line: SourceLine,
  context: PageContext,
): string {
  const isSilent = target.startsWith('!')
  const name = target.replace(/^[!~]+/, '')
  const last = name.slice(name.lastIndexOf('.') + 1)
  const whole = target.startsWith('~') ? last : name.replace(/^\./, '')
  const plain = isCRole(role) ? hideNames(whole) : whole
  const isCalled = /(?:^|:)(?:func|meth)$/.test(role) && words === undefined && !plain.endsWith(')')
  const code = formatCodeSpan(words ?? (isCalled ? `${plain}()` : plain))
  const found = isSilent || EXTERNAL.test(role) ? undefined : findReferred(role, name, context)
  if (found !== undefined) return writeLink(code, addressOf(found))
  if (!isSilent) {
    const what = `the reference to ${quote(name)} is code without a link: no page describes it`
    reportLoss(context, line, what, 'link to the page that does')
  }
  return code
}

function isCRole(role: string): boolean {
  return /^c(?:pp)?:/.test(role)
}

/** An expression of C or C++, in which Sphinx links each name. */
function writeExpression(
  role: string,
  text: string,
  line: SourceLine,
  context: PageContext,
): string {
  const what = `the names in the expression ${quote(text)} are no links`
  reportLoss(context, line, what, 'link to what describes them')
  return role.endsWith(':texpr') ? escapeText(text) : formatCodeSpan(text)
}

function findReferred(role: string, name: string, context: PageContext): Target | undefined {
  const { targets, scope } = context
  return isCRole(role)
    ? findDeclaration(role, name, context)
    : targets.findObject(nameReference(role, name, scope.program), scope)
}

function loseTarget(
  name: string,
  target: string,
  words: string,
  line: SourceLine,
  context: PageContext,
): string {
  const what = `the role ${quote(name)} names ${quote(target)}, which nothing defines`
  reportLoss(context, line, `${what}; its words stay`, 'correct the name, or write a link')
  return escapeText(words)
}

function loseRole(name: string, words: string, line: SourceLine, context: PageContext): string {
  const what = `the role ${quote(name)} is unknown; its words stay`
  reportLoss(context, line, what, 'write what it shows as Markdown')
  return escapeText(words)
}

function writeMenu(text: string): string {
  const parts = text.split(/\s*-->\s*/).map((part) => escapeText(part.replace(/&(?!&)/g, '')))
  return writeMarked(parts.join(' → '), '**')
}

/** `{name}` is a part that varies. */
function cutBraces(text: string): string {
  return text.replace(/(?<!\\)\{([^{}]+)\}/g, '$1').replace(/\\([{}])/g, '$1')
}
