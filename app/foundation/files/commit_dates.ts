import { isFullDate } from '../../contract/formats.ts'
import { type Ask, askGit } from './_git_question.ts'

/**
 * The date of the last commit of each of these files below a folder. A few calls for all files,
 * because one call for each would take minutes. Empty outside a work tree, or without git.
 */
export async function readCommitDates(
  folder: string,
  files: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const dates = await askGit(folder, async (ask, { commit, prefix }) => {
    const [hashes, days]: [string[], string[]] = [[], []]
    const log = ['log', '--format=%H %cs', commit, '--', '.']
    const isWhole = await ask(log, '', (line) => {
      const [hash = '', day = ''] = line.split(' ')
      hashes.push(hash)
      days.push(day)
    })
    const lasts = new Map<string, number>()
    const isRead = await walkTrees(ask, hashes, { prefix, files }, (path, _, at) => {
      if (isFullDate(days[at] ?? '')) lasts.set(path, Math.min(at, lasts.get(path) ?? at))
    })
    if (!isWhole || !isRead) return []
    return [...lasts].map(([path, at]) => [path, days[at] ?? ''] as const)
  })
  return new Map(dates)
}

/** Those of these files below a folder that differ from the last commit. */
export async function listUncommitted(
  folder: string,
  files: readonly string[],
): Promise<ReadonlySet<string>> {
  const edited = await askGit(folder, async (ask, { commit, prefix }) => {
    const trees: string[] = []
    await ask(['log', '-1', '--format=%T', commit], '', (tree) => trees.push(tree))
    const [committed, staged] = [new Map<string, string>(), new Map<string, string>()]
    const wanted = { prefix, files }
    const isRead = await walkTrees(ask, trees.map(fromNothing), wanted, (path, after) => {
      committed.set(path, after)
    })
    if (!isRead) return []
    await ask(['ls-files', '--stage', '--', '.'], '', (line) => {
      const [entry = '', path = ''] = line.split('\t')
      staged.set(path, entry.replace(/ 0$/, ''))
    })
    const changed = new Set(files.filter((file) => staged.get(file) !== committed.get(file)))
    // Git looks into a submodule with a process of its own, which reads the settings there.
    const diff = ['diff', '--name-only', '--relative', '--ignore-submodules=all', '--', '.']
    await ask(diff, '', (path) => changed.add(path))
    return changed
  })
  return new Set(edited)
}

/** What is at a path after a difference. */
type Visit = (
  path: string,
  /** Its mode and hash, as the index writes them. */
  after: string,
  /** The position of the difference among those asked for. */
  at: number,
) => void

/** The files that are looked for, folder by folder. */
type Folder = { readonly folders: Map<string, Folder>; readonly files: Map<string, string> }

/** Each difference with the folders that it is asked for, and the first position that did. */
type Questions = Map<string, Map<Folder, number>>

/** Git writes an entry as ":modes hashes status", a tab and its name. */
const ENTRY = /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) \w+\t(.+)$/
const TREE = '040000'

const EMPTY_TREES: Readonly<Record<number, string>> = {
  40: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  64: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
}

const DIFFER = ['diff-tree', '--stdin', '--root', '--raw', '--no-abbrev', '--no-renames']

/** Ten times what a hundred thousand changes of pages make it look into. */
const FOLDERS_MAX = 1_000_000

/**
 * Visits what changed of these files, which are below a prefix, in each difference: that of a
 * commit, or of two trees. Goes folder by folder into those alone that hold such files: Git itself
 * lists every name, and a few trees that hold each other many times have a billion of them.
 * Tells whether Git answered everything.
 */
async function walkTrees(
  ask: Ask,
  differences: readonly string[],
  { prefix, files }: { readonly prefix: string; readonly files: readonly string[] },
  visit: Visit,
): Promise<boolean> {
  const root = sortIntoFolders(prefix, files)
  let questions: Questions = new Map(differences.map((each, at) => [each, new Map([[root, at]])]))
  let left = FOLDERS_MAX
  while (questions.size > 0 && left > 0) {
    const next: Questions = new Map()
    let folders: ReadonlyMap<Folder, number> = new Map()
    const isWhole = await ask(DIFFER, `${[...questions.keys()].join('\n')}\n`, (line) => {
      const [, modeBefore, modeAfter, before, after, name = ''] = ENTRY.exec(line) ?? []
      if (before === undefined || after === undefined) folders = questions.get(line) ?? new Map()
      const [treeBefore, treeAfter] = [treeOf(modeBefore, before), treeOf(modeAfter, after)]
      for (const [folder, at] of name === '' ? [] : folders) {
        const [path, inner] = [folder.files.get(name), folder.folders.get(name)]
        if (treeBefore === treeAfter) {
          if (path !== undefined) visit(path, `${modeAfter} ${after}`, at)
        } else if (inner !== undefined && left > 0) {
          left -= 1
          addQuestion(next, `${treeBefore} ${treeAfter}`, inner, at)
        }
      }
    })
    if (!isWhole) return false
    questions = next
  }
  return left > 0
}

/** Asks for all that a tree holds, as its difference to nothing. */
function fromNothing(tree: string): string {
  return `${EMPTY_TREES[tree.length]} ${tree}`
}

/** A file holds nothing. */
function treeOf(mode = '', hash = ''): string | undefined {
  return mode === TREE ? hash : EMPTY_TREES[hash.length]
}

function sortIntoFolders(prefix: string, files: readonly string[]): Folder {
  const root: Folder = { folders: new Map(), files: new Map() }
  for (const file of files) {
    const names = `${prefix}${file}`.split('/')
    const last = names.pop() ?? ''
    let folder = root
    for (const name of names) {
      const inner = folder.folders.get(name) ?? { folders: new Map(), files: new Map() }
      folder.folders.set(name, inner)
      folder = inner
    }
    folder.files.set(last, file)
  }
  return root
}

function addQuestion(questions: Questions, asked: string, folder: Folder, at: number): void {
  const folders = questions.get(asked) ?? new Map<Folder, number>()
  folders.set(folder, Math.min(at, folders.get(folder) ?? at))
  questions.set(asked, folders)
}
