import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { importMystPages } from './imported_pages.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-indented-'))
afterAll(() => rm(home, { recursive: true, force: true }))

verifies(
  'import.code_kept',
  'importDocs() keeps indented fences as code below a rule and right below a heading',
  async () => {
    const { body, losses } = await importMystPages(home, {
      'a.md':
        '# A\n\nText.\n\n* * *\n\n    ```{note}\n    Below a rule.\n    ```\n\n' +
        '## B\n    ```{note}\n    Below a heading.\n    ```\n',
    })
    expect(body).toBe(
      '\nText.\n\n* * *\n\n````\n```{note}\nBelow a rule.\n```\n````\n\n' +
        '## B\n````\n```{note}\nBelow a heading.\n```\n````\n',
    )
    expect(losses).toEqual([])
  },
)
