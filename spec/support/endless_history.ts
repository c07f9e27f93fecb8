import { runGit } from './git.ts'

/**
 * Commits a folder, then a billion names in one of its folders, then what was there before: thirty
 * trees, each twice in the next one.
 */
export async function commitEndlessHistory(folder: string, inner: string): Promise<void> {
  const git = async (words: readonly string[], input?: string) =>
    (await runGit(folder, words, undefined, input)).trim()
  const makeTree = (entries: readonly string[]) => git(['mktree'], `${entries.join('\n')}\n`)
  await git(['init', '-q'])
  await git(['add', '.'])
  await git(['commit', '-q', '--allow-empty', '-m', 'pages'])
  const [around, within] = await Promise.all([
    git(['ls-tree', 'HEAD']),
    git(['ls-tree', `HEAD:${inner}`]),
  ])
  let tree = await makeTree([within])
  for (let depth = 0; depth < 30; depth += 1) {
    tree = await makeTree(['a', 'b'].map((name) => `040000 tree ${tree}\t${name}`))
  }
  const names = await makeTree([within, `040000 tree ${tree}\tbomb`])
  const others = around.split('\n').filter((entry) => !entry.endsWith(`\t${inner}`))
  const all = await makeTree([...others, `040000 tree ${names}\t${inner}`])
  const bomb = await git(['commit-tree', all, '-p', 'HEAD', '-m', 'a billion names'])
  const last = await git(['commit-tree', 'HEAD^{tree}', '-p', bomb, '-m', 'none of them'])
  await git(['update-ref', 'HEAD', last])
}
