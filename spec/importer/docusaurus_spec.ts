import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from '../requirements/verifies.ts'
import { createFolders, importFolder, readBodyOf, readPagesOf } from './importing.ts'

const FILES = {
  'website/docusaurus.config.js':
    "module.exports = { title: 'Kettle', presets: [['classic', { docs: { path: '../docs', " +
    "routeBasePath: '/' } }]] }\n",
  'docs/index.md':
    '---\nid: home\n---\n\n# Home\n\n&nbsp;\n\nHello.\n\n    &nbsp;\n\n' +
    '  &nbsp; &nbsp;\n\na\n&nbsp;\nb\n',
  'docs/api/Pot.md': '# Pot\n\n## Lid\n\nA lid.\n',
  'docs/BoilWater.md': '---\nid: boil-water\n---\n\n# Boil water\n\nHot.\n',
  'docs/videos.md':
    '# Videos\n\n<LiteYouTubeEmbed\n  id="9zySeP5-_9c"\n  title="How to pour"\n/>\n\n' +
    '<YouTube videoId="a1?si=b" />\n\n' +
    '<Vimeo id={"33"} />\n',
  'docs/deep/Words.md':
    '---\nid: glossary\n---\n\n# Words\n\nThe [lid](api/Pot.md#lid), [boil](../boil-water), ' +
    '[pour](pour-water), [own](/deep/glossary) and [none](./api/Pot.md).\n',
  'docs/deep/Pour.md':
    '---\nid: pour-water\n---\n\n# Pour\n\n- <Link id="slow"/> Slowly.\n\nAs [above](#slow).\n\n' +
    ':::tip Summary\n\n- One.\n',
}

const home = await mkdtemp(join(tmpdir(), 'lectern-docusaurus-'))
afterAll(() => rm(home, { recursive: true, force: true }))
const [from, to] = await createFolders(home, FILES)
const { losses } = await importFolder(from, to)

verifies(
  ['import.generators', 'import.prose_kept'],
  'importDocs() takes the address of a page of Docusaurus from its id, and follows links to it',
  async () => {
    const pages = await readPagesOf(to)
    expect(pages.map(({ path }) => path)).toEqual([
      '',
      'api/Pot',
      'boil-water',
      'deep/glossary',
      'deep/pour-water',
      'videos',
    ])
    const words = await readBodyOf(to, 'deep/glossary.md')
    expect(words).toContain(
      'The [lid](../api/Pot.md#lid), [boil](../boil-water.md), [pour](pour-water.md), ' +
        '[own](#top) and none.',
    )
  },
)

verifies(
  ['import.generators', 'import.never_silent'],
  'importDocs() keeps an anchor without words, and says which block of Docusaurus never ends',
  async () => {
    const pour = await readBodyOf(to, 'deep/pour-water.md')
    expect(pour).toContain('-  Slowly.\n\nAs [above](#top)')
    expect(losses.map(({ line, what, fix }) => `${line} ${what}: ${fix}`)).toEqual([
      '11 ":::tip" is never closed; the tag is left out: ' +
        'write ":::name" above the block and ":::" below it',
      '7 the link to "./api/Pot.md" leads to no imported page and is now plain text: ' +
        'correct it, or use the https address of the page',
    ])
  },
)

verifies(
  ['import.generators', 'import.never_silent'],
  'importDocs() makes a link of a player, which names its video by an id',
  async () => {
    const site = 'https://www.youtube.com/watch?v='
    expect(await readBodyOf(to, 'videos.md')).toBe(
      `\n[How to pour](${site}9zySeP5-_9c)\n\n[${site}a1](${site}a1)\n\n` +
        `[https://vimeo.com/33](https://vimeo.com/33)\n`,
    )
  },
)

verifies(
  ['import.generators', 'import.code_kept'],
  'importDocs() leaves out a paragraph that only keeps others apart',
  async () => {
    expect(await readBodyOf(to, 'index.md')).toBe('\nHello.\n\n    &nbsp;\n\na\n&nbsp;\nb\n')
  },
)
