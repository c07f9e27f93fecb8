const ORDER = 'remove it; "order" in the _folder.yaml beside the page gives the order'
const LABEL = 'remove it; "order" in the _folder.yaml beside the page may give it another title'
const ADDRESS =
  'remove it; the address is the path of the file, and "redirect_from" keeps an address of before'
const DATE = 'write "updated" and a date as YYYY-MM-DD, or remove it'
const WORDS = 'write "keywords" if readers search for these words, or remove it'
const ALIASES = 'write "redirect_from"'
const DRAFT = 'move the file out of the folder while it is a draft: every page here is published'
const LAYOUT = 'remove it; all pages have one layout'
const PARENT = 'remove it; the folder of the file is its place in the menu'

/** Keys that pages have for other generators, with ours that says the same. */
const FIXES: readonly (readonly [names: string, fix: string])[] = [
  ['sidebar_position weight nav_order order position menu_order', ORDER],
  ['sidebar_label sidebarTitle linkTitle linktitle nav_title sidebar_title', LABEL],
  ['slug permalink', ADDRESS],
  ['date lastmod last_modified_at last_update lastUpdated created', DATE],
  ['tags categories', WORDS],
  ['aliases', ALIASES],
  ['draft published unlisted hidden nav_exclude', DRAFT],
  ['parent grand_parent has_children has_toc displayed_sidebar sidebar menu', PARENT],
  [
    'layout hide_table_of_contents hide_title toc toc_min_heading_level toc_max_heading_level ' +
      'outline template icon image sidebar_class_name sidebar_custom_props pagination_next ' +
      'pagination_prev custom_edit_url editUrl author authors type head',
    LAYOUT,
  ],
]

export const FOREIGN_KEYS: Readonly<Record<string, string>> = Object.fromEntries(
  FIXES.flatMap(([names, fix]) => names.split(' ').map((name) => [name, fix])),
)
