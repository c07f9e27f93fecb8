import { expect, test } from 'bun:test'
import { createReport } from '../../foreign_source/report/report.ts'
import { readConfigValue } from '../../foreign_source/source/config_values.ts'
import type { SourceFolder } from '../../foreign_source/source/source_files.ts'
import { readSphinxConfig } from './_config.ts'
import { readSphinxSite } from './_site.ts'

const FILES: Readonly<Record<string, string>> = {
  'conf.py': '',
  'index.md': '# Home\n\n```{eval-rst}\n.. note:: Here.\n```\n',
  'tea.rst': 'Tea\n===\n\nWords.\n',
}

const source: SourceFolder = {
  root: 'docs',
  files: Object.keys(FILES),
  losses: [],
  has: (file) => file in FILES,
  read: (file) => FILES[file],
  wasRead: () => false,
  show: (file) => `docs/${file}`,
}

test('readSphinxSite() says how to get docutils, and reads the rest without it', async () => {
  const report = createReport()
  const wishes = { version: undefined, language: undefined }
  const config = readSphinxConfig(
    readConfigValue({ extensions: ['myst_parser'] }),
    'conf.py',
    source,
  )
  const site = await readSphinxSite({
    ...{ source, config, marker: 'conf.py', root: '', pythons: ['no-such-python'] },
    context: { wishes, report, today: '2026-11-21' },
  })
  expect(site.pages.map(({ file }) => file)).toEqual(['index.md'])
  expect(report.losses).toEqual([
    {
      ...{ file: 'docs/conf.py', line: 1, column: 1 },
      what: '2 texts in reStructuredText cannot be read: Python 3 with docutils was not found',
      fix: 'install Python 3, run "pip install docutils", and import again',
    },
  ])
})

test('readSphinxConfig() reads MyST where a condition adds it to the extensions', () => {
  const written = 'extensions = []\nif not is_manual:\n    extensions.extend(["myst_parser"])\n'
  const readSuffixes = (text: string) => {
    const conf = { ...source, read: () => text }
    return [...readSphinxConfig(readConfigValue({ extensions: [] }), 'conf.py', conf).suffixes]
  }
  expect(readSuffixes(written).map(([suffix]) => suffix)).toEqual(['.rst', '.md'])
  expect(readSuffixes('# not "myst_parser"\n').map(([suffix]) => suffix)).toEqual(['.rst'])
})
