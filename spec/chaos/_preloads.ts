import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { needs } from '../requirements/verifies.ts'
import { ROOT } from '../support/repository.ts'

const COMPILER = Bun.which('cc') ?? Bun.which('gcc')

export const DISK_FAULTS = needs(
  'a C compiler',
  COMPILER !== null,
  'apt-get install gcc, or put "cc" on the PATH',
)

/** Lies about the wall clock of a program; the monotonic clock stays as it is. */
const CLOCK = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'

export const FAKETIME = needs('faketime', existsSync(CLOCK), 'apt-get install faketime')

/** Libraries that a program loads before any other, and what decides when they lie. */
export type Preloads = {
  readonly env: Readonly<Record<string, string>>
  /** What the disk does below the folder: `read_only`, `failing`, `slow MS`, or nothing. */
  setDisk(fault: string): Promise<void>
  /** By how much the clock is off, such as `+1h`. */
  setClock(offset: string): Promise<void>
}

/** Compiles what lies about the disk; without a compiler or faketime, that one says the truth. */
export async function openPreloads(folder: string, diskFolder: string): Promise<Preloads> {
  const [disk, clock] = [join(folder, 'disk'), join(folder, 'clock')]
  const libraries: string[] = FAKETIME.available ? [CLOCK] : []
  if (COMPILER !== null) libraries.push(await compile(COMPILER, join(folder, 'disk_faults.so')))
  await writeFile(disk, '')
  await writeFile(clock, '+0')
  return {
    env: {
      LD_PRELOAD: libraries.join(':'),
      DISK_FAULTS: disk,
      DISK_FOLDER: diskFolder,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    setDisk: (fault) => writeFile(disk, fault),
    setClock: (offset) => writeFile(clock, offset),
  }
}

async function compile(compiler: string, library: string): Promise<string> {
  const source = join(ROOT, 'spec/chaos/disk_faults.c')
  const words = [compiler, '-shared', '-fPIC', '-O1', '-o', library, source, '-ldl']
  const child = Bun.spawn(words, { stdout: 'ignore', stderr: 'pipe' })
  const errors = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(`Cannot compile "${source}": ${errors}`)
  return library
}
