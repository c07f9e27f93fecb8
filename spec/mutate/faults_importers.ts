import { type Fault, faultsIn } from './fault.ts'

const DOCFX = 'spec/importer/docfx/docfx_spec.ts'
const GITBOOK = 'spec/importer/gitbook/gitbook_spec.ts'
const HUGO = 'spec/importer/hugo/hugo_spec.ts'

/** Faults of importers of single generators. */
export const IMPORTER_FAULTS: readonly Fault[] = [
  ...faultsIn('app/importer/generators/docfx/docfx.ts', DOCFX, [
    {
      id: 'import.generators',
      find: 'return writeTabs(writeAddresses(writeBlocks(kept, zones), targets))',
      replace: 'return writeAddresses(writeBlocks(kept, zones), targets)',
    },
  ]),
  ...faultsIn('app/importer/generators/docfx/_includes.ts', DOCFX, [
    {
      id: 'import.code_kept',
      find: 'if (isCode(line.text)) return replaceText(line, hide(line.text))',
      replace: 'if (isCode(line.text)) return line',
    },
  ]),
  ...faultsIn('app/importer/generators/docfx/_links.ts', DOCFX, [
    {
      id: 'import.never_silent',
      find: '  reportUid(uid, line, targets)\n  return name',
      replace: '  return name',
    },
  ]),
  ...faultsIn('app/importer/generators/gitbook/gitbook.ts', GITBOOK, [
    {
      id: 'import.generators',
      find: 'return writeInline(writeCards(blocks), targets)',
      replace: 'return writeInline(blocks, targets)',
    },
  ]),
  ...faultsIn('app/importer/generators/gitbook/_blocks.ts', GITBOOK, [
    {
      id: 'import.never_silent',
      find: "report.addLoss(place, what, 'remove what not everyone should read')",
      replace: '',
    },
  ]),
  ...faultsIn('app/importer/generators/hugo/_menu.ts', HUGO, [
    {
      id: 'import.generators',
      find: 'weight: weight || Number.MAX_SAFE_INTEGER',
      replace: 'weight',
    },
  ]),
  ...faultsIn('app/importer/generators/hugo/hugo.ts', HUGO, [
    {
      id: 'import.code_kept',
      find: 'writePlainMarkdown(writeShortcodes(lines, site, writeShortcode))',
      replace: 'writePlainMarkdown(lines)',
    },
  ]),
  ...faultsIn('app/importer/generators/hugo/_pages.ts', HUGO, [
    {
      id: 'import.never_silent',
      find: "report.addLoss(place, what, 'write the pages that it makes as Markdown')",
      replace: '',
    },
  ]),
]
