import { afterAll, expect } from 'bun:test'
import { relative } from 'node:path'
import { indexAssets } from '../../../app/import/corpus/pages/asset_files.ts'
import { readDocuments } from '../../../app/import/corpus/pages/documents.ts'
import { importPages } from '../../../app/import/corpus/pages/imported_pages.ts'
import { findRoutes } from '../../../app/import/corpus/pages/routes.ts'
import { recogniseGenerator } from '../../../app/import/generators/recognise.ts'
import { openSourceFolder } from '../../../app/import/source/files/source_files.ts'
import { createReport } from '../../../app/import/source/report/report.ts'
import { verifies } from '../../requirements/verifies.ts'
import { newFolder, removeFolders } from '../../support/building.ts'
import { createFolders } from './importing.ts'

afterAll(removeFolders)

verifies(
  'import.never_silent',
  'a page that cannot be converted is a loss, and no other',
  async () => {
    const text = (name: string) => `# ${name}\n\nIt has [tea](good.md).\n`
    const files = ['bad.md', 'good.md', 'worse.md'].map((name) => [name, text(name)])
    const [from, to] = await createFolders(await newFolder(), Object.fromEntries(files))
    const opened = await openSourceFolder(from, to)
    if (!opened.ok) throw new Error(JSON.stringify(opened.error))
    const [source, report, today] = [opened.value, createReport(opened.value.show), '2026-03-04']
    const recognised = recogniseGenerator(source, report)
    if (!recognised.ok) throw new Error(recognised.error.what)
    const { generator, recognition } = recognised.value
    const context = { wishes: { version: undefined, language: undefined }, report, today }
    const site = await generator.readSite({ ...recognition, source, shown: from, ...context })
    const fail = () => {
      throw new RangeError('Maximum call stack size exceeded.')
    }
    const broken: typeof site = {
      ...site,
      prepare: (lines, page) => (page.file === 'bad.md' ? fail() : lines),
    }
    const documents = await readDocuments({
      source,
      site: broken,
      report,
      today,
      isDateGiven: true,
    })
    expect(documents.map(({ file }) => file)).toEqual(['good.md', 'worse.md'])
    // The step that describes pages meets another.
    const worse = documents.map((each) =>
      each.file === 'worse.md'
        ? Object.defineProperty({ ...each }, 'description', { get: fail })
        : each,
    )
    const routed = documents.map(({ file, named, page }) => ({
      file,
      named,
      page,
      old: [],
      slug: '',
    }))
    const routes = findRoutes(routed, [], { folder: from, cutsNumbers: false })
    const assets = indexAssets(from, source.files, documents, [])
    const targets = { source, site, redirects: new Map(), routes, assets, report }
    const imported = await importPages(
      worse,
      { ...targets, imageHosts: undefined },
      () => undefined,
    )
    expect(imported.pages.map(({ page }) => page)).toEqual(['good.md'])
    const lost = report.losses.map(({ file, what }) => `${relative(from, file)}: ${what}`)
    expect([...new Set(lost)]).toEqual(
      ['bad.md', 'worse.md'].map((file) => {
        const why = '"RangeError: Maximum call stack size exceeded."'
        return `${file}: the page cannot be converted, and is left out: ${why}`
      }),
    )
  },
)
