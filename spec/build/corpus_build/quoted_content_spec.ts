import { afterAll, beforeAll, expect } from 'bun:test'
import { join } from 'node:path'
import { check } from '../../../app/build/corpus_build/check.ts'
import { formatProblem } from '../../../app/contract/problem.ts'
import { verifies } from '../../requirements/verifies.ts'
import {
  BASE_URL,
  buildOrThrow,
  manifestOf,
  newFolder,
  removeFolders,
  sha256,
  textOf,
} from '../../support/building.ts'
import { SVG } from './bad_input/content_rows.ts'
import { type CorpusFolder, copyGoodCorpus, pageText } from './bad_input/files.ts'

const ATTACK = '<img src=x onerror=alert(1)>'
const BODY = `![a" onerror="b](box.svg "c&quot; onload=&quot;d") ![sideways](sideways.jpg)

${ATTACK}

> [!TIP]
> A [link](/export/ "e&quot; onclick=&quot;f").

:::note ${ATTACK}
Text.
:::

::::tabs
:::tab ${ATTACK}
Text.
:::
::::

::::cards
:::card ${ATTACK} {icon=bolt}
${ATTACK}
:::
::::

:::details ${ATTACK}
<badge>${ATTACK}</badge>
:::

:::filetree
- a # ${ATTACK}
:::

![a" onerror="b](box.svg "${ATTACK}")

![a" onerror="b](film.mp4 "c&quot; onload=&quot;d")

\`\`\`ts /<img/ "onerror" showLineNumbers collapse={1}
${ATTACK}
\`\`\`

\`\`\`ts title="<i onclick=g>"
const tag = '${ATTACK}'
\`\`\`

\`\`\`text
${ATTACK}
\`\`\`

\`\`\`math
\\begin{pmatrix} a & b \\end{pmatrix}
\`\`\`

- [x] ${ATTACK}

| left |
|:-----|
| ${ATTACK} |

\`${ATTACK}\` and a note.[^note]

[^note]: ${ATTACK}

## Heading ${ATTACK}
`

/** A picture of 30 by 20 pixels that a camera took on its side. */
const SIDEWAYS = Uint8Array.fromHex(
  'ffd8' +
    'ffe10022457869660000' +
    '4d4d002a00000008000101120003000000010006000000000000' +
    'ffc00011080014001e03012200021101031101' +
    'ffd9',
)

let [corpusDir, distDir] = ['', '']
let corpus: CorpusFolder

beforeAll(async () => {
  corpusDir = join(await newFolder(), 'corpus')
  distDir = await newFolder()
  corpus = await copyGoodCorpus(corpusDir)
  await corpus.write('pages/new.md', pageText({}, BODY))
  await corpus.write('pages/box.svg', SVG)
  await corpus.write('pages/film.mp4', 'no film')
  await corpus.write('pages/sideways.jpg', SIDEWAYS)
  await buildOrThrow({ corpusDir, distDir })
})
afterAll(removeFolders)

verifies('page.content', 'what an author quotes is text, wherever it stands', async () => {
  const elements = await listElements(await textOf(distDir, 'new/index.html'))
  const pictures = elements.filter(({ name }) => name === 'img')
  expect(pictures.map(({ attributes }) => attributes.get('alt'))).toEqual([
    'a" onerror="b',
    'sideways',
    'a" onerror="b',
  ])
  const [film] = elements.filter(({ name }) => name === 'video')
  expect(film?.attributes.get('aria-label')).toBe('a" onerror="b')
  expect(elements.filter(({ name }) => ['script', 'i', 'style'].includes(name))).toEqual([])
  const names = elements.flatMap(({ attributes }) => [...attributes.keys()])
  expect(names.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([])
  expect(elements.filter(({ name }) => name === 'mtable')).toHaveLength(1)
  expect(elements.filter(({ attributes }) => attributes.has('checked'))).toHaveLength(1)
})

verifies(
  'page.assets',
  'the name of a picture follows its bytes, and its twin that name',
  async () => {
    const findPicture = async () => {
      const { files } = await manifestOf(distDir)
      return files.find(({ path }) => path.startsWith('assets/box.'))?.path ?? ''
    }
    const before = await findPicture()
    expect(before).toBe(`assets/box.${sha256(Buffer.from(SVG)).slice(0, 16)}.svg`)
    await corpus.write('pages/box.svg', `${SVG}\n`)
    await buildOrThrow({ corpusDir, distDir })
    const after = await findPicture()
    expect(after).not.toBe(before)
    expect(await textOf(distDir, 'new/index.md')).toContain(`](${BASE_URL}/${after}`)
    expect(await textOf(distDir, after)).toBe(`${SVG}\n`)
  },
)

verifies('page.assets', 'a picture has the size in which a browser shows it', async () => {
  const elements = await listElements(await textOf(distDir, 'new/index.html'))
  const picture = elements.find(({ attributes }) => attributes.get('alt') === 'sideways')
  const sizes = ['width', 'height', 'loading'].map((name) => picture?.attributes.get(name))
  expect(sizes).toEqual(['20', '30', 'lazy'])
})

verifies('page.assets', 'a picture that nobody can hear of is shown, with a warning', async () => {
  await corpus.write('pages/silent.md', pageText({}, '![](box.svg)\n\n![image 1](box.svg)'))
  const checked = await check({ corpusDir, baseUrl: BASE_URL })
  const lines = checked.ok ? checked.value.warnings.map(formatProblem) : []
  const own = lines.filter((line) => line.includes('silent.md'))
  expect(own.map((line) => line.slice(line.indexOf('silent.md')))).toEqual([
    expect.stringMatching(/^silent\.md:9:5: the image "box\.svg" has no description: say /),
    expect.stringMatching(/^silent\.md:11:12: .* described as "image 1", which says nothing/),
  ])
  await corpus.remove('pages/silent.md')
})

type ArticleElement = { readonly name: string; readonly attributes: ReadonlyMap<string, string> }

/** Elements of the article, as a browser reads them. */
async function listElements(html: string): Promise<readonly ArticleElement[]> {
  const seen: ArticleElement[] = []
  const rewriter = new HTMLRewriter().on('article *', {
    element: ({ tagName, attributes }) => {
      const pairs = [...attributes].map(([name = '', value = '']) => [name, decode(value)] as const)
      seen.push({ name: tagName, attributes: new Map(pairs) })
    },
  })
  await rewriter.transform(new Response(html)).text()
  return seen
}

function decode(value: string): string {
  return value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
}
