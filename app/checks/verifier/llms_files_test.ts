import { expect, test } from 'bun:test'
import { countFences, findMarkdownLinks, readLlms, readLlmsFull } from './llms_files.ts'

const BASE = 'https://docs.example.com'

test('readLlms() reads entries, statuses, the number left out and the second file', () => {
  const text = [
    '# Docs',
    '',
    `- All pages in one file: ${BASE}/llms-full.txt`,
    '',
    '## Guides',
    '',
    `- [A \\[b\\] \\_c](${BASE}/a/index.md): About a (status: not_yet)`,
    `- [Plain](${BASE}/b/index.md): About b`,
    `- [12 more pages](${BASE}/docs-manifest.json): left out here`,
  ].join('\n')
  expect(readLlms(text)).toEqual({
    entries: [
      {
        title: 'A [b] _c',
        markdownUrl: `${BASE}/a/index.md`,
        description: 'About a',
        status: 'not_yet',
      },
      {
        title: 'Plain',
        markdownUrl: `${BASE}/b/index.md`,
        description: 'About b',
        status: undefined,
      },
    ],
    leftOut: 12,
    links: [
      `${BASE}/llms-full.txt`,
      `${BASE}/a/index.md`,
      `${BASE}/b/index.md`,
      `${BASE}/docs-manifest.json`,
    ],
    fullUrl: `${BASE}/llms-full.txt`,
  })
})

test('readLlmsFull() treats a quoted heading as text', () => {
  const head = (title: string, url: string) =>
    `\n---\n\n# ${title}\n\nSource: <${url}>. Status: \`available\`. Updated: 2026-11-01.\n\n`
  const urls = new Set([`${BASE}/a/`, `${BASE}/b/`])
  const shown = head('Shown', `${BASE}/nowhere/`)
  const [a, b] = [head('A', `${BASE}/a/`), head('B', `${BASE}/b/`)]
  const text = `# Docs\n${a}One.\n${shown}Two.\n${b}Three.\n`
  const sections = readLlmsFull(text, urls)
  expect(sections.map(({ title, body }) => [title, body])).toEqual([
    ['A', `One.\n${shown}Two.\n`],
    ['B', 'Three.\n'],
  ])
})

test('findMarkdownLinks() finds links of every form and none in code', () => {
  const text = [
    `[a](${BASE}/a/) and <${BASE}/b/> and [c](<${BASE}/c/> "title")`,
    `[d]: ${BASE}/d/`,
    `\`[e](${BASE}/e/)\``,
    '```text',
    `[f](${BASE}/f/)`,
    '```',
    `[g](${BASE}/g/#part)`,
    `[…](${BASE}/h/#term-...)`,
  ].join('\n')
  const paths = [...new Set(findMarkdownLinks(text).map((url) => url.slice(BASE.length)))]
  expect(paths.toSorted()).toEqual(['/a/', '/b/', '/c/', '/d/', '/g/#part', '/h/#term-...'])
})
test('countFences() counts blocks of code as readers of Markdown do', () => {
  const counts = [
    '```sh\nls\n```\n\n> ~~~\n> a\n> ~~~\n',
    // A fence with a word opens a block and closes none.
    '```mdx\n    ```bash\n    ls\n```\n',
    '```mdx\n    ```bash\n    ls\n    ```\n```\n\n```\na\n```\n',
    '````md\n```sh\n```\n````\n',
    '```` ``` ```` in a sentence',
    '```math\nx^2\n```\n',
    '1) ```sh\n   ls\n   ```\n',
  ].map(countFences)
  expect(counts).toEqual([2, 1, 2, 1, 0, 0, 1])
})
