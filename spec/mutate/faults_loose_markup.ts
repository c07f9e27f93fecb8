import { type Fault, faultsIn } from './fault.ts'

const LOOSE_HTML = 'spec/import/generators/html/loose_markup_spec.ts'
const LOOSE_TAGS = 'spec/import/generators/loose_tags_spec.ts'
const MDX = 'spec/import/generators/mdx_spec.ts'
const OBJECTS = 'spec/import/generators/mkdocs/object_links_spec.ts'

/** Faults of importers where a sign of the source is markup or a word. */
export const LOOSE_MARKUP_FAULTS: readonly Fault[] = [
  ...faultsIn('app/import/generators/mkdocs/_object_links.ts', OBJECTS, [
    {
      id: 'import.never_silent',
      find: "report.lose(line, what, 'use the https address of where the object is published')",
      replace: '',
    },
  ]),
  ...faultsIn('app/import/source/dialects/mdx_fences.ts', MDX, [
    {
      id: 'import.code_kept',
      find: 'widthOfIndent(line.text) < column + 4',
      replace: 'column >= 0',
    },
  ]),
  ...faultsIn('app/import/markdown/_markup.ts', LOOSE_TAGS, [
    {
      id: 'import.prose_kept',
      find: 'start !== undefined && bare.has(start)',
      replace: 'start !== undefined && !bare.has(start)',
    },
    { id: 'import.prose_kept', find: ' || isAlone(source, start, tag.end)', replace: ' || true' },
  ]),
  ...faultsIn('app/import/markdown/_attributes.ts', LOOSE_TAGS, [
    {
      id: 'import.code_kept',
      find: "(found === '<' ? '\\\\<' : found)",
      replace: "found.replaceAll('<', '\\\\<')",
    },
  ]),
  ...faultsIn('app/import/source/dialects/containers.ts', LOOSE_TAGS, [
    {
      id: 'import.prose_kept',
      find: 'if (opening !== undefined) cuts.push(opening, found)',
      replace: 'cuts.push(...(opening === undefined ? [] : [opening]))',
    },
  ]),
  ...faultsIn('app/import/html/content.ts', LOOSE_HTML, [
    {
      id: 'import.never_silent',
      find: "return isField(each) && wordsOf(each) !== ''",
      replace: 'return isField(each)',
    },
  ]),
  ...faultsIn('app/import/html/shared_parts.ts', 'spec/import/generators/html/whole_site_spec.ts', [
    {
      id: 'import.around_text',
      find: ': at > last && !hasSection',
      replace: ': at > last',
    },
  ]),
]
