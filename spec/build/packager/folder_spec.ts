import { afterAll, beforeAll, expect } from 'bun:test'
import { lstat, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import {
  BASE_URL,
  createCorpus,
  newFolder,
  packageCorpus,
  readTexts,
  removeFolders,
  runOver,
} from './packaging.ts'

let corpus: string

beforeAll(async () => {
  corpus = await createCorpus()
})

afterAll(removeFolders)

/** Packages into a folder and expects exactly one problem. */
async function expectRefusalAt(folder: string): Promise<string> {
  const { code, err } = await runOver(corpus, ['package', '--to', folder])
  expect([code, err.trim().split('\n').at(-1)]).toEqual([1, '1 problem'])
  expect(err.startsWith(`${folder}`)).toBe(true)
  return err
}

verifies('program.package', 'a file is not replaced by a package', async () => {
  const home = await newFolder()
  await writeFile(join(home, 'notes'), 'mine\n')
  expect(await expectRefusalAt(join(home, 'notes'))).toContain('this path is not a folder')
  expect([...(await readTexts(home))]).toEqual([['notes', 'mine\n']])
})

verifiesLong('program.package', 'a link is not replaced by a package', async () => {
  const home = await newFolder()
  await mkdir(join(home, 'real'))
  await symlink('real', join(home, 'link'))
  for (const path of ['link', 'link/']) {
    const { code, err } = await runOver(corpus, ['package', '--to', `${home}/${path}`])
    expect([path, code]).toEqual([path, 1])
    expect(err).toContain('this path is not a folder')
  }
  expect((await lstat(join(home, 'link'))).isSymbolicLink()).toBe(true)
})

verifies('program.package', 'foreign files are not replaced, whatever their names', async () => {
  const own = [['README.md'], ['.mcp.json', 'README.md'], ['.vscode/mcp.json'], ['server.json']]
  for (const paths of own) {
    const folder = await newFolder()
    for (const path of paths) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), '{ "name": "org.other/mine" }\n')
    }
    const err = await expectRefusalAt(folder)
    for (const path of paths) expect(err).toContain(`"${path}"`)
    const texts = await readTexts(folder)
    expect([...texts.keys()]).toEqual(paths)
    expect(new Set(texts.values())).toEqual(new Set(['{ "name": "org.other/mine" }\n']))
  }
})

verifies('program.package', 'a foreign file beside our package is named', async () => {
  const folder = await packageCorpus(corpus)
  await writeFile(join(folder, 'notes'), 'mine\n')
  await symlink('notes', join(folder, 'link'))
  const err = await expectRefusalAt(folder)
  expect(err).toContain('the folder contains "link@", "notes", which are not part of a package')
  expect((await readTexts(folder)).size).toBe(14)
})

verifies(
  'program.package',
  'a published package is updated beside its version control',
  async () => {
    const folder = await packageCorpus(corpus)
    await mkdir(join(folder, '.git'))
    await writeFile(join(folder, '.git/HEAD'), 'ref\n')
    const bumped = await createCorpus(['version: 0.1.0', 'version: 0.2.0'])
    const ran = await runOver(bumped, ['package', '--to', folder])
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(await readFile(join(folder, '.git/HEAD'), 'utf8')).toBe('ref\n')
    expect((await readTexts(folder)).size).toBe(14)
    expect(await runOver(bumped, ['package', '--check', folder])).toMatchObject({
      code: 0,
      err: '',
    })
  },
)

verifies(
  'program.package',
  'temporary files of an interrupted run are removed, and no others',
  async () => {
    const leftover = `server.json.lectern-${crypto.randomUUID()}.tmp`
    const inside = `.vscode/mcp.json.lectern-${crypto.randomUUID()}.tmp`
    const fresh = await newFolder()
    await writeFile(join(fresh, leftover), '{')
    const ours = await packageCorpus(corpus)
    await writeFile(join(ours, inside), '{')
    await rm(join(ours, 'README.md'))
    for (const folder of [fresh, ours]) {
      const ran = await runOver(corpus, ['package', '--to', folder])
      expect(ran).toMatchObject({ code: 0, err: '' })
      expect((await readTexts(folder)).size).toBe(13)
    }
    await writeFile(join(ours, 'server.json.1.tmp'), 'mine\n')
    expect(await expectRefusalAt(ours)).toContain('the folder contains "server.json.1.tmp"')
  },
)

verifies('program.package', 'a folder with the name of a file is kept', async () => {
  const home = await newFolder()
  await mkdir(join(home, 'server.json'))
  await writeFile(join(home, 'server.json/mine'), 'mine\n')
  expect(await expectRefusalAt(home)).toContain('the folder contains "server.json/"')
  expect([...(await readTexts(home)).keys()]).toEqual(['server.json/mine'])
})

verifies('program.package', 'the root of the disk is refused at once', async () => {
  const { code, err } = await runOver(corpus, ['package', '--to', '/'])
  expect([code, err.trim().split('\n').at(-1)]).toEqual([1, '1 problem'])
  expect(err).toStartWith('/:1:1: the folder contains ')
})

verifies('program.package', 'an empty folder is accepted', async () => {
  const home = await newFolder()
  expect(await runOver(corpus, ['package', '--to', home])).toMatchObject({ code: 0, err: '' })
})

verifies(
  'program.package',
  'a folder below a file, or that is not writable, is reported',
  async () => {
    const home = await newFolder()
    await writeFile(join(home, 'notes'), 'mine\n')
    const below = await runOver(corpus, ['package', '--to', join(home, 'notes/package')])
    expect(below.code).toBe(1)
    expect(below.err).toContain('cannot write: a file is in the way of a folder')
    // A folder of the kernel takes no folders, whoever asks.
    const kernel = await runOver(corpus, ['package', '--to', '/proc/lectern-package'])
    expect(kernel.code).toBe(1)
    expect(kernel.err).toMatch(/^\/proc\/lectern-package\S*:1:1: cannot write: /)
  },
)

verifies('program.package', 'a registry without packages has nothing to package', async () => {
  const registry = await readFile(join(corpus, 'registry.yaml'), 'utf8')
  const bare = await createCorpus([registry.slice(registry.indexOf('\npackages:\n')), '\n'])
  expect((await runOver(bare, ['check'])).code).toBe(0)
  const { code, err } = await runOver(bare, ['package', '--to', join(await newFolder(), 'p')])
  expect(code).toBe(1)
  expect(err).toMatch(
    /registry\.yaml:1:1: "packages" is absent, so there is nothing to package: add/,
  )
})

verifies('program.package', 'wrong use exits 2 and writes nothing', async () => {
  const home = await newFolder()
  const wrong = [
    ['package', '--to', join(home, 'a'), '--check', join(home, 'b')],
    ['package', '--to='],
    ['package', '--check='],
    ['package', home],
    ['package', '--json'],
    ['build', '--check', home],
  ]
  for (const words of wrong) {
    expect([words, (await runOver(corpus, words)).code]).toEqual([words, 2])
  }
  expect((await readTexts(home)).size).toBe(0)
})

verifies(
  'program.package',
  'a loopback address causes a warning, and a public one does not',
  async () => {
    const folder = join(await newFolder(), 'package')
    const local = await runOver(corpus, ['package', '--to', folder], 'http://127.0.0.1:8080')
    expect(local.code).toBe(0)
    expect(local.err).toContain(
      'warning: http://127.0.0.1:8080/mcp can be reached from this machine only',
    )
    expect((await runOver(corpus, ['package', '--to', folder], BASE_URL)).err).toBe('')
  },
)
