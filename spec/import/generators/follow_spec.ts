import { expect } from 'bun:test'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { SHORT_LIVED } from '../../support/program.ts'
import { MAIN } from '../../support/repository.ts'
import { createFolders, createHome } from './importing.ts'

const home = await createHome()

const POT = join('docs', 'pot.md')

verifies(
  'import.follows',
  '`import --watch` follows the source, its configuration and overrides',
  async () => {
    const [from] = await createFolders(home, {
      'mkdocs.yml': 'site_name: Pots\nplugins: [awesome-nav, macros]\n',
      'docs/index.md': '# Home\n\nWelcome.\n',
      'docs/cup.md': '# Cup\n\nHolds tea.\n',
      'docs/pot.md': '# Pot\n\nWater boils.\n',
    })
    // Inside of the source, so that its own writes must not start it again.
    const to = join(from, 'corpus')
    const env = { ...process.env, ...SHORT_LIVED }
    const words = [process.execPath, MAIN, 'import', from, '--to', to, '--watch']
    const child = Bun.spawn(words, { env, stdout: 'pipe', stderr: 'pipe' })
    const lines = readLines(child.stdout)
    const errors = readLines(child.stderr)
    try {
      await lines.find('Following')
      await writeFile(join(from, POT), '# Pot\n\nWater boils in {{ kettle }}.\n')
      expect(await errors.find('lost: ')).toContain(`${POT}:3`)
      expect(await lines.find(' written')).toContain(
        ' 1 file written, 0 removed; 1 item not carried over (',
      )
      const page = join(to, 'pages/pot.md')
      const imported = await readFile(page, 'utf8')
      expect(imported).toContain('{{ kettle }}')
      // A hidden file that configures the generator.
      await writeFile(join(from, 'docs/.nav.yml'), 'nav:\n  - pot.md\n  - cup.md\n')
      await lines.find(' written')
      expect(await readFile(join(to, 'pages/_folder.yaml'), 'utf8')).toBe(
        'order:\n  - pot\n  - cup\n',
      )
      await mkdir(join(to, 'overrides'))
      await writeFile(join(to, 'overrides/pot.md'), '---\ntitle: [\n---\n')
      expect(await errors.find('overrides/pot.md:2')).toContain('YAML')
      expect(await lines.find(' Kept')).toContain(' Kept the corpus as it was: 1 problem')
      expect(await readFile(page, 'utf8')).toBe(imported)
      await writeFile(join(to, 'overrides/pot.md'), '---\ntitle: Kettle\n---\n')
      await lines.find(' written')
      expect(await readFile(page, 'utf8')).toContain('title: Kettle\n')
    } finally {
      child.kill('SIGINT')
    }
    expect(await child.exited).toBe(0)
    expect(lines.rest()).toEqual([])
  },
)

/** Lines of a stream, read as they come. */
function readLines(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  const take = (): readonly string[] => {
    const end = text.lastIndexOf('\n') + 1
    const lines = text.slice(0, end).split('\n').slice(0, -1)
    text = text.slice(end)
    return lines
  }
  let waiting: readonly string[] = []
  return {
    /** The next line that has these words; lines before it are passed over. */
    find: async (words: string): Promise<string> => {
      for (;;) {
        const at = waiting.findIndex((line) => line.includes(words))
        const line = waiting[at]
        waiting = at === -1 ? [] : waiting.slice(at + 1)
        if (line !== undefined) return line
        const { value, done } = await reader.read()
        if (done) throw new Error(`Cannot find "${words}": the program ended`)
        text += decoder.decode(value, { stream: true })
        waiting = take()
      }
    },
    rest: () => waiting,
  }
}
