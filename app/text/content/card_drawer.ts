import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import wasm from '@resvg/resvg-wasm/index_bg.wasm' with { type: 'file' }
import { needsMore, renderCardSvg } from './_card_svg.ts'
import { createTextOutliner } from './_card_text.ts'
import { digestCard, type SocialCard } from './social_card.ts'
import type { ValueFile } from './value_file.ts'

export type CardDrawer = {
  /** Loads what drawing needs, if any of these is not known yet, for `find()`. */
  prepare(cards: readonly SocialCard[]): Promise<void>
  /** The PNG of a card that was prepared. */
  find(card: SocialCard): Uint8Array
}

export function createCardDrawer(kept: Pick<ValueFile<string>, 'get' | 'set'>): CardDrawer {
  let draw: DrawCard | undefined
  return {
    prepare: async (cards) => {
      if (cards.some((card) => kept.get(digestCard(card)) === undefined)) draw = await loadDrawing()
    },
    find: (card) => {
      const digest = digestCard(card)
      const known = kept.get(digest)
      if (known !== undefined) return Uint8Array.fromBase64(known)
      if (draw === undefined) throw new Error(`Cannot draw card "${digest}": it was not prepared`)
      const bytes = draw(card, digest)
      kept.set(digest, bytes.toBase64())
      return bytes
    },
  }
}

type DrawCard = (card: SocialCard, digest: string) => Uint8Array

let loading: Promise<DrawCard> | undefined

/** Loaded when first needed: most builds have drawn their cards before. */
async function loadDrawing(): Promise<DrawCard> {
  loading ??= openDrawing()
  return await loading
}

/** Cards that this process keeps; a test run or a preview draws few, again and again. */
const KEPT_MAX = 200

async function openDrawing(): Promise<DrawCard> {
  const [{ create }, { initWasm, Resvg }] = await Promise.all([
    import('fontkit'),
    import('@resvg/resvg-wasm'),
  ])
  await initWasm(await WebAssembly.compile(readWasm()))
  const outlineWith = createTextOutliner(create)
  const drawn = new Map<string, Uint8Array>()
  const render = (svg: string): Uint8Array => {
    const drawing = new Resvg(svg, { font: { loadSystemFonts: false } })
    const picture = drawing.render()
    const bytes = picture.asPng()
    picture.free()
    drawing.free()
    return bytes
  }
  return (card, digest) => {
    const known = drawn.get(digest)
    if (known !== undefined) return known
    const hasLogo = card.logo !== undefined && canShow(card.logo)
    const bytes = render(renderCardSvg(card, outlineWith(card.font), hasLogo))
    if (drawn.size >= KEPT_MAX) drawn.clear()
    drawn.set(digest, bytes)
    return bytes
  }
}

/** The single executable carries it compressed (`scripts/_packed_modules.ts`). */
function readWasm(): Uint8Array<ArrayBuffer> {
  const bytes = readFileSync(wasm)
  return new Uint8Array(wasm.endsWith('.br') ? brotliDecompressSync(bytes) : bytes)
}

function canShow({ bytes, extension }: NonNullable<SocialCard['logo']>): boolean {
  return extension === 'png' || (extension === 'svg' && !needsMore(bytes))
}
