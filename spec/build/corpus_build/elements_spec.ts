import { afterAll, expect } from 'bun:test'
import { createFolders } from '../../import/generators/importing.ts'
import { verifies } from '../../requirements/verifies.ts'
import { buildOrThrow, newFolder, removeFolders, textOf } from '../../support/building.ts'

afterAll(removeFolders)

const BODY = `# Tea <sub>2</sub>

Press <kbd>T</kbd><br>or <mark>wait</mark> 10<sup>2</sup> seconds.

<details open>
<summary>More</summary>

<details onmouseover="steal()"><summary style="x">Bad</summary>

<img src=x onerror=alert()> <script>alert()</script> <kbd onclick="x">K</kbd> <BR onload=x>

</details>
`

verifies('page.elements', 'a page shows few elements, and none has an attribute', async () => {
  const [corpusDir] = await createFolders(await newFolder(), {
    'registry.yaml':
      'service: { name: tea, title: Tea }\npages: { kind: guide, capability: documentation }\n',
    'pages/index.md': BODY,
  })
  const distDir = await newFolder()
  await buildOrThrow({ corpusDir, distDir })
  const html = await textOf(distDir, 'index.html')
  const seen: string[] = []
  await new HTMLRewriter()
    .on('.prose *', {
      element: ({ tagName, attributes }) => {
        seen.push([tagName, ...[...attributes].map(([name = '']) => name)].join(' '))
      },
    })
    .transform(new Response(html))
    .text()
  const shown = ['kbd', 'br', 'mark', 'sup', 'details open', 'summary']
  expect(new Set(seen)).toEqual(new Set([...shown, 'p']))
  const twin = await textOf(distDir, 'index.md')
  expect(twin).toContain('# Tea 2\n')
  expect(twin).toContain('description: Press T or wait 10^2 seconds.\n')
  expect(twin).toContain('\nPress T or wait 10^2 seconds.\n')
  expect(twin).toContain('\n**More**\n')
})
