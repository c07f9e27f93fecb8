import { expect, test } from 'bun:test'
import { SourceFiles } from '../source_files.ts'
import { DOCUSAURUS } from './web.ts'

test('prepare() reads nothing of an import that names nothing', () => {
  expect(prepare('import \'pot/lid.css\'\nimport "@site/a.css";\n\nTea')).toEqual(['Tea'])
})

test('prepare() reads nothing of a statement, whatever code it shows', () => {
  const text =
    'export const Pot = () => {\n  return (\n    <pre>\n      {a}\n    </pre>\n  )\n}\n\nTea'
  expect(prepare(text)).toEqual(['Tea'])
})

function prepare(text: string): readonly string[] {
  const rows = text.split('\n').map((row, at) => ({ text: row, file: 'a.mdx', line: at + 1 }))
  const source = new SourceFiles(import.meta.dir)
  const context = { source, file: 'a.mdx', noteInclude: () => {} }
  const prepared = DOCUSAURUS.prepare?.(rows, context) ?? []
  return prepared.map((row) => row.text).filter((row) => row !== '')
}
