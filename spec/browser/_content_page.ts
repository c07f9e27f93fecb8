/** A page with every part that an article can have. */
export const BODY = `> [!WARNING]
> Mind the step.[^step]

:::tip Start small
Ten pages are enough.

- [x] Write
- [ ] Check
:::

\`\`\`ts title="server.ts" {1}
const host: string = 'a' // no port
const port = 80 // [!code --]
const port = 8080 // [!code ++]
\`\`\`

\`\`\`sh
$ bun --version
1.4.5
$ bun i \\
  orama
\`\`\`

::::tabs
:::tab npm
Text for npm.
:::
:::tab bun
### Only bun

Text for bun.
:::
::::

:::code-group
\`\`\`sh [npm]
npm i
\`\`\`
\`\`\`sh [bun]
bun i
\`\`\`
:::

![A box](box.svg)

![A wide box](wide.svg "What a box is")

![A box by day](box.svg#only-light)
![A box by night](wide.svg#gh-dark-mode-only)

![A film](film.mp4)

:::steps
1. First.

   \`\`\`sh
   ls
   \`\`\`

2. Second.
:::

::::cards
:::card [A box](box.svg) {icon=rocket}
What is in it.
:::
:::card Plain
No link.
:::
::::

:::filetree
- app/ # the code
  - main.ts
:::

Export <badge>beta</badge> <badge tone="good">new</badge> <badge tone="warm">old</badge>
<badge tone="far">gone</badge>

\`\`\`ts wrap showLineNumbers /port/ collapse={1-2}
import a from 'a'
import b from 'b'
const port = 1 // [!code focus]
const prot = port // [!code error]
let c = port // [!code warning]
\`\`\`

\`\`\`mermaid title="A to B"
flowchart LR
  A --> B
\`\`\`

:::details Folded between colons
Text.
:::

Press <kbd>Ctrl</kbd>+<kbd>K</kbd> for what is <mark>new, with [a link](box.svg)</mark>.

<details>
<summary>What a <kbd>key</kbd> does</summary>

It is *folded*, and has \`code\`.

<details open>
<summary>Deeper</summary>

> [!NOTE]
> Inside.
</details>
</details>

<details open>
<summary>Open at once</summary>

It has a <mark>marked</mark> word.
</details>

[^step]: It is *low*.
`
