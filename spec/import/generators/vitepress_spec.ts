import { expect } from 'bun:test'
import { join, relative } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { createFolders, createHome, importFolder, readBodyOf, readPagesOf } from './importing.ts'

const home = await createHome()

const VUE = `# Vue

<code>{{ pot }}</code> and <code v-pre>{{ shown }}</code>, \`{{ shown }}\`.

<pre>
{{ data }}
</pre>

<p v-if="isHot">Hot.</p>
<p
  v-else-if="isWarm"
>Warm.</p>
<template v-else>Cold.</template>

\`\`\`vue
<code>{{ shown }}</code><p v-else>shown</p>
\`\`\`
`

verifies(
  'import.never_silent',
  'importDocs() reports what Vue computes in elements of code, and branches that both show',
  async () => {
    const [from, to] = await createFolders(join(home, 'vue'), {
      '.vitepress/config.ts': "export default { title: 'Kettle' }\n",
      'index.md': VUE,
    })
    const { losses } = await importFolder(from, to)
    expect(losses.map(({ file, line, what }) => `${relative(from, file)}:${line} ${what}`)).toEqual(
      [
        'index.md:3 the expression "{{ pot }}" in code is not evaluated',
        'index.md:6 the expression "{{ data }}" in code is not evaluated',
        'index.md:11 the branch of "v-else-if" is shown beside that of "v-if"',
        'index.md:13 the branch of "v-else" is shown beside that of "v-if"',
      ],
    )
    expect(await readBodyOf(to, 'index.md')).toContain('Hot.\n\nWarm.\n\nCold.\n')
  },
)

const TYPE = 'type T = {\n  title: string\n}\n'

verifies(
  ['import.never_silent', 'import.whole_corpus'],
  'importDocs() takes what is written of a title that is computed, and reports it',
  async () => {
    const titles = ['`Kettle${more}`', '`${more}`', 'readTitle()', "'Pot'"].map(
      async (title, at) => {
        const [from, to] = await createFolders(join(home, `title-${at}`), {
          '.vitepress/config.ts': `${TYPE}export default {\n  title: ${title},\n}\n`,
          'package.json': '{ "name": "@acme/monorepo-docs" }',
          'index.md': '# Start\n\nText.\n',
        })
        const { product, losses } = await importFolder(from, to)
        return [product?.title, ...losses.map(({ line, what }) => `${line} ${what}`)]
      },
    )
    const what = '5 the title of the site is computed and cannot be read'
    expect(await Promise.all(titles)).toEqual([
      ['Kettle', `${what}; "Kettle" is what is written of it`],
      ['Acme', what],
      ['Acme', what],
      ['Pot'],
    ])
  },
)

verifies('import.prose_kept', 'importDocs() keeps the title of a page with a layout', async () => {
  const [from, to] = await createFolders(join(home, 'layout'), {
    '.vitepress/config.ts': "export default { title: 'Kettle' }\n",
    'index.md': '---\nlayout: home\n---\n\nText.\n',
    'live.md': '---\ntitle: Ten years\nlayout: home\n---\n\nText.\n',
  })
  await importFolder(from, to)
  const titles = (await readPagesOf(to)).map(({ record }) => record.title)
  expect(titles.toSorted()).toEqual(['Kettle', 'Ten years'])
})
