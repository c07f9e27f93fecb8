import type { ImageSize } from '../../text/source_text/markdown.ts'

/** A picture or another file that pages refer to. */
export type Asset = {
  /** Path below the folder of the pages: `guides/plan.png`. */
  readonly file: string
  /** Path on this machine. */
  readonly path: string
  /** Path below the build folder, with the digest: `assets/plan.0123456789abcdef.png`. */
  readonly published: string
  /** Digest of the content, hexadecimal. */
  readonly sha256: string
  /** Absent for what is no picture. */
  readonly size: ImageSize | undefined
}

const PICTURE = /\.(avif|gif|jpe?g|png|svg|webp)$/i

/** What a page may offer for download; nothing that a browser would run on our origin. */
const DOWNLOADS =
  'conf csv docx gz ics ipynb json jsonl mp4 ods odt pdf pptx service tar tgz ' +
  'toml tsv txt webm xlsx xml yaml yml zip'
const DOWNLOAD = new RegExp(`\\.(${DOWNLOADS.replaceAll(' ', '|')})$`, 'i')

export function isPictureName(name: string): boolean {
  return PICTURE.test(name)
}

/** What a browser plays on a page, written as a picture is. */
export function isFilmName(name: string): boolean {
  return /\.(?:mp4|webm)$/i.test(name)
}

export function isAssetName(name: string): boolean {
  return PICTURE.test(name) || DOWNLOAD.test(name)
}

/** What a name of a file looks like, and words that say nothing about a picture. */
const FILE_NAME = /^[\w./-]+\.(?:avif|gif|jpe?g|png|svg|webp)$/i
const EMPTY_WORDS = /^(?:image|img|photo|pic|picture|screenshot|screen shot|untitled)[\s\d_-]*$/i

/** Whether these words tell nobody what a picture shows: there are none, or only its file name. */
export function saysNothing(words: string): boolean {
  const text = words.trim()
  return text === '' || FILE_NAME.test(text) || EMPTY_WORDS.test(text)
}
