import { expect } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SVG } from '../../build/corpus_build/bad_input/content_rows.ts'
import { verifies } from '../../requirements/verifies.ts'
import { createFolders, createHome, importFolder, readPagesOf } from './importing.ts'

const home = await createHome()

const SOURCE = `# A

Text.

<Tabs groupId="os">
  <TabItem value="mac" label="macOS">

  ![Pot](pot.svg)

  \`\`\`sh
  brew
  \`\`\`

  </TabItem>
  <TabItem value="win" label="Windows">
    Press.
  </TabItem>
</Tabs>

1. Run

   <CodeGroup>
   \`\`\`sh npm
   npm i
   \`\`\`
   \`\`\`sh bun
   bun i
   \`\`\`
   </CodeGroup>

<Tabs>
  <Tab>One</Tab>
  <Tab title="B">Two</Tab>
</Tabs>

<CodeGroup>
\`\`\`
plain
\`\`\`
\`\`\`js
b
\`\`\`
</CodeGroup>
`

const WRITTEN = `Text.

::::tabs
:::tab macOS
![Pot](pot.svg)

\`\`\`sh
brew
\`\`\`
:::
:::tab Windows
Press.
:::
::::

1. Run

   :::code-group
   \`\`\`sh npm
   npm i
   \`\`\`

   \`\`\`sh bun
   bun i
   \`\`\`
   :::

One

**B**

Two

\`\`\`
plain
\`\`\`
\`\`\`js
b
\`\`\`
`

verifies(
  'import.tabs',
  'importDocs() turns tabs and groups of code into ours, and reports what has no names',
  async () => {
    const files = { 'a.mdx': SOURCE, 'pot.svg': SVG }
    const [from, to] = await createFolders(join(home, 'tabs'), files)
    const { losses } = await importFolder(from, to)
    const text = await readFile(join(to, 'pages/a.md'), 'utf8')
    expect(text.slice(text.indexOf('\n---\n') + 6)).toBe(WRITTEN)
    expect(losses.map(({ line, what }) => `${line} ${what}`)).toEqual([
      '31 the tabs of <Tabs> stand one below the other, because not all have a name',
      '36 the blocks of <CodeGroup> stand one below the other, because not all have a name',
    ])
    // The build takes it, with the picture in a panel.
    expect((await readPagesOf(to)).length).toBe(1)
  },
)
