import { expect } from 'bun:test'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listSettings } from '../../app/service/settings/config.ts'
import {
  declarationOf,
  FILE_SETTING,
  SECRETS,
  SETTINGS,
} from '../../app/service/settings/declarations.ts'
import { verifies } from '../requirements/verifies.ts'
import { ROOT } from '../support/repository.ts'

const FOLDER = join(ROOT, 'corpus/pages/run')

verifies('settings.declared', 'readConfig() reads every setting that is declared', () => {
  const read = new Set([...listSettings({}).keys(), FILE_SETTING])
  const unread = Object.keys(SETTINGS).filter((name) => !read.has(name))
  expect({ unread, read: read.size }).toEqual({ unread: [], read: Object.keys(SETTINGS).length })
})

verifies(
  'settings.declared',
  'a page names every setting, its default and whether it is secret',
  async () => {
    const pages = (await readdir(FOLDER)).filter((name) => name.endsWith('.md'))
    const texts = await Promise.all(pages.map((name) => readFile(join(FOLDER, name), 'utf8')))
    const rows = texts.flatMap((text) => text.split('\n'))
    const faults = Object.keys(SETTINGS).flatMap((name) => {
      const fallback = declarationOf(name)?.fallback ?? ''
      const row = rows.find(
        (line) =>
          line.includes(`\`${name}\``) && (fallback === '' || line.includes(`\`${fallback}\``)),
      )
      return row === undefined ? [`${name} with \`${fallback}\``] : []
    })
    expect(faults).toEqual([])
    const all = texts.join('\n')
    for (const name of SECRETS) expect([name, all.includes(`\`${name}\``)]).toEqual([name, true])
  },
)
