import { relative } from 'node:path'
import { createFolders, importFolder, readBodyOf } from '../importing.ts'

type ImportedPage = { readonly body: string; readonly losses: readonly string[] }

/** Imports pages of MyST: the text of page `a`, and what is reported of its lines. */
export async function importMystPages(
  home: string,
  pages: Readonly<Record<string, string>>,
  extensions: readonly string[] = [],
): Promise<ImportedPage> {
  const [from, to] = await createFolders(home, {
    'conf.py':
      "project = 'Tea'\nextensions = ['myst_parser']\n" +
      `myst_enable_extensions = ${JSON.stringify(extensions)}\n`,
    'index.md': '# Start\n\n```{toctree}\na\n```\n',
    ...pages,
  })
  const { losses } = await importFolder(from, to)
  return {
    body: await readBodyOf(to, 'a.md'),
    losses: losses.map(({ file, line, what }) => `${relative(from, file)}:${line} ${what}`),
  }
}
