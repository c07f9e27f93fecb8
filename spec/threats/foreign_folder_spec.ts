import { afterAll, expect } from 'bun:test'
import { chmod, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { verifies } from '../requirements/verifies.ts'
import { runGit } from '../support/git.ts'
import { runProgram } from '../support/program.ts'

const home = await mkdtemp(join(tmpdir(), 'lectern-foreign-'))
afterAll(() => rm(home, { recursive: true, force: true }))

const FILES = {
  'registry.yaml': `service: { name: tea, title: Tea }
pages: { kind: guide, capability: tea }
capabilities:
  - { id: tea, title: Tea, description: Makes tea., status: available }
`,
  'pages/index.md': '# Tea\n\nHot.\n',
}

/** Makes a repository whose settings run `program`, and names the folder to read. */
type Trap = (folder: string, program: string) => Promise<string>

const TRAPS: Readonly<Record<string, Trap>> = {
  'a remote that is asked for a missing tree': async (folder, program) => {
    const tree = (await runGit(folder, ['rev-parse', 'HEAD^{tree}'])).trim()
    await setEach(folder, {
      'core.repositoryformatversion': '1',
      'extensions.partialclone': 'origin',
      'remote.origin.promisor': 'true',
      'remote.origin.url': folder,
      'remote.origin.uploadpack': program,
    })
    await rm(join(folder, '.git/objects', tree.slice(0, 2), tree.slice(2)))
    return folder
  },
  'a watcher of files': async (folder, program) => {
    await setEach(folder, { 'core.fsmonitor': program })
    return folder
  },
  'a clean filter': async (folder, program) => {
    await setEach(folder, { 'filter.trap.clean': program, 'filter.trap.required': 'false' })
    await writeFile(join(folder, '.gitattributes'), '*.md filter=trap\n')
    return folder
  },
  'a clean filter in a submodule': async (folder, program) => {
    const inner = join(folder, 'pages/inner')
    await writeFiles(inner, { 'deep.md': '# Deep\n\nText.\n' })
    await commit(inner)
    await runGit(folder, ['add', 'pages/inner'])
    await runGit(folder, ['commit', '-qm', 'inner'])
    await setEach(inner, { 'filter.trap.clean': program, 'filter.trap.required': 'false' })
    await writeFile(join(inner, '.gitattributes'), '*.md filter=trap\n')
    await makeOlder(join(inner, 'deep.md'))
    return folder
  },
  'documents that look like a bare repository': async (folder, program) => {
    // A clone keeps all of these files, because none of them is called ".git".
    const core = ['repositoryformatversion = 0', 'worktree = "../docs"', `fsmonitor = "${program}"`]
    await writeFiles(join(folder, 'docs'), {
      ...FILES,
      HEAD: 'ref: refs/heads/main\n',
      config: ['[core]', ...core, ''].join('\n'),
    })
    await mkdir(join(folder, 'docs/objects'))
    await mkdir(join(folder, 'docs/refs/heads'), { recursive: true })
    const docs = join(folder, 'docs')
    const git = ['-c', 'core.fsmonitor=false', '--git-dir=.', '--work-tree=.']
    await runGit(docs, [...git, 'add', 'pages'])
    await runGit(docs, [...git, 'commit', '-qm', 'bare'])
    await makeOlder(join(docs, 'pages/index.md'))
    return docs
  },
}

for (const [name, lay] of Object.entries(TRAPS)) {
  verifies('import.runs_nothing', `threat 46: no command runs ${name}`, async () => {
    const place = await mkdtemp(join(home, 'trap-'))
    const [folder, proof] = [join(place, 'folder'), join(place, 'PROOF')]
    await writeFiles(folder, FILES)
    await commit(folder)
    await makeOlder(join(folder, 'pages/index.md'))
    const program = join(place, 'program')
    await writeFile(program, `#!/bin/sh\necho run >> '${proof}'\nexit 1\n`)
    await chmod(program, 0o755)
    const read = await lay(folder, program)
    // The trap works: Git itself runs the program.
    await runGit(read, ['diff', 'HEAD', '--', '.']).catch(() => '')
    await runGit(read, ['log', '--name-only', '--', '.']).catch(() => '')
    expect(await readdir(place)).toContain('PROOF')
    await rm(proof)
    await makeOlder(join(read, 'pages/index.md'), 1)
    await makeOlder(join(read, 'pages/inner/deep.md'), 1).catch(() => undefined)
    const dist = { DIST_DIR: join(place, 'dist'), CORPUS_DIR: read }
    const imported = ['import', read, '--to', join(place, 'to'), '--check']
    const results = await Promise.all([
      runProgram(imported),
      runProgram(['check'], dist),
      runProgram(['build'], dist),
    ])
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(await readdir(place)).not.toContain('PROOF')
  })
}

async function setEach(folder: string, settings: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    await runGit(folder, ['config', name, value])
  }
}

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}

async function commit(folder: string): Promise<void> {
  await runGit(folder, ['init', '-q'])
  await runGit(folder, ['add', '.'])
  await runGit(folder, ['commit', '-qm', 'one'])
}

/** Git reads a file again whose time is not that of its index. */
async function makeOlder(path: string, bySeconds = 0): Promise<void> {
  await utimes(path, 1_700_000_000, 1_700_000_000 - bySeconds)
}
