import { normalizeBlock } from './_blocks.ts'
import {
  type LinePosition,
  type RenderContext,
  type Rendering,
  readStringLiteral,
} from './_render_context.ts'
import type { Attribute } from './_tags.ts'
import type { Element } from './_tree.ts'
import type { PictureTarget } from './picture.ts'

const PLAYER = /^(?:lite-?)?(youtube|vimeo)(?:-?(?:embed|player|video))?$/

export const MEDIA = new RegExp(
  `^(?:img|image|video|audio|iframe|embed|source|track|loom)$|${PLAYER.source}`,
)

/** Pictures are shown, other media become links; without an address only their text is kept. */
export function renderMedia(
  element: Element,
  name: string,
  around: LinePosition,
  context: RenderContext,
): Rendering {
  const value = (...names: readonly string[]) => {
    const found = element.attributes.find((each) => names.includes(each.name))
    return found === undefined ? undefined : readValue(found, context)
  }
  const words = value('alt', 'title', 'caption', 'aria-label', 'label')?.replace(/\s+/g, ' ') ?? ''
  const source = value('src', 'url', 'srcLight', 'href') ?? findVideo(name, value)
  const inner = normalizeBlock(context.render(element.children))
  const block = around.leads && around.ends
  if (source === undefined && inner === '' && name !== 'source' && name !== 'track') {
    const what = `<${element.name}> has no address and is left out`
    context.reportLoss(element.start, what, 'add its address')
  }
  if (source !== undefined && (name === 'img' || name === 'image')) {
    const title = value('title', 'caption', 'aria-label')
    const target = context.resolvePicture(source, { alt: words, title }, element.start)
    return { text: writePicture(target, inner), block }
  }
  const address = source === undefined ? undefined : context.resolve(source, element.start)
  const label = escapeLabel(words)
  if (address === undefined) return { text: [label, inner].filter(Boolean).join('\n\n'), block }
  const link = `[${label === '' ? address : label}](${address})`
  return { text: [link, inner].filter(Boolean).join('\n\n'), block }
}

const SITES: Readonly<Record<string, string>> = {
  youtube: 'https://www.youtube.com/watch?v=',
  vimeo: 'https://vimeo.com/',
}

/** A player names its video by an id. */
function findVideo(
  name: string,
  value: (...names: readonly string[]) => string | undefined,
): string | undefined {
  const site = SITES[PLAYER.exec(name)?.[1] ?? '']
  const id = value('id', 'videoId', 'videoid', 'video-id')?.replace(/\?.*$/, '')
  return site === undefined || id === undefined || !/^[\w-]+$/.test(id) ? undefined : site + id
}

const REQUIRED = /^require\(\s*(['"])([^'"]+)\1\s*\)(?:\.default)?$/

/** The text of an attribute; a file that the source imports or requires stands for its path. */
function readValue({ kind, value }: Attribute, context: RenderContext): string | undefined {
  if (kind === 'flag') return undefined
  if (kind === 'text') return value
  const code = value.trim()
  return readStringLiteral(code) ?? REQUIRED.exec(code)?.[2] ?? context.fileOf(code)
}

function writePicture(target: PictureTarget, inner: string): string {
  const label = escapeLabel(target.words)
  if (target.kind === 'image') return `![${label}](${target.address})`
  const text = target.kind === 'link' ? `[${label}](${target.address})` : label
  return [text, inner].filter(Boolean).join('\n\n')
}

function escapeLabel(words: string): string {
  return words.trim().replace(/[[\]]/g, '\\$&').replaceAll('<', '\\<')
}
