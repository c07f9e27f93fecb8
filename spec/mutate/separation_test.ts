import { expect, test } from 'bun:test'
import { separate } from './separation.ts'

test('separate() leaves out what the processes of a whole run share', () => {
  const env = { PATH: '/bin', KEPT_BUILDS: '/kept' }
  expect(separate(env)).toEqual({ PATH: '/bin', NO_COLOR: '1' })
})
