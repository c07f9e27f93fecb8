import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { MAIN, ROOT } from '../support/repository.ts'
import { toLimitRow } from './_limits.ts'
import type { Bench } from './_rows.ts'

const CACHE = resolve(ROOT, '.cache/bench/import')
const PAGES = 10_000
const FOLDERS = 100
const SECONDS_MOST = 40
const MEGABYTES_MOST = 700
const MEGABYTE = 1e6

/** What an import of 10,000 pages takes, and whether it leaves its source as it was. */
export const benchImport: Bench = async () => {
  const from = join(CACHE, 'source')
  const to = join(CACHE, 'corpus')
  await rm(CACHE, { recursive: true, force: true })
  await writeSource(from)
  const before = await digestFolder(from)
  const startedMs = performance.now()
  const child = Bun.spawn([process.execPath, MAIN, 'import', from, '--to', to], {
    cwd: CACHE,
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const [report, code] = await Promise.all([new Response(child.stderr).text(), child.exited])
  const seconds = (performance.now() - startedMs) / 1000
  // The links below are losses, and nothing else is: those make the exit code 1.
  if (code !== 1) throw new Error(`Cannot import "${from}": it ended with ${code}`)
  const usage = child.resourceUsage()
  const links = ['outside.md', 'away'].filter((name) => !report.includes(`/${name}:`)).length
  const changed = (await digestFolder(from)) === before ? 0 : 1
  const name = `import of ${PAGES} pages`
  return [
    toLimitRow(name, 's', seconds, SECONDS_MOST),
    toLimitRow(`${name}: processor`, 's', Number(usage?.cpuTime.total ?? Number.NaN) / 1e6),
    toLimitRow(
      `${name}: peak memory`,
      'MB',
      (usage?.maxRSS ?? Number.NaN) / MEGABYTE,
      MEGABYTES_MOST,
    ),
    toLimitRow(`${name}: links that are not reported`, 'links', links, 0),
    toLimitRow(`${name}: sources that changed`, 'folders', changed, 0),
  ]
}

/** A documentation for MkDocs with whatever is frequent in one, and two links that lead out. */
async function writeSource(folder: string): Promise<void> {
  const docs = join(folder, 'docs')
  await mkdir(docs, { recursive: true })
  await writeFile(join(folder, 'mkdocs.yml'), 'site_name: Many pages\n')
  await writeFile(join(docs, 'index.md'), '# Many pages\n\nThe first of them.\n')
  await writeFile(join(docs, 'part.txt'), 'An included line.\n')
  for (let at = 0; at < PAGES - 1; at++) {
    const path = join(docs, `part-${at % FOLDERS}`)
    if (at < FOLDERS) await mkdir(path)
    await Bun.write(join(path, `page-${at}.md`), writePage(at))
  }
  await symlink('/etc/hostname', join(docs, 'outside.md'))
  await symlink('/etc', join(docs, 'away'))
}

function writePage(at: number): string {
  const next = (at + FOLDERS) % (PAGES - 1)
  const sections = Array.from({ length: 4 }, (_, each) => {
    return [
      `## Section ${each} of ${at} { #own-${each} }`,
      `Water number ${at} boils in kettle ${each}, as [the next page](page-${next}.md#own-${each})`,
      'says in more words than anybody wants to read, and `code` says again.',
      '',
      '!!! note "Heat"',
      '',
      `    Keep it below ${each + 90} degrees.`,
      '',
      '=== "Shell"',
      '',
      '    ```sh',
      `    boil --kettle ${at}`,
      '    ```',
      '',
      '| Name | Value |',
      '|---|---|',
      `| kettle | ${at * each} |`,
      '',
    ].join('\n')
  })
  return `# Page ${at}\n\n--8<-- "docs/part.txt"\n\n${sections.join('\n')}`
}

/** One digest over names and bytes of all files of a folder; links are not followed. */
async function digestFolder(folder: string): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  const names = [...new Bun.Glob('**/*').scanSync({ cwd: folder, dot: true })].sort()
  for (const name of names) {
    hasher.update(`${name}\0`)
    hasher.update(await readFile(join(folder, name)))
  }
  return hasher.digest('hex')
}
