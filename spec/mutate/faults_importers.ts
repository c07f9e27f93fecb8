import { type Fault, faultsIn } from './fault.ts'

const GITBOOK = 'spec/import/generators/gitbook/gitbook_spec.ts'
const HTML = 'spec/import/generators/html/html_spec.ts'
const MKDOCS_CONTENT = 'spec/import/generators/mkdocs/content_spec.ts'
const OPENAPI = 'spec/import/generators/openapi/openapi_spec.ts'
const AGAIN = 'spec/import/generators/again_spec.ts'
const FOLLOW = 'spec/import/generators/follow_spec.ts'

/** Faults of importers of single generators. */
export const IMPORTER_FAULTS: readonly Fault[] = [
  ...faultsIn('app/import/generators/gitbook/gitbook.ts', GITBOOK, [
    {
      id: 'import.generators',
      find: 'writeInline(writeCards(writeBlocks(whole, { report, titleOf })), { report, titleOf })',
      replace: 'writeInline(writeBlocks(whole, { report, titleOf }), { report, titleOf })',
    },
  ]),
  ...faultsIn('app/import/generators/gitbook/_blocks.ts', GITBOOK, [
    {
      id: 'import.never_silent',
      find: "this.#context.report.lose(piece.line, what, 'remove what not everyone should read')",
      replace: '',
    },
  ]),
  ...faultsIn('app/import/corpus/corpus/corpus_folder.ts', AGAIN, [
    { id: 'import.again', find: 'if (!isSame) await write(before)', replace: '' },
    {
      id: 'import.again',
      find: 'if (known === undefined && digests.size > 0 && !wanted.has(path)) return []',
      replace: '',
    },
  ]),
  ...faultsIn('app/import/corpus/corpus/page_moves.ts', AGAIN, [
    {
      id: 'import.again',
      find: 'if (others.length > 0 || rivals.length > 0) continue',
      replace: '',
    },
    { id: 'import.again', find: 'found.get(to) ?? to', replace: 'to' },
  ]),
  ...faultsIn('app/import/corpus/corpus/page_moves.ts', AGAIN, [
    {
      id: 'import.again',
      find: 'if (!titles.has(title) && !digests.has(digest)) return []',
      replace: 'return []',
    },
  ]),
  ...faultsIn('app/import/corpus/corpus/overrides.ts', AGAIN, [
    {
      id: 'import.overrides',
      find: "body: text === '' ? body : text",
      replace: 'body: text',
    },
    { id: 'import.overrides', find: 'byPage.delete(imported.page)', replace: '' },
  ]),
  ...faultsIn('app/cli/_import_watch.ts', FOLLOW, [
    { id: 'import.follows', find: "printFirst(news, 'lost: ')", replace: "printFirst(news, '')" },
  ]),
  ...faultsIn('app/docs/api_reference/description.ts', OPENAPI, [
    {
      id: 'import.never_silent',
      find: "refuse(address, 'leads out of the document')",
      replace: 'current = {}',
    },
  ]),
  ...faultsIn('app/docs/api_reference/_schemas.ts', OPENAPI, [
    {
      id: 'import.prose_kept',
      find: "return name === '' ? listFields(value, context, depth + 1) : []",
      replace: 'return name === undefined ? listFields(value, context, depth + 1) : []',
    },
  ]),
  ...faultsIn('app/import/html/_block.ts', HTML, [
    {
      id: 'import.generators',
      find: "if (!ANCHORS.test(anchor) || first === undefined || block.kind !== 'text') {",
      replace: 'if (block.lines.length > -1) {',
    },
  ]),
  ...faultsIn('app/import/html/_code.ts', HTML, [
    {
      id: 'import.code_kept',
      find: 'else if (isElement(node) && !isNoCode(node)) {',
      replace: 'else if (isElement(node)) {',
    },
  ]),
  ...faultsIn('app/import/html/_phrases.ts', HTML, [
    {
      id: 'import.never_silent',
      find: "  context.reportLoss(element, what, 'save the picture beside the page')\n",
      replace: '',
    },
  ]),
  ...faultsIn('app/import/source/dialects/table_rows.ts', MKDOCS_CONTENT, [
    {
      id: 'import.generators',
      find: 'replaceText(line, mapCode(line.text, escapeStrokes))',
      replace: 'line',
    },
  ]),
  ...faultsIn('app/import/corpus/pages/unread_files.ts', 'spec/import/generators/outside_spec.ts', [
    {
      id: 'import.generators',
      find: 'return outside === undefined ? [...losses, describeEmpty(source, site)] : [outside]',
      replace: 'return [...losses, describeEmpty(source, site)]',
    },
  ]),
]
