import { join } from 'node:path'
import { type CardDrawer, createCardDrawer } from '../content/card_drawer.ts'
import { openCodeCache } from '../content/code_cache.ts'
import { createHighlighter, type Highlighter } from '../content/highlighter.ts'
import { openCardCache } from '../content/social_card.ts'
import { buildsFolder } from '../files/build_folders.ts'

/** What the last build drew, in files beside the builds. */
const [CODE_CACHE, CARD_CACHE] = ['.code.json', '.cards.json']

/** What draws code and cards. */
export type PageTools = {
  readonly highlighter: Highlighter
  readonly cards: CardDrawer
  /** Keeps the colours that this build used for the next one, and gives up their memory. */
  readonly saveColours: () => Promise<void>
  /** The same for cards. */
  readonly saveCards: () => Promise<void>
}

export async function openPageTools(distDir: string): Promise<PageTools> {
  const folder = buildsFolder(distDir)
  const code = await openCodeCache(join(folder, CODE_CACHE))
  const drawn = await openCardCache(join(folder, CARD_CACHE))
  return {
    highlighter: createHighlighter(code),
    cards: createCardDrawer(drawn),
    saveColours: code.save,
    saveCards: drawn.save,
  }
}
