import { writeYaml } from '../../text/source_text/yaml_text.ts'
import { SCHEMAS_FOLDER } from '../corpus_build/read/editor_schemas.ts'
import type { PagesFound } from './_pages_found.ts'
import type { NewFile } from './_placement.ts'

export const GITIGNORE = '# What the build writes.\ndist/\n'

/** Editors read the schema of a YAML file beside it, and need no network for that. */
const schemaLine = (path: string) => `# yaml-language-server: $schema=${path}\n`

const REGISTRY_HEADER = '# Every key that is not here is inherited: write it here to change it.\n'

/** The registry of a new corpus, with what pages are that do not say it themselves. */
export function writeRegistry(
  { name, title, language, license, version }: Identity,
  { folder }: PagesFound,
): string {
  const service = {
    name,
    title,
    language,
    ...(version === undefined ? {} : { version }),
    ...(license === undefined ? {} : { license: { name: license, identifier: license } }),
  }
  const pages = {
    ...(folder === undefined ? {} : { folder }),
    kind: 'guide',
    capability: 'documentation',
  }
  const documentation = {
    id: 'documentation',
    title: 'Documentation',
    description: `How to use ${title}.`,
    status: 'reference',
  }
  const parts = [
    writeYaml({ service }),
    `# What a page is unless it says so itself.\n${writeYaml({ pages })}`,
    `# What the product can do, and whether it can be used: pages take their status from here.\n` +
      writeYaml({ capabilities: [documentation] }),
  ]
  return `${schemaLine(`${SCHEMAS_FOLDER}/registry.json`)}${REGISTRY_HEADER}\n${parts.join('\n')}`
}

/** The version of the runtime that runs the program from its source. */
const BUN = 'npx -y --allow-scripts=bun bun@1.4.5'

/**
 * A check of every change, for GitHub, which runs the program from its source; dates of pages come
 * from the history.
 */
export function writeWorkflow({ url, ci }: Pick<Identity, 'url' | 'ci'>): string {
  return `name: docs
on:
  push:
  pull_request:
jobs:
  check:
    runs-on: ubuntu-latest
    env:
      BASE_URL: ${JSON.stringify(url)}
      LECTERN: ${JSON.stringify(ci)}
    steps:
      - uses: actions/checkout@v4
        with:
          # Pages take their date from the history.
          fetch-depth: 0
      - run: git clone --depth 1 -- "$LECTERN" "$RUNNER_TEMP/lectern"
      - run: cd "$RUNNER_TEMP/lectern" && ${BUN} install --frozen-lockfile --production
      - run: ${BUN} "$RUNNER_TEMP/lectern/app/main.ts" check
`
}

/** Three pages that say how to go on, and their order. */
export function makeSamplePages({
  title,
  url,
}: Pick<Identity, 'title' | 'url'>): readonly NewFile[] {
  return [
    { path: 'pages/index.md', text: indexPage(title) },
    { path: 'pages/write/first-page.md', text: FIRST_PAGE },
    { path: 'pages/write/publish.md', text: publishPage(url) },
    { path: 'pages/write/_folder.yaml', text: FOLDER },
  ]
}

const indexPage = (title: string) => `---
title: ${JSON.stringify(title)}
description: ${JSON.stringify(`Say in two sentences what ${title} is, and for whom.`)}
layout: landing
hero:
  text: What it does for its users, in one line
  actions:
    - { title: Get started, link: write/first-page.md }
    - { title: Publish, link: write/publish.md }
---

This is the front page. Its words stand in \`corpus/pages/index.md\`.

- [Write a page](write/first-page.md)
- [Publish](write/publish.md)
`

const FIRST_PAGE = `# Write a page

A page is a Markdown file below \`corpus/pages/\`. It needs a title, which is its first heading, and
text.

## Add one

Create \`corpus/pages/write/second-page.md\` with a heading and a sentence, and save it. The menu
has it at once. Its description is the first paragraph, its date the last change.

## Order the menu

The file \`_folder.yaml\` beside this page names the folder and the order of its pages:

\`\`\`yaml
title: Write
order: [first-page, publish]
\`\`\`

What it does not name comes after.
`

const publishPage = (url: string) => `# Publish

When the pages are ready, check them, build them and serve them, in the folder that holds
\`corpus/\`:

\`\`\`sh
export BASE_URL=${url}
lectern check
lectern build
lectern serve
\`\`\`

\`BASE_URL\` is the public address, which is in every link that machines get. Without the executable
\`lectern\`, name this folder in a clone of its repository:

\`\`\`sh
bun app/main.ts build path/to/folder
\`\`\`
`

const FOLDER_SCHEMA = `../../${SCHEMAS_FOLDER}/folder.json`
const FOLDER = `${schemaLine(FOLDER_SCHEMA)}title: Write\norder: [first-page, publish]\n`

/** What a new corpus is called; the build supplies the rest. */
export type Identity = {
  /** Lower-case letters, digits and dashes. */
  readonly name: string
  readonly title: string
  readonly language: string
  /** SPDX identifier; absent where none is stated. */
  readonly license: string | undefined
  readonly version: string | undefined
  /** Address of the future service. */
  readonly url: string
  /** Repository of this program that a check of changes runs from; without it, none is written. */
  readonly ci: string | undefined
}
