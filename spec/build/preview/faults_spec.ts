import { afterAll, afterEach, expect } from 'bun:test'
import { chmod, cp, readdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { needs, verifiesLong } from '../../requirements/verifies.ts'
import { digestsBelow, newFolder, removeFolders } from '../../support/building.ts'
import { runGit } from '../../support/git.ts'
import { freePort } from '../../support/running.ts'
import { addBusiness } from '../corpus_build/bad_input/business_corpus.ts'
import { copyGoodCorpus } from '../corpus_build/bad_input/files.ts'
import { writeTinyCorpus } from './_corpus.ts'
import { type RunningPreview, startPreview } from './_preview.ts'

const running: RunningPreview[] = []
afterEach(async () => {
  for (const preview of running.splice(0)) {
    await preview.stop('SIGKILL')
    expect(preview.complaints()).toBe('')
  }
})
afterAll(async () => {
  await removeFolders()
})

verifiesLong('dev.survives', 'a preview that was killed starts again where it was', async () => {
  const corpus = await writeTinyCorpus()
  const port = await freePort()
  const first = await start(dirname(corpus.folder), { port })
  await first.stop('SIGKILL')
  await corpus.write('pages/index.md', '# Tea\n\nWritten while nobody looked.\n')
  const second = await start(dirname(corpus.folder), { port })
  expect(second.url).toBe(first.url)
  expect(await getText(second, '/')).toContain('while nobody looked')
})

verifiesLong(['dev.survives', 'dev.untouched'], 'a full disk costs a preview nothing', async () => {
  const folder = await newFolder()
  const corpus = await copyGoodCorpus(join(folder, 'corpus'))
  await addBusiness(corpus)
  // Nothing can be written, and the file that its lines go to is full.
  const under = ['sh', '-c', 'ulimit -f 0; exec "$@"', 'sh']
  const env = { DEV_SIGN_IN: '1' }
  const preview = await start(folder, { under, env, output: '/dev/full' })
  const page = join(corpus.path, 'pages/export.md')
  const whole = await Bun.file(page).text()
  // An editor leaves this of a file that does not fit.
  await corpus.write('pages/export.md', '')
  await preview.take(({ problems }) => problems.length > 0)
  expect(await getText(preview, '/export/')).toContain('<h1>Export</h1>')
  await corpus.write('pages/export.md', `${whole}\nThere is space again.\n`)
  await preview.take(({ problems, isSearchCurrent }) => problems.length === 0 && isSearchCurrent)
  expect(await getText(preview, '/export/')).toContain('There is space again.')
  expect(await getText(preview, '/api/public/docs/search?q=space+again')).toContain('"Export"')
  expect(await readdir(folder)).toEqual(['corpus'])
  expect(await preview.stop()).toBe(0)
})

/** Root reads everything, unless this is taken from it. */
const PLAIN_USER =
  process.getuid?.() === 0
    ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-all']
    : []
const SETPRIV = needs(
  'setpriv',
  PLAIN_USER.length === 0 || Bun.which('setpriv') !== null,
  'apt-get install util-linux',
)

verifiesLong(
  'dev.survives',
  'what cannot be read stays as it was, and is followed again',
  async () => {
    const corpus = await writeTinyCorpus({ 'pages/cup/blue.md': '# Blue cup\n\nHolds tea.\n' })
    const preview = await start(dirname(corpus.folder), { under: PLAIN_USER })
    const [page, folder] = [corpus.path('pages/pot/clay.md'), corpus.path('pages/cup')]
    await chmod(page, 0)
    await chmod(folder, 0)
    const message = await preview.take(({ problems }) => problems.length === 2)
    expect(message.problems.map(({ what }) => what)).toEqual([
      'the folder cannot be read: EACCES',
      'the file cannot be read: EACCES',
    ])
    expect(await getText(preview, '/pot/clay/')).toContain('It keeps warm.')
    expect(await getText(preview, '/cup/blue/')).toContain('Holds tea.')
    // Such a folder has no events: a second preview looks every second.
    const second = await start(dirname(corpus.folder), { under: PLAIN_USER })
    await corpus.write('pages/index.md', '# Tea\n\nPour it out.\n')
    await second.take(({ revision }) => revision > 0)
    expect(await getText(second, '/')).toContain('Pour it out.')
    await chmod(page, 0o644)
    await chmod(folder, 0o755)
    for (const each of [preview, second]) {
      await each.take(({ problems }) => problems.length === 0)
      expect(await getText(each, '/cup/blue/')).toContain('Holds tea.')
      expect(await getText(each, '/pot/clay/')).toContain('It keeps warm.')
    }
  },
  { needs: [SETPRIV] },
)

verifiesLong(
  ['dev.survives', 'dev.follows', 'dev.untouched'],
  'a branch with 500 pages and one of 4 MB comes and goes in calm',
  async () => {
    const corpus = await writeTinyCorpus()
    const repository = dirname(corpus.folder)
    const git = async (...words: readonly string[]) => await runGit(repository, words)
    await git('init', '-q', '-b', 'one')
    await git('add', '.')
    await git('commit', '-qm', 'one')
    await git('checkout', '-qb', 'two')
    for (let at = 0; at < 500; at += 1) {
      await corpus.write(`pages/many/page-${at}.md`, `# Page ${at}\n\nText ${at}.\n`)
    }
    await corpus.write('pages/pot/clay.md', `# Clay pot\n\n${'Words. '.repeat(600_000)}\n`)
    await git('add', '.')
    await git('commit', '-qm', 'two')
    await git('checkout', '-q', 'one')
    const before = await digestsBelow(corpus.folder)
    const preview = await start(repository)
    await git('checkout', '-q', 'two')
    await preview.take(({ problems }) => problems.length === 1)
    await waitFor(preview, async () => (await getStatus(preview, '/many/page-499/')) === 200)
    expect(await getText(preview, '/pot/clay/')).toContain('It keeps warm.')
    await git('checkout', '-q', 'one')
    await preview.take(({ problems }) => problems.length === 0)
    await waitFor(preview, async () => (await getStatus(preview, '/many/page-499/')) === 404)
    expect(await digestsBelow(corpus.folder)).toEqual(before)
    expect(await runGit(repository, ['status', '--porcelain'])).toBe('')
    const lines = preview
      .lines()
      .slice(4)
      .filter((line) => line !== '')
    for (const line of lines) expect(line).toMatch(CALM)
    // No problem is printed twice.
    const problems = lines.filter((line) => /^ {2}\S+:\d/.test(line))
    expect(problems).toHaveLength(new Set(problems).size)
  },
)

/** A line for a save, or a problem; a busy machine may see half of a checkout, with many. */
const CALM = /^(\d\d:\d\d:\d\d \S.* \(\d+ ms\)| {2}\S+:\d+:\d+: .+| {2}and \d+ more: .+)$/

verifiesLong('dev.survives', 'a corpus that is away for a while is shown as it was', async () => {
  const corpus = await writeTinyCorpus()
  const preview = await start(dirname(corpus.folder))
  await rename(corpus.folder, `${corpus.folder}-away`)
  await preview.take(({ problems }) => problems.length > 0)
  expect(await getText(preview, '/pot/clay/')).toContain('It keeps warm.')
  // Another folder of the same name, which no watcher of the first one knows.
  await cp(`${corpus.folder}-away`, corpus.folder, { recursive: true })
  await preview.take(({ problems }) => problems.length === 0)
  await corpus.write('pages/pot/clay.md', '# Clay pot\n\nBack again.\n')
  await waitFor(preview, async () => (await getText(preview, '/pot/clay/')).includes('Back again.'))
})

async function start(
  folder: string,
  options: Parameters<typeof startPreview>[1] = {},
): Promise<RunningPreview> {
  const preview = await startPreview(folder, options)
  running.push(preview)
  return preview
}

/** Looks again at each message; what it takes, nobody gets afterwards. */
async function waitFor(preview: RunningPreview, isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await preview.take(() => true)
}

async function getText(preview: RunningPreview, path: string): Promise<string> {
  return await (await fetch(`${preview.url}${path}`)).text()
}

async function getStatus(preview: RunningPreview, path: string): Promise<number> {
  return (await fetch(`${preview.url}${path}`)).status
}
