import { quote } from '../../contract/problem.ts'
import type { SourceLine } from '../../foreign_markup/source_line.ts'
import type { MenuEntry } from '../../foreign_source/generator.ts'
import type { Directive } from './_directive.ts'
import { locatePage, type PageContext, reportLoss } from './_page.ts'
import { addressOf, type Page, titleOf } from './_targets.ts'
import { escapeText, placeText, splitReference, writeLink } from './_text.ts'

/** What a `toctree` lists, as it is written. */
export type Toctree = {
  readonly page: Page
  readonly caption: string | undefined
  readonly isHidden: boolean
  readonly isGlob: boolean
  readonly isReversed: boolean
  readonly entries: readonly { readonly text: string; readonly line: SourceLine }[]
}

/** An entry with its pattern resolved. */
type Entry =
  | { readonly kind: 'page'; readonly name: string; readonly title: string | undefined }
  | { readonly kind: 'link'; readonly title: string; readonly href: string }
  | { readonly kind: 'missing'; readonly name: string; readonly line: SourceLine }

export function readToctree(
  page: Page,
  options: Readonly<Record<string, string>>,
  content: readonly SourceLine[],
): Toctree {
  return {
    page,
    caption: options.caption === '' ? undefined : options.caption,
    isHidden: options.hidden !== undefined,
    isGlob: options.glob !== undefined,
    isReversed: options.reversed !== undefined,
    entries: content
      .map((line) => ({ text: line.text.trim(), line }))
      .filter(({ text }) => text !== ''),
  }
}

type Names = { readonly root: string; readonly names: ReadonlySet<string> }

function resolveEntries(tree: Toctree, { root, names }: Names): readonly Entry[] {
  const entries = tree.entries.flatMap(({ text, line }): readonly Entry[] => {
    const { words, target } = splitReference(text)
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(target)) {
      return [{ kind: 'link', title: words ?? target, href: target }]
    }
    if (target === 'self') return [{ kind: 'page', name: tree.page.name, title: words }]
    const name = locatePage(target, tree.page.file, root)
    if (tree.isGlob && /[*?[]/.test(name)) {
      const glob = new Bun.Glob(name)
      const found = [...names].filter((each) => glob.match(each) && each !== tree.page.name).sort()
      return found.map((each) => ({ kind: 'page', name: each, title: undefined }))
    }
    return names.has(name)
      ? [{ kind: 'page', name, title: words }]
      : [{ kind: 'missing', name, line }]
  })
  return tree.isReversed ? entries.toReversed() : entries
}

type MenuSource = Names & {
  readonly rootPage: string
  readonly trees: readonly Toctree[]
  readonly pages: ReadonlyMap<string, Page>
  readonly titleOf: (name: string) => string
}

/** The menu of a documentation: its `toctree`s from the first page on. */
export function buildMenu(source: MenuSource): readonly MenuEntry[] {
  const treesOf = Map.groupBy(source.trees, ({ page }) => page.name)
  const seen = new Set<string>([source.rootPage])
  const list = (name: string): readonly MenuEntry[] => {
    return (treesOf.get(name) ?? []).flatMap((tree) => {
      const entries = resolveEntries(tree, source).flatMap((entry) => visit(entry))
      if (entries.length === 0) return []
      return tree.caption === undefined
        ? entries
        : [{ kind: 'group', title: tree.caption, entries }]
    })
  }
  const visit = (entry: Entry): readonly MenuEntry[] => {
    if (entry.kind === 'link') return [entry]
    if (entry.kind === 'missing' || seen.has(entry.name)) return []
    seen.add(entry.name)
    const file = source.pages.get(entry.name)?.file
    if (file === undefined) return []
    const entries = list(entry.name)
    const own = entry.title === undefined ? {} : { title: entry.title }
    if (entries.length === 0) return [{ kind: 'page', file, ...own }]
    return [{ kind: 'group', title: entry.title ?? source.titleOf(entry.name), file, entries }]
  }
  const first = source.pages.get(source.rootPage)
  const home: readonly MenuEntry[] = first === undefined ? [] : [{ kind: 'page', file: first.file }]
  return [...home, ...list(source.rootPage)]
}

/** What a `toctree` shows on its page: links, unless it is hidden. */
export function writeTree(directive: Directive, context: PageContext): readonly SourceLine[] {
  const { options, line, raw } = directive
  const { targets, root, page } = context
  const tree = readToctree(page, options, raw)
  const entries = resolveEntries(tree, { root, names: targets.pageNames() })
  for (const entry of entries) {
    if (entry.kind !== 'missing') continue
    const what = `the menu names ${quote(entry.name)}, which is no page`
    reportLoss(context, entry.line, what, 'correct the name, or remove the entry')
  }
  if (tree.isHidden) return []
  const rows = entries.flatMap((entry) => {
    if (entry.kind === 'missing') return []
    if (entry.kind === 'link') return [`- ${writeLink(escapeText(entry.title), entry.href)}`]
    const found = targets.findPage(entry.name)
    if (found === undefined || found.page === page) return []
    return [`- ${writeLink(escapeText(entry.title ?? titleOf(found)), addressOf(found))}`]
  })
  const caption = tree.caption === undefined ? [] : [`**${escapeText(tree.caption)}**`, '']
  return rows.length === 0 ? [] : placeText([...caption, ...rows].join('\n'), line)
}
