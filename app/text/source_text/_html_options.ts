import type { Env } from 'markdown-it'
import { type BodyTexts, ENGLISH_BODY_TEXTS } from './body_texts.ts'
import type { Program } from './code_block.ts'

/** Turns the address of a link, as written, into the address to publish. */
export type ResolveLink = (href: string) => string

/** What the HTML of a body needs beside its Markdown. */
export type HtmlOptions = {
  readonly texts?: BodyTexts
  /** HTML of the lines of a program; undefined where it is shown as plain text. */
  readonly code?: (program: Program) => readonly string[] | undefined
  /** Pixels of an image, by its address as written. */
  readonly sizeOf?: (href: string) => ImageSize | undefined
  /** The pictures of a diagram; undefined where it is shown as code. */
  readonly diagram?: (source: string) => DiagramPictures | undefined
  /** HTML of a formula; undefined where it is shown as its source. */
  readonly math?: (tex: string, isBlock: boolean) => string | undefined
}

/** Addresses of a diagram, for each theme. */
export type DiagramPictures = ImageSize & { readonly light: string; readonly dark: string }

export type ImageSize = { readonly width: number; readonly height: number }

type RunOptions = Required<HtmlOptions> & {
  readonly resolve: ResolveLink
  /** True once: the first image of a page is worth loading at once. */
  readonly isFirstImage: () => boolean
}

const OPTIONS = Symbol('options')

export function createRenderEnv(resolve: ResolveLink, options: HtmlOptions): Env {
  let images = 0
  const run: RunOptions = {
    texts: ENGLISH_BODY_TEXTS,
    code: () => undefined,
    sizeOf: () => undefined,
    math: () => undefined,
    diagram: () => undefined,
    ...options,
    resolve,
    isFirstImage: () => {
      images += 1
      return images === 1
    },
  }
  return { [OPTIONS]: run }
}

export function optionsOf(env: Env | undefined): RunOptions {
  // Only `createRenderEnv()` sets this member, and every rendering has one of its making.
  return env?.[OPTIONS] as RunOptions
}
