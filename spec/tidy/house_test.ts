import { expect, test } from 'bun:test'
import { formatFigures, measureModules } from './house.ts'
import { sourceOf } from './source.ts'

const FILES = {
  'app/contract/page.ts': 'export const page = 1\n'.repeat(20),
  'app/docs/search/file/terms.ts': "import { page } from '../../../contract/page.ts'\n",
  'app/docs/search/show/_cut.ts': "import { page } from '../file/terms.ts'\n",
  'app/docs/search/mod.ts': "import { cut } from './show/_cut.ts'\n",
  'app/docs/search/file/reader.ts': "import { cut } from '../show/_cut.ts'\n",
  'app/cli/serve.ts': "import { open } from '../docs/search/mod.ts'\n",
  'app/cli/serve_test.ts': "import { page } from '../contract/page.ts'\n",
}

test('measureModules() counts rooms, arrows and lines of production files', () => {
  const sources = Object.entries(FILES).map(([path, text]) => sourceOf(path, text))
  const figures = measureModules(sources, 'one\ntwo\n')
  const counts = Object.fromEntries(figures.map(({ what, count }) => [what, count]))
  expect(counts).toMatchObject({
    'rooms of app': 3,
    'arrows between rooms': 2,
    'arrows back up': 0,
    'circles of files': 0,
    'arrows inside docs/search': 3,
    'arrows inside docs/search between its folders': 3,
    'arrows inside docs/search back up': 1,
    'files in cli': 1,
    'files under 15 lines': 5,
    'private files under 40 lines with one importer': 0,
    'production lines': 25,
    'lines of the tour': 2,
  })
  expect(formatFigures(figures, true)).toContain('file/reader.ts -> app/docs/search/show/_cut.ts\n')
})
