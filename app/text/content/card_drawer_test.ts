import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import thin from '@fontsource/inter/files/inter-cyrillic-400-normal.woff' with { type: 'file' }
import { createCardDrawer } from './card_drawer.ts'
import { readPictureSize } from './picture_size.ts'
import { CARD_VERSION, digestCard, type SocialCard } from './social_card.ts'

const CARD: SocialCard = {
  title: 'Acme',
  heading: 'Guides for Übermut',
  accent: '#2353b5',
  logo: undefined,
  showsTitle: true,
  font: undefined,
}
const SIZE = { width: 40, height: 20 }
const svgLogo = (inside: string) => ({
  bytes: new TextEncoder().encode(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">${inside}</svg>`,
  ),
  extension: 'svg',
  size: SIZE,
})

async function draw(changes: Partial<SocialCard>): Promise<Uint8Array> {
  const drawer = createCardDrawer({ get: () => undefined, set: () => undefined })
  const card = { ...CARD, ...changes }
  await drawer.prepare([card])
  return drawer.find(card)
}

async function digestOf(changes: Partial<SocialCard>): Promise<string> {
  return new Bun.CryptoHasher('sha256')
    .update(await draw(changes))
    .digest('hex')
    .slice(0, 16)
}

test('createCardDrawer() draws the same bytes on every machine', async () => {
  const bytes = await draw({})
  expect(readPictureSize(bytes)).toEqual({ width: 1200, height: 630 })
  // Where these bytes change, raise CARD_VERSION: kept cards would stay as they were.
  expect([CARD_VERSION, await digestOf({})]).toEqual([
    'resvg 2.6.2, inter 5.3.0, drawing 1',
    '74d316c1918b686f',
  ])
})

test('createCardDrawer() leaves out a text that has a sign without an outline', async () => {
  const home = await digestOf({ heading: undefined })
  for (const heading of ['Guides 日本語', 'العربية', 'हिन्दी', 'x\u0330y', '🚀']) {
    expect(`${heading} ${await digestOf({ heading })}`).toBe(`${heading} ${home}`)
  }
  const bare = await digestOf({ title: '日本語', heading: '日本語' })
  expect(await digestOf({ title: 'ไทย', heading: 'العربية' })).toBe(bare)
  expect(bare).not.toBe(home)
})

test('createCardDrawer() draws Latin, Greek and Cyrillic in every mixture', async () => {
  const home = await digestOf({ heading: undefined })
  for (const heading of ['Wörter ő Việt', 'Ωmega и Жук']) {
    expect(await digestOf({ heading })).not.toBe(home)
  }
})

test('createCardDrawer() takes the font of the corpus first', async () => {
  const font = new Uint8Array(readFileSync(thin))
  const ours = await digestOf({ heading: 'Жук' })
  const theirs = await digestOf({ heading: 'Жук', font })
  expect(theirs).not.toBe(ours)
  expect(await digestOf({ heading: '日本語', font })).toBe(
    await digestOf({ heading: undefined, font }),
  )
})

test('createCardDrawer() cuts a title that has no end', async () => {
  const endless = await digestOf({ heading: 'word '.repeat(38) })
  expect(endless).toBe(await digestOf({ heading: `${'word '.repeat(30)} other` }))
  const wide = await digestOf({ heading: 'W'.repeat(80) })
  expect(wide).toBe(await digestOf({ heading: 'W'.repeat(120) }))
})

test('createCardDrawer() shows a logo, and none whose text would be missing', async () => {
  const none = await digestOf({})
  const path = svgLogo('<path d="M0 0h40v20z"/>')
  expect(await digestOf({ logo: path })).not.toBe(none)
  for (const inside of ['<text y="9">Acme</text>', '<image href="x.png"/>']) {
    expect(await digestOf({ logo: svgLogo(inside) })).toBe(none)
  }
  expect(await digestOf({ logo: { ...path, extension: 'webp' } })).toBe(none)
  // The name would stand there twice.
  const hidden = await digestOf({ logo: path, showsTitle: false })
  expect(hidden).not.toBe(await digestOf({ logo: path }))
})

test('createCardDrawer() keeps the style of a logo within the logo', async () => {
  const style = svgLogo('<style>path{fill:red}</style><path d="M0 0h40v20z"/>')
  const filled = svgLogo('<path fill="red" d="M0 0h40v20z"/>')
  expect(await digestOf({ logo: style })).toBe(await digestOf({ logo: filled }))
})

test('createCardDrawer() draws nothing that it knows', async () => {
  const known = new Map([[digestCard(CARD), new Uint8Array([1, 2]).toBase64()]])
  const drawer = createCardDrawer({ get: (name) => known.get(name), set: () => undefined })
  await drawer.prepare([CARD])
  expect(drawer.find(CARD)).toEqual(new Uint8Array([1, 2]))
  expect(() => drawer.find({ ...CARD, title: 'Other' })).toThrow('it was not prepared')
})
