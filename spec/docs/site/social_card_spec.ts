import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPictureSize } from '../../../app/text/content/picture_size.ts'
import { verifies } from '../../requirements/verifies.ts'
import { BASE_URL, type BrandedBuild, buildBranded, rebuild } from './branded_build.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-card-'))
afterAll(() => rm(home, { recursive: true, force: true }))

/** What a page says of itself to other sites, by property. */
async function tagsOf({ read }: BrandedBuild, page: string): Promise<Record<string, string>> {
  const html = await read(page)
  const found = html.matchAll(
    /<meta (?:property|name)="((?:og|twitter):[^"]*)" content="([^"]*)">/g,
  )
  return Object.fromEntries([...found].map(([, name = '', content = '']) => [name, content]))
}

/** The picture that a page names. */
async function cardOf(build: BrandedBuild, page: string): Promise<Uint8Array> {
  const image = (await tagsOf(build, page))['og:image'] ?? ''
  expect(image).toStartWith(`${BASE_URL}/assets/card.`)
  return await build.readBytes(image.slice(BASE_URL.length + 1))
}

verifies(
  'site.social_card',
  'the front page and each section have a picture of their own, which their pages show',
  async () => {
    const built = await buildBranded(home, '')
    const tags = await tagsOf(built, 'guides/start/index.html')
    expect(tags).toMatchObject({
      'og:image': expect.stringMatching(/\/manual\/assets\/card\.[0-9a-f]{16}\.png$/),
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'Guides · Acme',
      'og:url': `${BASE_URL}/guides/start/`,
      'twitter:card': 'summary_large_image',
    })
    expect((await tagsOf(built, 'index.html'))['og:image:alt']).toBe('Acme')
    const card = await cardOf(built, 'guides/start/index.html')
    expect(readPictureSize(card)).toEqual({ width: 1200, height: 630 })
    expect(await cardOf(built, 'guides/index.html')).toEqual(card)
    const front = await cardOf(built, 'index.html')
    expect(front).not.toEqual(card)
    // A page beside the sections, and a page of the build.
    for (const page of ['export/index.html', 'changelog/index.html']) {
      expect(await cardOf(built, page)).toEqual(front)
    }
  },
)

verifies(
  'site.social_card',
  'a card shows the colour, and leaves out a title that it cannot draw',
  async () => {
    const blue = await buildBranded(home, '')
    const green = await buildBranded(
      home,
      "\ntheme:\n  accent: { light: '#0b6b53', dark: '#5fd4b1' }\n",
      { 'pages/guides/_folder.yaml': 'title: 案内\n' },
    )
    expect(green.problems).toEqual([])
    const [front, section] = [
      await cardOf(green, 'index.html'),
      await cardOf(green, 'guides/start/index.html'),
    ]
    expect(front).not.toEqual(await cardOf(blue, 'index.html'))
    expect(section).toEqual(front)
    expect((await tagsOf(green, 'guides/start/index.html'))['og:image:alt']).toBe('案内 · Acme')
  },
)

verifies('site.social_card', 'social_card: false leaves every page without a picture', async () => {
  const built = await buildBranded(home, '\ntheme:\n  social_card: false\n')
  expect(built.problems).toEqual([])
  for (const page of ['index.html', 'guides/start/index.html']) {
    const names = Object.keys(await tagsOf(built, page))
    expect(names.filter((name) => /image|card/.test(name))).toEqual([])
    expect(names).toContain('og:title')
  }
  expect(await built.readBytes('card.*.png').catch(() => 'absent')).toBe('absent')
})

verifies('site.social_card', 'cards of the last build are not drawn again', async () => {
  const built = await buildBranded(home, '')
  const path = join(built.distDir, 'builds/.cards.json')
  const kept = await Bun.file(path).json()
  const [name = ''] = Object.keys(kept.values)
  kept.values[name] = new TextEncoder().encode('kept').toBase64()
  await Bun.write(path, JSON.stringify(kept))
  expect((await rebuild(built)).ok).toBe(true)
  const manifest = await Bun.file(join(built.distDir, 'docs-manifest.json')).json()
  const replaced = manifest.files.filter(({ bytes }: { readonly bytes: number }) => bytes === 4)
  expect(replaced.length).toBe(1)
})

verifies('site.social_card', 'another value is refused with place and fix', async () => {
  const { problems } = await buildBranded(home, '\ntheme:\n  social_card: card.gif\n')
  expect(problems).toContainEqual(
    expect.stringMatching(
      /^registry\.yaml:\d+:16: "social_card" is "card\.gif": write false, or a path below/,
    ),
  )
})
