import { expect } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundle } from '../../scripts/_run.ts'
import { verifies } from '../requirements/verifies.ts'

verifies('release.bundle_reasons', 'bundle() names each import that it cannot find', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-bundle-'))
  try {
    const entry = join(folder, 'entry.ts')
    await writeFile(entry, "import 'absent-one'\nimport 'absent-two'\n")
    const failing = bundle({ entrypoints: [entry], target: 'browser' })
    const message = await failing.then(
      () => 'it was bundled',
      (error) => String(error.message),
    )
    expect(message.split('\n')).toEqual([
      `Cannot bundle "${entry}":`,
      expect.stringMatching(/entry\.ts:1:8: .*"absent-one"/),
      expect.stringMatching(/entry\.ts:2:8: .*"absent-two"/),
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
