import { expect, test } from 'bun:test'
import { SourceFiles } from '../source_files.ts'
import { DOCUSAURUS, STARLIGHT } from './web.ts'

test('prepare() reads nothing of an import that names nothing', () => {
  expect(prepare('import \'pot/lid.css\'\nimport "@site/a.css";\n\nTea')).toEqual(['Tea'])
})

test('prepare() reads nothing of a statement, whatever code it shows', () => {
  const text =
    'export const Pot = () => {\n  return (\n    <pre>\n      {a}\n    </pre>\n  )\n}\n\nTea'
  expect(prepare(text)).toEqual(['Tea'])
})

test('isPage() takes all Markdown of Starlight, and no part of a page', () => {
  const files = ['a.md', 'b/c.mdx', 'd.markdown', '_e.md', '_f/g.md', 'h.txt']
  const paths = files.map((file) => `src/content/docs/${file}`)
  const source = new SourceFiles(import.meta.dir)
  expect(paths.filter((path) => STARLIGHT.isPage(path, source))).toEqual(paths.slice(0, 3))
})

function prepare(text: string): readonly string[] {
  const rows = text.split('\n').map((row, at) => ({ text: row, file: 'a.mdx', line: at + 1 }))
  const source = new SourceFiles(import.meta.dir)
  const context = { source, file: 'a.mdx', noteInclude: () => {} }
  const prepared = DOCUSAURUS.prepare?.(rows, context) ?? []
  return prepared.map((row) => row.text).filter((row) => row !== '')
}
