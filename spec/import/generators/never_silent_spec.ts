import { expect } from 'bun:test'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { createFolders, createHome, importFolder, readPagesOf } from './importing.ts'

const home = await createHome()

/** One line for each sign of a generator, none of which plain Markdown knows. */
const REMAINS = [
  'Liquid {% include x %} here.',
  'Jinja {{ page.x }} here.',
  '--8<-- "part.md"',
  '{* ../part.py ln[1:2] *}',
  '<<< ./part.ts',
  '<!--x--> @include: part.md',
  'include::part.adoc[]',
  'ifdef::x[]',
  ':::zone pivot="x"',
  '.. note:: Text',
  '(target)=',
  '[!INCLUDE [x](part.md)]',
  'Text{: .class }',
  'A {ref}`target` here.',
]

verifies(
  'import.never_silent',
  'importDocs() reports each remain of a generator, and nothing in code',
  async () => {
    const page = ['# A', ...REMAINS, '`{{ code }}`', '```', '{% code %}', '```']
    const [from, to] = await createFolders(join(home, 'remains'), {
      'a.md': `${page.join('\n\n')}\n`,
      'b.md': '# B\n\n```py\n--8<-- "x.py"\n```\n\nPlain `<Tag>`, Map<Key>, {name}, 10:30.\n',
    })
    const { losses } = await importFolder(from, to)
    const lines = losses.map(({ file, line }) => `${relative(from, file)}:${line}`)
    const wanted = REMAINS.map((_, at) => `a.md:${3 + at * 2}`)
    expect([...new Set(lines)]).toEqual([...wanted, 'b.md:4'])
  },
)

verifies(
  'import.never_silent',
  'importDocs() follows no link of the file system, and reports each',
  async () => {
    const [from, to] = await createFolders(join(home, 'links'), { 'a.md': '# A\n\nText.\n' })
    await writeFile(join(home, 'links/secret.md'), '# Secret\n')
    await mkdir(join(from, 'sub'))
    await symlink('../secret.md', join(from, 'b.md'))
    await symlink('../../from', join(from, 'sub/loop'))
    await symlink('nowhere', join(from, 'dangling.md'))
    const { losses, pages } = await importFolder(from, to)
    expect(pages).toBe(1)
    expect(losses.map(({ file, what }) => `${relative(from, file)} ${what}`)).toEqual([
      'b.md the symbolic link is not followed',
      'dangling.md the symbolic link is not followed',
      'sub/loop the symbolic link is not followed',
    ])
  },
)

verifies(
  'import.generators',
  'importDocs() reads TOML and JSON, and never runs front matter or configuration',
  async () => {
    const [from, to] = await createFolders(join(home, 'data'), {
      'docusaurus.config.js':
        'globalThis.ran = 1\n' +
        "module.exports = { title: 'Kettles', url: 'https://k.example', baseUrl: '/d/' }\n",
      'versions.json': '["1.10", "1.9"]',
      'versioned_docs/version-1.10/a.md':
        '+++\ntitle = "A"\ndate = 2020-01-02\n+++\n\n[b](/d/docs/b)\n',
      'versioned_docs/version-1.10/b.md': '{\n"title": "B"\n}\n\nText.\n',
      'versioned_docs/version-1.10/c.md': '---js\n({ title: (globalThis.ran = 2) })\n---\n\n# C\n',
      'versioned_docs/version-1.9/a.md': '# Old\n',
      'docs/a.md': '# Next\n',
    })
    const report = await importFolder(from, to)
    expect('ran' in globalThis).toBe(false)
    const pages = await readPagesOf(to)
    const records = pages.map(({ path, record }) => `${path} ${record.title} ${record.updated}`)
    const expected = ['docs/a A 2020-01-02', 'docs/b B 2026-03-04', 'docs/c C 2026-03-04']
    expect(records).toEqual(expected)
    expect(await readFile(join(to, 'pages/docs/a.md'), 'utf8')).toContain('[b](b.md)')
    expect(report.product?.title).toBe('Kettles')
    expect(report.losses.map(({ what }) => what)).toEqual([
      'the front matter is js, a program, and is not run',
    ])
    expect(report.notes.map(({ what }) => what)).toEqual([
      'files that may be pages are no part of the documentation: 1 in "docs/", ' +
        '1 in "versioned_docs/version-1.9/"',
      'the version "1.10" is imported, and 1.9, current left out',
    ])
  },
)
