import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { importMystPages } from './imported_pages.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-media-'))
afterAll(() => rm(home, { recursive: true, force: true }))

verifies(
  'import.never_silent',
  'importDocs() reports that frames and films in HTML are now links, and nothing in code',
  async () => {
    const { body, losses } = await importMystPages(home, {
      'a.md':
        '# A\n\n<iframe src="https://x.example/v"></iframe>\n\n' +
        '<video src="pour.mp4"></video>\n\nWrite `<video src="x">`.\n\n' +
        '```\n<iframe src="y">\n```\n',
      'pour.mp4': 'film',
    })
    expect(body).toStartWith('\n[https://x.example/v](https://x.example/v)\n\n[pour.mp4](')
    expect(losses).toEqual([
      'a.md:3 what <iframe> shows is a link to it',
      'a.md:5 what <video> shows is a link to it',
    ])
  },
)
