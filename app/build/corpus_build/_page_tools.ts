import { join } from 'node:path'
import { buildsFolder } from '../../foundation/files/build_folders.ts'
import { type CardDrawer, createCardDrawer } from '../../text/content/card_drawer.ts'
import { openCodeCache } from '../../text/content/code_cache.ts'
import {
  createDiagramDrawer,
  DIAGRAM_VERSION,
  type DiagramDrawer,
  DiagramSchema,
} from '../../text/content/diagram_drawer.ts'
import { createHighlighter, type Highlighter } from '../../text/content/highlighter.ts'
import { openCardCache } from '../../text/content/social_card.ts'
import { openValueFile } from '../../text/content/value_file.ts'
import { type KeptPages, openKeptPages } from './_kept_pages.ts'
import { findProgramDigest } from './inputs.ts'

/** What the last build drew, in files beside the builds. */
const [CODE_CACHE, CARD_CACHE, DIAGRAM_CACHE] = ['.code.json', '.cards.json', '.diagrams.json']

/** What draws code, diagrams and cards. */
export type PageTools = {
  readonly highlighter: Highlighter
  readonly cards: CardDrawer
  readonly diagrams: DiagramDrawer
  /** What the last build made of each page. */
  readonly kept: KeptPages
  /** Keeps colours that a kept page has. */
  readonly keepColours: (digests: readonly string[]) => void
  /** Keeps the colours that this build used for the next one, and gives up their memory. */
  readonly saveColours: () => Promise<void>
  /** The same for cards. */
  readonly saveCards: () => Promise<void>
}

export async function openPageTools(distDir: string): Promise<PageTools> {
  const folder = buildsFolder(distDir)
  const code = await openCodeCache(join(folder, CODE_CACHE))
  const drawn = await openCardCache(join(folder, CARD_CACHE))
  const diagrams = await openValueFile(join(folder, DIAGRAM_CACHE), DIAGRAM_VERSION, DiagramSchema)
  return {
    highlighter: createHighlighter(code),
    cards: createCardDrawer(drawn),
    diagrams: createDiagramDrawer(diagrams),
    kept: openKeptPages(distDir, await findProgramDigest()),
    keepColours: code.keep,
    saveColours: async () => {
      await Promise.all([code.save(), diagrams.save()])
    },
    saveCards: drawn.save,
  }
}
