import { mkdir, rename, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { compile } from '../../scripts/compile.ts'
import { shareFolder } from './shared_folder.ts'

const LOOK_EVERY_MS = 50

/**
 * The program as `bun run compile` makes it. The processes of a run share one: the first that asks
 * makes it, the others wait. Whoever changes the file takes a copy.
 */
export async function compileOnce(): Promise<string> {
  const folder = await shareFolder('program')
  const [program, lock] = [join(folder, 'lectern'), join(folder, 'compiling')]
  while (!(await Bun.file(program).exists())) {
    const isFirst = await mkdir(lock).then(
      () => true,
      () => false,
    )
    if (!isFirst) await Bun.sleep(LOOK_EVERY_MS)
    else await compileInto(folder).finally(() => rmdir(lock))
  }
  return program
}

export async function listCompiledFiles(): Promise<readonly string[]> {
  return await Bun.file(join(await compileOnce(), '../files.json')).json()
}

async function compileInto(folder: string): Promise<void> {
  const program = join(folder, 'lectern')
  // It may have been finished between the look and the lock.
  if (await Bun.file(program).exists()) return
  const files = await compile(join(folder, 'unfinished'))
  await Bun.write(join(folder, 'files.json'), JSON.stringify(files))
  await rename(join(folder, 'unfinished'), program)
}
