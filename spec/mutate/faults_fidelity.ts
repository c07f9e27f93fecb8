import { type Fault, faultsIn } from './fault.ts'

const FIDELITY = 'spec/fidelity/fidelity_spec.ts'
const VARIANTS = 'spec/importer/variants/variants_spec.ts'

type Converter = readonly [file: string, find: string, replace: string]

/** Converters by their file below `app`: what each does, and the same with nothing done. */
const CONVERTERS: readonly Converter[] = [
  [
    'foreign_source/dialects/includes.ts',
    'const selected = selectPart(all, call.part, grammar.markers)',
    'const selected = all',
  ],
  [
    'foreign_source/dialects/includes.ts',
    'report.lose(place, `the include of ${quote(call.path)} ${what}',
    'void (`${place.file} ${what}',
  ],
  [
    'importer/pages/_anchors.ts',
    'if (ids.every((id) => id === anchor)) continue',
    'if (wanted.length > 0) continue',
  ],
  [
    'importer/pages/_anchors.ts',
    "if (same !== undefined || key === '' || !/<[A-Z]/.test(text)) return same",
    'if (!Number.isNaN(key.length)) return same',
  ],
  [
    'importer/pages/_link_resolution.ts',
    'test(href.trim())) return href.trim()',
    "test(href.trim())) return 'https://elsewhere.example/'",
  ],
  [
    'generators/docusaurus/docusaurus.ts',
    "return resolveImports(cards, { '@site/': folder, '@docs/': root }, reading)",
    'return lines',
  ],
  [
    'generators/gitbook/gitbook.ts',
    'return writeInline(writeCards(writeBlocks(whole, { report, titleOf })), targets)',
    'return writeBlocks(whole, { report, titleOf })',
  ],
  [
    'generators/mdbook/mdbook.ts',
    'return cutHiddenLines(removeEscapes(writeRules(expanded, file, rules)))',
    'return removeEscapes(writeRules(expanded, file, rules))',
  ],
  [
    'generators/mkdocs/_prepare.ts',
    '(lines) => expandIncludes(lines, tags, context)',
    '(lines) => lines',
  ],
  ['generators/starlight/starlight.ts', '...writeHomePage({ hero }, file), ', ''],
  [
    'generators/vitepress/vitepress.ts',
    'return [...writeHomePage({ hero, features }, page.file), ...body]',
    'return body',
  ],
  [
    'foreign_markup/_html_code.ts',
    "['', ...text.split('\\n'), ...own]",
    "['', ...text.split('\\n').map((each) => each.trim()), ...own]",
  ],
  [
    'foreign_markup/_html_code.ts',
    'linkInCode(node, context) ?? readRawNode(node)',
    'readRawNode(node)',
  ],
  // Of HTML and OpenAPI, what else can be lost one at a time.
  [
    'html_pages/_table_text.ts',
    '.filter(({ texts }) => texts.some(',
    '.filter(({ texts }, at) => at !== 1 && texts.some(',
  ],
  ['html_pages/_blocks.ts', "return [...anchors, { lines, kind: 'other' }]", 'return anchors'],
  ['html_pages/_blocks.ts', 'const suffix = ids.length === 0', 'const suffix = ids.length > 0'],
  ['api_reference/_operations.ts', 'addParameters(text, operation, context)', 'void operation'],
  [
    'api_reference/_operations.ts',
    "text.add(writeExample(each, mediaType, title || 'Example'))",
    'void [each, title]',
  ],
  [
    'api_reference/_operations.ts',
    'if (headers.length > 0) text.add(',
    'if (headers.length > 9) text.add(',
  ],
]

/** Converters switched off one at a time: each loses something, and no report names it. */
export const FIDELITY_FAULTS: readonly Fault[] = [
  ...CONVERTERS.flatMap(([file, find, replace]) => {
    return faultsIn(`app/${file}`, FIDELITY, [{ id: 'import.nothing_lost', find, replace }])
  }),
  ...faultsIn('app/generators/mintlify/mintlify.ts', VARIANTS, [
    {
      id: 'import.generators',
      find: 'chosen.othersPages.has(bareOf(named)) ||',
      replace: '',
    },
  ]),
]
