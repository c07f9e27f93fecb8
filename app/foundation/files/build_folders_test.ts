import { expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import {
  buildsFolder,
  nameTemporaryFolder,
  removeAbandoned,
  removeOldBuilds,
} from './build_folders.ts'

test('removeAbandoned() removes folders of processes that were killed, and no others', async () => {
  const distDir = await mkdtemp(join(tmpdir(), 'lectern-folders-'))
  const own = basename(nameTemporaryFolder(distDir))
  const [, machine = ''] = /^\.tmp-(\w+)-/.exec(own) ?? []
  const ended = Bun.spawnSync(['true']).pid
  // A container that is started again has the number of the one before.
  const left = [`.tmp-${machine}-${ended}-a`, `.tmp-${machine}-${process.pid}-b`]
  const inUse = [
    own,
    `.tmp-${machine}-${process.ppid}-c`,
    `.tmp-0-${ended}-d`,
    '.tmp-e',
    'a'.repeat(32),
  ]
  for (const name of [...left, ...inUse]) {
    await mkdir(join(buildsFolder(distDir), name, 'folder'), { recursive: true })
  }
  await removeAbandoned(distDir)
  expect((await readdir(buildsFolder(distDir))).sort()).toEqual(inUse.sort())
  await rm(distDir, { recursive: true })
  await removeAbandoned(distDir)
})

test('a folder that cannot be removed holds up nobody, and no other folder', async () => {
  const distDir = await mkdtemp(join(tmpdir(), 'lectern-stuck-'))
  const own = basename(nameTemporaryFolder(distDir))
  const [, machine = ''] = /^\.tmp-(\w+)-/.exec(own) ?? []
  const left = ['a', 'b'].map((id) => `.tmp-${machine}-${process.pid}-${id}`)
  const old = ['1', '2', '3', '4', '5', '6'].map((digit) => digit.repeat(32))
  for (const name of [...left, ...old]) {
    await mkdir(join(buildsFolder(distDir), name), { recursive: true })
  }
  const asked: string[] = []
  const remove = async (folder: string) => {
    asked.push(basename(folder))
    if (basename(folder).startsWith('.tmp-')) throw new Error('EBUSY')
  }
  await removeAbandoned(distDir, remove)
  expect(asked.sort()).toEqual(left)
  asked.length = 0
  await removeOldBuilds(distDir, '1'.repeat(32), { nowMs: Date.now(), remove })
  expect(asked.sort()).toEqual([...left, expect.stringMatching(/^[2-6]+$/)])
  await rm(distDir, { recursive: true })
})

test('removeOldBuilds() goes by age where nobody can tell whether the owner runs', async () => {
  const distDir = await mkdtemp(join(tmpdir(), 'lectern-aged-'))
  const own = basename(nameTemporaryFolder(distDir))
  const [, machine = ''] = /^\.tmp-(\w+)-/.exec(own) ?? []
  const inUse = [own, `.tmp-${machine}-${process.ppid}-a`]
  const left = ['.tmp-0-1-b', '.tmp-c']
  const hourAgo = Date.now() / 1000 - 3601
  for (const name of [...inUse, ...left]) {
    const folder = join(buildsFolder(distDir), name)
    await mkdir(folder, { recursive: true })
    await utimes(folder, hourAgo, hourAgo)
  }
  await removeOldBuilds(distDir, '1'.repeat(32), { nowMs: Date.now() - 60_000 })
  expect((await readdir(buildsFolder(distDir))).sort()).toEqual([...inUse, ...left].sort())
  await removeOldBuilds(distDir, '1'.repeat(32), { nowMs: Date.now() })
  expect((await readdir(buildsFolder(distDir))).sort()).toEqual(inUse.sort())
  await rm(distDir, { recursive: true })
})
