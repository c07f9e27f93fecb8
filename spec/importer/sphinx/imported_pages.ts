import { relative } from 'node:path'
import type { Problem } from '../../../app/contract/problem.ts'
import { createFolders, importFolder, readBodyOf } from '../importing.ts'

type ImportedPage = {
  readonly body: string
  readonly losses: readonly string[]
  readonly notes: readonly string[]
}

/** Imports pages of MyST: the text of page `a`, and what is reported of its lines. */
export async function importMystPages(
  home: string,
  pages: Readonly<Record<string, string>>,
  extensions: readonly string[] = [],
): Promise<ImportedPage> {
  return importPages(home, {
    'conf.py':
      "project = 'Tea'\nextensions = ['myst_parser']\n" +
      `myst_enable_extensions = ${JSON.stringify(extensions)}\n`,
    'index.md': '# Start\n\n```{toctree}\na\n```\n',
    ...pages,
  })
}

/** The same of pages in reStructuredText; `config` are further lines of `conf.py`. */
export async function importRstPages(
  home: string,
  pages: Readonly<Record<string, string>>,
  config = '',
): Promise<ImportedPage> {
  return importPages(home, {
    'conf.py': `project = 'Tea'\n${config}`,
    'index.rst': 'Start\n=====\n\n.. toctree::\n\n   a\n',
    ...pages,
  })
}

async function importPages(
  home: string,
  pages: Readonly<Record<string, string>>,
): Promise<ImportedPage> {
  const [from, to] = await createFolders(home, pages)
  const { losses, notes } = await importFolder(from, to)
  const show = ({ file, line, what }: Problem) => `${relative(from, file)}:${line} ${what}`
  return {
    body: await readBodyOf(to, 'a.md'),
    losses: losses.map(show),
    notes: notes.map(show),
  }
}
