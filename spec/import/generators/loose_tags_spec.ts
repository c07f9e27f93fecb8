import { expect } from 'bun:test'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { createFolders, createHome, importFolder, readBodyOf } from './importing.ts'

const home = await createHome()

/** The text of a page of Markdown, and what is reported of its lines. */
async function importPage(
  name: string,
  text: string,
  more: Readonly<Record<string, string>> = {},
): Promise<{ readonly body: string; readonly losses: readonly string[] }> {
  const [from, to] = await createFolders(join(home, name), { 'docs/a.md': text, ...more })
  const { losses } = await importFolder(
    more['mkdocs.yml'] === undefined ? join(from, 'docs') : from,
    to,
  )
  return {
    body: await readBodyOf(to, 'a.md'),
    losses: losses.map(({ line, what }) => `${line} ${what}`),
  }
}

verifies(
  ['import.prose_kept', 'import.never_silent'],
  'importDocs() takes a bare field for markup only where a tag closes it',
  async () => {
    const { body, losses } = await importPage(
      'fields',
      '# A\n\nRun <form>, not `</form>`, or <select/>.\n\n<form>\n\nYour name\n\n</form>\n\n' +
        '<form action="/tea">\n\nYour tea\n\n</form>\n\n<fieldset>\nCups\n</fieldset>\n\n' +
        'Take <select><option>One</option></select> and <textarea>two</textarea>.\n',
    )
    expect(body).toBe(
      '\nRun <form>, not `</form>`, or <select/>.\n\nYour name\n\nYour tea\n\nCups\n\n' +
        'Take  and .\n',
    )
    expect(losses).toEqual([
      '21 <select> is left out: pages cannot run code',
      '21 <textarea> is left out: pages cannot run code',
    ])
  },
)

verifies(
  ['import.prose_kept', 'import.never_silent'],
  'importDocs() keeps names that close themselves in a line of words',
  async () => {
    const { body, losses } = await importPage(
      'names',
      '# A\n\nRun git clone <repo-url/> or open x.example/<user-id/>/y.\n\n' +
        '<tea-box/>\n\n> <tea-box/>\n\nSee <tea-cup size="1"/>.\n',
    )
    expect(body).toStartWith('\nRun git clone <repo-url/> or open x.example/<user-id/>/y.\n')
    expect(losses).toEqual([
      '5 <tea-box> is left out: pages cannot run code',
      '7 <tea-box> is left out: pages cannot run code',
      '9 <tea-cup> is left out: pages cannot run code',
    ])
  },
)

verifies(
  ['import.prose_kept', 'import.code_kept'],
  'importDocs() takes pairs of tags out of the title of a box, and nothing out of its code',
  async () => {
    const { body } = await importPage(
      'titles',
      '# A\n\n!!! note "The `<b>` tag and Vec<u> and `List<i>`"\n\n    Text.\n\n' +
        '!!! note "A <b>big <i class=x>pot</i></b> of <kbd>"\n\n    Text.\n',
      { 'mkdocs.yml': 'site_name: Tea\n' },
    )
    expect(body).toBe(
      '\n:::note The `<b>` tag and Vec\\<u> and `List<i>`\nText.\n:::\n\n' +
        ':::note A big pot of \\<kbd>\nText.\n:::\n',
    )
  },
)
