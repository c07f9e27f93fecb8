import { parseMarkdown } from '../../text/source_text/markdown.ts'
import { readPlainText } from '../../text/source_text/search_text.ts'
import type { FrontMarkup } from '../markdown/front_markup.ts'
import type { Lines } from '../markdown/source_line.ts'
import type { ConfigValue } from './files/config_values.ts'

/** What a home page shows above its text, which its front matter has instead of the body. */
type Home = {
  readonly hero: ConfigValue
  readonly features?: ConfigValue
  /** What the front matter says of the page; without it, the tagline does. */
  readonly description?: string | undefined
}

/** The description of a home page that has none of its own: the tagline below its promise. */
export function describeHome(hero: ConfigValue | undefined): string | undefined {
  if (hero === undefined) return undefined
  const { promise, tagline } = readWords(hero)
  return tagline === '' || tagline === promise || /[<`*[]/.test(tagline) ? undefined : tagline
}

/** The large line of a home page, and the smaller one below it. */
function readWords(hero: ConfigValue) {
  const tagline = hero.at('tagline').text() ?? ''
  const promise = hero.at('text').text() ?? hero.at('title').text() ?? tagline
  return { promise, tagline }
}

/** The hero and the features of a home page as Markdown and cards, at the top of its file. */
export function writeHomePage({ hero, features, description }: Home, file: string): Lines {
  const { promise, tagline } = readWords(hero)
  const isSaid = [promise, description ?? describeHome(hero) ?? ''].some((text) => {
    return text.startsWith(tagline.replace(/[.!]$/, ''))
  })
  const actions = hero.at('actions').list().map(readAction)
  const cards = features?.list().map(writeFeature) ?? []
  return placeBlocks(
    [
      ':::hero',
      promise,
      actions.filter((action) => action !== '').join('\n'),
      listPictures(hero.at('image')).join('\n'),
      ':::',
      isSaid ? '' : tagline,
      ...(cards.length === 0 ? [] : ['<CardGrid>', ...cards, '</CardGrid>']),
    ],
    file,
  )
}

export const FRONT_PROGRAM =
  'the front page is a program: its promise, links and cards are taken, the rest is not'

/** A home page of which a program says what it shows; its tagline is the description. */
export function writeFrontMarkup({ promise, actions, cards }: FrontMarkup, file: string): Lines {
  const links = actions.map(({ text, href }) => writeAction(text, href)).join('\n')
  const written = cards.map(({ title, text, href }) => writeCard({ title, href }, [text]))
  return placeBlocks(
    [
      ...[':::hero', promise, links, ':::'],
      ...(cards.length === 0 ? [] : ['<CardGrid>', ...written, '</CardGrid>']),
    ],
    file,
  )
}

function placeBlocks(blocks: readonly string[], file: string): Lines {
  return blocks
    .filter((block) => block !== '')
    .flatMap((block) => [...block.split('\n'), ''])
    .map((text) => ({ text, file, line: 1 }))
}

function readAction(action: ConfigValue): string {
  const text = action.at('text').text()
  return text === undefined ? '' : writeAction(text, action.at('link').text())
}

function writeAction(text: string, link: string | undefined): string {
  return link === undefined ? `- ${text}` : `- [${text}](${link})`
}

/** The picture of the light theme, and after it that of the dark one. */
function listPictures(image: ConfigValue): readonly string[] {
  const light = ['src', 'file', 'light'].map((key) => image.at(key).text()).find(Boolean)
  const paths = [light ?? image.text(), image.at('dark').text()]
  const alt = image.at('alt').text() ?? ''
  return paths.flatMap((path) => (path === undefined ? [] : [`![${alt}](${path})`]))
}

function writeFeature(feature: ConfigValue): string {
  const [link, words] = [feature.at('link').text(), feature.at('linkText').text()]
  const more = words === undefined || link === undefined ? '' : `[${words}](${link})`
  const icon = feature.at('icon').text()
  const title = feature.at('title').text() ?? ''
  const texts = [feature.at('details').text() ?? '', more]
  return writeCard({ title, icon, href: more === '' ? link : undefined }, texts)
}

function writeCard(
  attributes: Readonly<Record<string, string | undefined>>,
  texts: readonly string[],
): string {
  const written = Object.entries(attributes).flatMap(([name, value]) => {
    return value ? [` ${name}="${value.replaceAll('"', '&quot;')}"`] : []
  })
  const content = texts.filter((text) => text !== '').join('\n\n')
  return `<Card${written.join('')}>\n\n${content}\n\n</Card>`
}

const ACTION = /^- \[(.+)\]\(([^()\s]+)\)$/
const PICTURE = /^!\[(.*)\]\(([^()\s]+)\)$/
const ACTIONS_MAX = 4
const TEXT_CHARACTERS_MAX = 300

/**
 * The hero of a written page as front matter, and the body without it. What has no place in the
 * front matter stays in the body, such as a fifth action.
 */
export function takeHero(body: string): {
  readonly record: Readonly<Record<string, unknown>>
  readonly body: string
} {
  // Most pages have none, and need no second reading.
  if (!/^:::hero$/m.test(body)) return { record: {}, body }
  const block = parseMarkdown(body).tokens.find(
    ({ type, meta }) => type === 'box_open' && meta?.name === 'hero',
  )
  if (!block?.map) return { record: {}, body }
  const [from, to] = block.map
  const lines = body.split('\n')
  const [promise = '', ...others] = splitBlocks(lines.slice(from + 1, to))
  const text = plainOf(promise)
  if (text === '' || text.length > TEXT_CHARACTERS_MAX) return { record: {}, body }
  const rows = others.flatMap((other) => (/^(?:- |!)/.test(other) ? other.split('\n') : [other]))
  const found = rows.map((row) => ({ row, action: ACTION.exec(row), picture: PICTURE.exec(row) }))
  const actions = found.filter(({ action }) => action !== null).slice(0, ACTIONS_MAX)
  const pictures = found.filter(({ picture }) => picture !== null).slice(0, 2)
  const rest = found.filter((each) => !actions.includes(each) && !pictures.includes(each))
  const links = actions.map(({ action }) => toAction(action))
  const hero = {
    text,
    ...(links.length === 0 ? {} : { actions: links }),
    ...toImage(pictures.map(({ picture }) => picture ?? [])),
  }
  const kept = [
    ...lines.slice(0, from),
    ...rest.map(({ row }) => row),
    ...lines.slice(lines[to + 1] === '' ? to + 2 : to + 1),
  ]
  return { record: { layout: 'landing', hero }, body: kept.join('\n').trim() }
}

function toAction(action: RegExpExecArray | null) {
  return { title: plainOf(action?.[1] ?? ''), link: action?.[2] ?? '' }
}

function toImage([light, dark]: readonly (readonly string[])[]) {
  if (light === undefined) return {}
  const [, words = '', path] = light
  const alt = plainOf(words)
  const more = { ...(dark === undefined ? {} : { dark: dark[2] }), ...(alt === '' ? {} : { alt }) }
  return { image: { light: path, ...more } }
}

function splitBlocks(lines: readonly string[]): readonly string[] {
  return lines
    .join('\n')
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
}

function plainOf(markdown: string): string {
  return readPlainText(parseMarkdown(markdown)).replace(/\s+/g, ' ').trim()
}
