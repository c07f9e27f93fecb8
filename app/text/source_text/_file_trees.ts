import type { MarkdownIt, StateCore, Token } from 'markdown-it'

/** The name of a file, and what is said about it: after `#`, or just after the name. */
const ENTRY = /^(\S+)[ \t]+(?:#[ \t]*)?(\S.*)$/s

/** Tells the names of a list of files from the words about them. */
export function addFileTrees(markdown: MarkdownIt): void {
  markdown.core.ruler.after('inline', 'file_trees', markEntries)
}

function markEntries(state: StateCore): void {
  let depth = 0
  for (const [at, token] of state.tokens.entries()) {
    const isTree = token.type === 'box_open' && token.meta?.name === 'tree'
    if (isTree || (depth > 0 && token.type === 'box_open')) depth += 1
    else if (depth > 0 && token.type === 'box_close') depth -= 1
    if (depth === 0 || token.type !== 'inline') continue
    const item = state.tokens[at - 2]
    if (item?.type === 'list_item_open' && isFolder(state.tokens, at)) {
      item.meta = { ...item.meta, isFolder: true }
    }
    token.children = (token.children ?? []).flatMap((child, place) =>
      splitEntry(state, child, place),
    )
  }
}

function isFolder(tokens: readonly Token[], at: number): boolean {
  const name = /^\S*/.exec(tokens[at]?.content ?? '')?.[0] ?? ''
  return name.replaceAll(/[`*_]/g, '').endsWith('/') || tokens[at + 2]?.type === 'bullet_list_open'
}

function splitEntry(state: StateCore, child: Token, place: number): readonly Token[] {
  const isAfterName = place > 0 && /^[ \t]/.test(child.content)
  if (child.type !== 'text') return [child]
  const found = isAfterName ? ['', '', child.content.trim().replace(/^#[ \t]*/, '')] : null
  const [, name, words] = found ?? (place === 0 ? ENTRY.exec(child.content) : null) ?? []
  if (name === undefined || words === undefined) return [child]
  const make = (type: string, tag: string, nesting: -1 | 0 | 1, content: string): Token =>
    Object.assign(new state.Token(type, tag, nesting), { content })
  const open = make('element_open', 'small', 1, '')
  const close = make('element_close', 'small', -1, '')
  return [make('text', '', 0, `${name} `), open, make('text', '', 0, words), close]
}
