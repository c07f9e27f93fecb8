import { quote } from '../../../contract/problem.ts'
import { IMAGE_HOST_PATTERN } from '../../../contract/registry.ts'
import { isPictureName, saysNothing } from '../../../docs/model/asset.ts'
import type { PictureTarget, PictureWords } from '../../markdown/picture.ts'
import { cutBaseAddress } from '../../source/site_addresses.ts'
import type { AssetFiles } from './asset_files.ts'

type Picture = {
  readonly href: string
  readonly words: PictureWords
  /** The source file that shows it. */
  readonly file: string
  /** The page that is written. */
  readonly page: string
}

/** What decides over pictures, for all pages of an import. */
type Pictures = {
  readonly assets: AssetFiles
  /** Where the site is published, if it says so. */
  readonly baseAddress: string | undefined
  readonly isAllowedHost: (host: string) => boolean
  readonly reportLoss: (what: string, fix: string) => void
  /** Reports what the source lacks, and the import does not lose. */
  readonly addNote: (what: string, fix: string) => void
}

const HOST = new RegExp(IMAGE_HOST_PATTERN)

/** The host of a picture on another site, if a registry can name it. */
export function hostOf(address: string): string | undefined {
  const host = /^https:\/\/([^/?#]+)/i.exec(address)?.[1]?.toLowerCase()
  return host !== undefined && HOST.test(host) ? host : undefined
}

/** Decides what becomes of a picture. No description is ever made up. */
export function resolvePicture(picture: Picture, pictures: Pictures): PictureTarget {
  const href = picture.href.trim()
  const address = href.startsWith('//') ? `https:${href}` : href
  const own = cutBaseAddress(address, pictures.baseAddress)
  const isOwn = own !== address && pictures.assets.find(own, picture.file) !== undefined
  if (isOwn) return resolveLocal({ ...picture, href: own }, pictures)
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase()
  if (scheme === undefined) return resolveLocal(picture, pictures)
  const { reportLoss, addNote, isAllowedHost } = pictures
  const words = describe(picture.words)
  if (scheme !== 'http' && scheme !== 'https') {
    const what = `the file ${quote(address.slice(0, 60))} is not published; its description is kept`
    reportLoss(what, 'save the picture beside the page')
    return { kind: 'text', words }
  }
  const host = hostOf(address)
  if (host !== undefined && isAllowedHost(host)) {
    if (saysNothing(words)) addNote(`the picture ${quote(address)} ${SAYS_NOTHING}`, DESCRIBE)
    return { kind: 'image', address, words }
  }
  const [why, fix] =
    host === undefined
      ? ['is not on https', 'save the picture beside the page']
      : [
          'is on a host that the registry does not name',
          `add ${host} to "image_hosts" below "pages" in registry.yaml, and import again`,
        ]
  reportLoss(`the picture ${quote(address)} ${why} and is now a link`, fix)
  return { kind: 'link', address, words: words === '' ? address : words }
}

const SAYS_NOTHING = 'has no description, and is shown without one'
const DESCRIBE = 'say in its brackets what it shows, for readers who cannot see it'

function resolveLocal(picture: Picture, { assets, reportLoss, addNote }: Pictures): PictureTarget {
  const { words, file, page } = picture
  const name = quote(picture.href.trim())
  const found = assets.find(picture.href, file)
  const own = describe(words)
  if (found === undefined) {
    const what = `the picture ${name} is not in the imported folder; its description is kept`
    reportLoss(what, 'put it there, or use its https address')
    return { kind: 'text', words: own }
  }
  const fault = assets.explain(found)
  if (fault !== undefined) {
    reportLoss(`the picture ${name} ${fault[0]}; its description is kept`, fault[1])
    return { kind: 'text', words: own }
  }
  const address = assets.publish(found, page)
  if (!isPictureName(found)) {
    const what = `the file ${name} is no picture and is now a link`
    reportLoss(what, 'show a picture, or write the link')
    return { kind: 'link', address, words: own === '' ? baseOf(found) : own }
  }
  if (saysNothing(own)) addNote(`the picture ${name} ${SAYS_NOTHING}`, DESCRIBE)
  return { kind: 'image', address, words: own }
}

/** The words in the brackets, else the title that the source gives the picture. */
function describe({ alt, title = '' }: PictureWords): string {
  return saysNothing(alt) && !saysNothing(title) ? title : alt.trim()
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
