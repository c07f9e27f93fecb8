import { expect } from 'bun:test'
import { join } from 'node:path'
import { verifies } from '../requirements/verifies.ts'
import { ROOT } from '../support/repository.ts'
import { measureFidelity } from './measure.ts'

/** Generators whose templates are read a second time here; see decisions/fidelity.md. */
const FIXTURES = [
  { name: 'mdbook', generator: 'mdBook', code: 6, includes: 14 },
  { name: 'mkdocs', generator: 'MkDocs', code: 6, includes: 27 },
]

for (const { name, generator, code, includes } of FIXTURES) {
  verifies(
    'import.nothing_lost',
    `of the fixture of ${name}, everything is on the served pages or in the report`,
    async () => {
      const fixture = join(ROOT, 'spec/importer', name, 'fixture')
      const { losses, tallies, ...measured } = await measureFidelity(fixture)
      expect(losses.map(({ unit, what }) => `${unit.file}:${unit.line} ${what}`)).toEqual([])
      // A reader that reads nothing would lose nothing.
      expect(measured.generator).toBe(generator)
      expect(tallies.code.source).toBeGreaterThanOrEqual(code)
      expect(tallies.include.source).toBeGreaterThanOrEqual(includes)
    },
  )
}
