/** Icons that a card can have; the style sheet draws each of them. */
export const CARD_ICONS = [
  ...['book', 'bolt', 'chart', 'chat', 'check', 'cloud', 'code', 'cog', 'database', 'file'],
  ...['globe', 'key', 'lock', 'pencil', 'plug', 'puzzle', 'rocket', 'search', 'terminal', 'users'],
] as const
