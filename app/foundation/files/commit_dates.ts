import { isFullDate } from '../../contract/formats.ts'
import { askGit } from './_git_question.ts'
import { fromNothing, walkTrees } from './_tree_walk.ts'

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
