import { boldLine } from './_block_lines.ts'
import { CALLOUT_KINDS, type CalloutKind } from './_callouts.ts'
import { CARD_ICONS } from './card_icons.ts'

/** A block between `:::name` and `:::`. */
export type BlockKind = {
  /** Tokens are `<token>_open` and `<token>_close`; a box has the class of its name instead. */
  readonly token: string
  readonly meta?: Readonly<Record<string, string>>
  /** Whether words after the name are a title, or the name of a tab. */
  readonly title: 'none' | 'line' | 'label'
  /** What must be there if there is no title. */
  readonly untitled?: string
  /** Words that may follow the title in braces, and the values that they take. */
  readonly options?: Readonly<Record<string, readonly string[]>>
  /** What plain Markdown has in front of the title and after it. */
  readonly plain: (title: string) => readonly [before: string, after: string]
  /** What plain Markdown has in front of each further line. */
  readonly indent?: string
  /** The one kind of token that may stand in it, and its name. */
  readonly holds?: readonly [token: string, words: string]
  /** The block that it must stand in. */
  readonly within?: string
  /** Whether blocks of code in it become tabs. */
  readonly isCodeGroup?: true
}

const nothing = (): readonly [string, string] => ['', '']
const box = (name: string, holds?: BlockKind['holds']): BlockKind => ({
  token: 'box',
  meta: { name },
  title: 'none',
  plain: nothing,
  ...(holds === undefined ? {} : { holds }),
})
const callout = (kind: CalloutKind): BlockKind => ({
  token: 'callout',
  meta: { kind },
  title: 'line',
  plain: (title) => {
    const mark = `> [!${kind.toUpperCase()}]`
    // Other readers know the quote; the marks of this block mean nothing to them.
    return title === '' ? [mark, ''] : [`${mark}\n> **`, '**\n>']
  },
  indent: '> ',
})

const TAB_NAME = ':::tab Name", or title="Name" after the language of the code'

/** One more block is one more entry, and its look. */
export const BLOCK_KINDS: ReadonlyMap<string, BlockKind> = new Map([
  ...CALLOUT_KINDS.map((kind) => [kind, callout(kind)] as const),
  // Other generators' names of the same kinds.
  ['info', callout('note')],
  ['danger', callout('caution')],
  ['tabs', { token: 'tabs', title: 'none', plain: nothing, holds: ['tab_open', ':::tab blocks'] }],
  [
    'tab',
    {
      token: 'tab',
      title: 'label',
      untitled: TAB_NAME,
      plain: () => ['**', '**\n'],
      within: 'tabs',
    },
  ],
  [
    'code-group',
    {
      token: 'tabs',
      title: 'none',
      plain: nothing,
      holds: ['fence', 'blocks of code'],
      isCodeGroup: true,
    },
  ],
  ['hero', box('hero')],
  ['steps', box('steps', ['ordered_list_open', 'numbered lists'])],
  ['filetree', box('tree', ['bullet_list_open', 'lists'])],
  ['cards', box('cards', ['card_open', ':::card blocks'])],
  [
    'card',
    {
      token: 'card',
      title: 'line',
      untitled: ':::card [Title](page.md)"',
      options: { icon: CARD_ICONS },
      plain: () => ['- ', ''],
      indent: '  ',
      within: 'cards',
    },
  ],
  ['details', { token: 'details', title: 'line', options: { open: [] }, plain: boldLine }],
])
