import { type Fault, faultsIn } from './fault.ts'

const FIDELITY = 'spec/fidelity/fidelity_spec.ts'
const VARIANTS = 'spec/import/generators/variants/variants_spec.ts'

type Converter = readonly [file: string, find: string, replace: string]

/** Converters by their file below `app`: what each does, and the same with nothing done. */
const CONVERTERS: readonly Converter[] = [
  [
    'import/source/dialects/includes.ts',
    'const selected = selectPart(all, call.part, grammar.markers)',
    'const selected = all',
  ],
  [
    'import/source/dialects/includes.ts',
    'report.lose(place, `the include of ${quote(call.path)} ${what}',
    'void (`${place.file} ${what}',
  ],
  [
    'import/corpus/pages/_anchors.ts',
    'if (ids.every((id) => id === anchor)) continue',
    'if (wanted.length > 0) continue',
  ],
  [
    'import/corpus/pages/_anchors.ts',
    "if (same !== undefined || key === '' || !/<[A-Z]/.test(text)) return same",
    'if (!Number.isNaN(key.length)) return same',
  ],
  [
    'import/corpus/pages/_link_resolution.ts',
    'test(href.trim())) return href.trim()',
    "test(href.trim())) return 'https://elsewhere.example/'",
  ],
  [
    'import/generators/docusaurus/docusaurus.ts',
    "return resolveImports(cards, { '@site/': folder, '@docs/': root }, reading)",
    'return lines',
  ],
  [
    'import/generators/gitbook/gitbook.ts',
    'return writeInline(writeCards(writeBlocks(whole, { report, titleOf })), { report, titleOf })',
    'return writeBlocks(whole, { report, titleOf })',
  ],
  [
    'import/generators/mdbook/mdbook.ts',
    'return cutHiddenLines(removeEscapes(writeRules(expanded, file, rules)))',
    'return removeEscapes(writeRules(expanded, file, rules))',
  ],
  [
    'import/generators/mkdocs/_prepare.ts',
    '(lines) => expandIncludes(lines, tags, context)',
    '(lines) => lines',
  ],
  [
    'import/generators/starlight/starlight.ts',
    '...writeHomePage({ hero, description }, file),',
    '',
  ],
  [
    'import/generators/vitepress/vitepress.ts',
    'return [...writeHomePage({ hero, features, description }, page.file), ...body]',
    'return body',
  ],
  [
    'import/markdown/_html_code.ts',
    "['', ...text.split('\\n'), ...own]",
    "['', ...text.split('\\n').map((each) => each.trim()), ...own]",
  ],
  [
    'import/markdown/_html_code.ts',
    'linkInCode(node, context) ?? readRawNode(node)',
    'readRawNode(node)',
  ],
]

/** The same of HTML. */
const HTML: readonly Converter[] = [
  [
    'import/html/_table_text.ts',
    '.filter(({ texts }) => texts.some(',
    '.filter(({ texts }, at) => at !== 1 && texts.some(',
  ],
  ['import/html/_blocks.ts', "return [...anchors, { lines, kind: 'other' }]", 'return anchors'],
  ['import/html/_blocks.ts', 'const suffix = ids.length === 0', 'const suffix = ids.length > 0'],
]

/** The same of OpenAPI. */
const OPENAPI: readonly Converter[] = [
  [
    'docs/api_reference/_operations.ts',
    'addParameters(text, operation, context)',
    'void operation',
  ],
  [
    'docs/api_reference/_operations.ts',
    "text.add(writeExample(each, mediaType, title || 'Example'))",
    'void [each, title]',
  ],
  [
    'docs/api_reference/_operations.ts',
    'if (headers.length > 0) text.add(',
    'if (headers.length > 9) text.add(',
  ],
]

/** Converters switched off one at a time: each loses something, and no report names it. */
export const FIDELITY_FAULTS: readonly Fault[] = [
  ...seed(CONVERTERS, FIDELITY, 'import.nothing_lost'),
  ...seed(HTML, 'spec/import/generators/html/html_spec.ts', 'import.generators'),
  ...seed(OPENAPI, 'spec/import/generators/openapi/openapi_spec.ts', 'import.prose_kept'),
  ...faultsIn('app/import/generators/mintlify/mintlify.ts', VARIANTS, [
    {
      id: 'import.generators',
      find: 'chosen.othersPages.has(bareOf(named)) ||',
      replace: '',
    },
  ]),
]

function seed(converters: readonly Converter[], spec: string, id: string): readonly Fault[] {
  return converters.flatMap(([file, find, replace]) => {
    return faultsIn(`app/${file}`, spec, [{ id, find, replace }])
  })
}
