import { Type } from '@sinclair/typebox'
import type { ImageSize } from '../source_text/markdown.ts'
import { openValueFile, type ValueFile } from './value_file.ts'

/** The size that other sites ask for. */
export const CARD_SIZE = { width: 1200, height: 630 } as const

/** What a card shows: the picture that other sites and chats put beside a link to a page. */
export type SocialCard = {
  readonly title: string
  /** Title of the section; the card of the front page has none. */
  readonly heading: string | undefined
  readonly accent: string
  /** An SVG or PNG. */
  readonly logo:
    | { readonly bytes: Uint8Array; readonly extension: string; readonly size: ImageSize }
    | undefined
  /** Whether the name stands beside the logo. */
  readonly showsTitle: boolean
  /** The font of the corpus for headings. */
  readonly font: Uint8Array | undefined
}

/** What a card depends on beside its facts; raised with everything that changes its pixels. */
export const CARD_VERSION = 'resvg 2.6.2, inter 5.3.0, drawing 1'

/** Cards of earlier builds as base64, by their digest. */
export async function openCardCache(path: string): Promise<ValueFile<string>> {
  return await openValueFile(path, CARD_VERSION, Type.String())
}

/** Name of a card: the same facts give the same bytes. */
export function digestCard({ logo, font, ...facts }: SocialCard): string {
  const files = [logo?.bytes, font].map((bytes) => (bytes === undefined ? '' : digestBytes(bytes)))
  const text = JSON.stringify([CARD_VERSION, facts, logo?.extension, logo?.size, files])
  return digestBytes(new TextEncoder().encode(text))
}

const digests = new WeakMap<Uint8Array, string>()

function digestBytes(bytes: Uint8Array): string {
  const known =
    digests.get(bytes) ?? new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 32)
  digests.set(bytes, known)
  return known
}
