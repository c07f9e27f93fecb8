import { CARD_ICONS } from '../../text/source_text/card_icons.ts'

/** What other sets of icons call ours, and the signs that stand for them. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ 'open-book': 'book', 'book-open': 'book', document: 'file', 'file-lines': 'file' },
  ...{ '📖': 'book', '📚': 'book', '📝': 'pencil', '📄': 'file', '🔍': 'search' },
  ...{ setting: 'cog', gear: 'cog', settings: 'cog', '🛠️': 'cog', '⚙️': 'cog', '🔧': 'cog' },
  ...{ laptop: 'terminal', 'seti:shell': 'terminal', '💻': 'terminal', 'code-simple': 'code' },
  ...{ earth: 'globe', '🌍': 'globe', '🌐': 'globe', '🌎': 'globe', '🌏': 'globe' },
  ...{ lightning: 'bolt', zap: 'bolt', '⚡': 'bolt', '⚡️': 'bolt', '🔋': 'bolt', '🔥': 'bolt' },
  ...{ 'pen-to-square': 'pencil', pen: 'pencil', edit: 'pencil', '✏️': 'pencil' },
  ...{ '🚀': 'rocket', '🔑': 'key', '🔒': 'lock', padlock: 'lock', shield: 'lock' },
  ...{
    'puzzle-piece': 'puzzle',
    '🧩': 'puzzle',
    '🔌': 'plug',
    'chart-line': 'chart',
    '📈': 'chart',
  },
  ...{ comment: 'chat', comments: 'chat', 'comment-alt': 'chat', '💬': 'chat', '☁️': 'cloud' },
  ...{
    user: 'users',
    'user-group': 'users',
    '👥': 'users',
    'approve-check': 'check',
    '✅': 'check',
  },
  ...{ server: 'database', '🗄️': 'database', magnifier: 'search', 'magnifying-glass': 'search' },
}

/** Our icon for one of another set; a card without one has its words. */
export function cardIconOf(icon = ''): string | undefined {
  const own = Object.hasOwn(NAMES, icon) ? NAMES[icon] : icon
  return CARD_ICONS.find((name) => name === own)
}
