import { posix } from 'node:path'
import type { Rendering } from './_line_writer.ts'
import type { ShortcodeCall } from './_shortcodes.ts'

/** A picture with its caption below; the caption describes one that has no other words. */
export function showPicture(call: ShortcodeCall): Rendering {
  const isPart = call.shortcode.name === 'imgproc'
  const named = call.read(['src', 'link'], 0)
  const address = isPart ? findPart(call, call.read([], 0) ?? '') : findFile(call, named)
  if (address === undefined) {
    call.reportLoss('names no picture', 'name one in "src"')
    return { kind: 'words', text: '' }
  }
  const inner = call.shortcode.inner === undefined ? [] : call.inner()
  const caption = call.read(['caption']) ?? inner.map(({ text }) => text.trim()).join(' ')
  const title = call.read(['title'])
  const alt = call.read(['alt']) ?? (caption === '' ? (title ?? '') : caption)
  const link = call.read(['link'])
  const image = `![${writeLabel(alt)}](${writeAddress(address)})`
  const attribution = call.read(['attr'])
  const source = call.read(['attrlink'])
  const texts = [
    ...(title === undefined || title === alt ? [] : [`**${title}**`]),
    ...(caption === '' ? [] : [/[*_]/.test(caption) ? caption : `*${caption}*`]),
    ...(attribution === undefined
      ? []
      : [source === undefined ? attribution : `[${attribution}](${source})`]),
  ]
  const shown = link === undefined || isPart ? image : `[${image}](${writeAddress(link)})`
  // A picture without a frame may stand in a sentence, or be a link.
  if (call.shortcode.name === 'img' && texts.length === 0) return { kind: 'words', text: shown }
  const lines = ['', shown, ...texts.flatMap((text) => ['', text]), '']
  return { kind: 'block', lines: lines.map((line) => call.line(line)) }
}

/** A file beside the page comes before one that belongs to the whole site. */
function findFile(
  { site, origin }: ShortcodeCall,
  address: string | undefined,
): string | undefined {
  if (address === undefined || /^(?:[a-z]+:|\/)/i.test(address)) return address
  const beside = posix.join(posix.dirname(origin.base ?? origin.file), address)
  const roots = ['assets', 'static'].map((each) => posix.join(site.folder, each, address))
  const isOfSite = !site.source.has(beside) && roots.some((file) => site.source.has(file))
  return isOfSite ? `/${address}` : address
}

/** Words in brackets: links in them would end it. */
function writeLabel(text: string): string {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[[\]]/g, '\\$&')
    .replace(/[`*]/g, '')
}

function writeAddress(address: string): string {
  return encodeURI(decodeLeniently(address)).replace(/[()]/g, (sign) =>
    sign === '(' ? '%28' : '%29',
  )
}

function decodeLeniently(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}

/** A file of the page's bundle that has these letters in its name. */
function findPart({ site, origin }: ShortcodeCall, letters: string): string | undefined {
  const folder = posix.dirname(origin.base ?? origin.file)
  const found = site.source.files.find((file) => {
    return (
      file.startsWith(`${folder}/`) &&
      /\.(?:png|jpe?g|gif|webp|svg|avif)$/i.test(file) &&
      posix.basename(file).includes(letters)
    )
  })
  return found === undefined ? undefined : posix.relative(folder, found)
}

const VIDEOS: Readonly<Record<string, readonly [words: string, address: string]>> = {
  youtube: ['Video on YouTube', 'https://www.youtube.com/watch?v='],
  vimeo: ['Video on Vimeo', 'https://vimeo.com/'],
  instagram: ['Post on Instagram', 'https://www.instagram.com/p/'],
}

/** What only a program in the browser shows becomes a link to it. */
export function embed(call: ShortcodeCall): Rendering {
  const { name, list } = call.shortcode
  const [words, address] = VIDEOS[name] ?? []
  const own = call.read(['title'])
  if (words !== undefined) {
    const id = call.read(['id'], 0) ?? ''
    return { kind: 'words', text: `[${own ?? words}](${address}${encodeURIComponent(id)})` }
  }
  if (name === 'gist') {
    return { kind: 'words', text: `[Gist](https://gist.github.com/${list.slice(0, 2).join('/')})` }
  }
  if (name === 'tweet' || name === 'x') {
    const user = call.read(['user'], 0) ?? ''
    const id = call.read(['id'], 1) ?? ''
    return { kind: 'words', text: `[Post of ${user}](https://x.com/${user}/status/${id})` }
  }
  const source = call.read(['src', 'cast', 'url'], 0)
  if (source === undefined) {
    call.reportLoss('shows something that is not named and is left out', 'write what it shows')
    return { kind: 'words', text: '' }
  }
  if (!/^https?:/i.test(source)) {
    const what = `shows the file "${source}" with a program and is now its name`
    call.reportLoss(what, 'link to the file, or write what it shows')
    return { kind: 'words', text: `\`${source}\`` }
  }
  return { kind: 'words', text: `[${own ?? source}](${encodeURI(source)})` }
}
