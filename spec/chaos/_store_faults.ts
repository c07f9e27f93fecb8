import { Database } from 'bun:sqlite'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deployment } from './_deployments.ts'
import { type Injection, need } from './_injection.ts'

const NOTHING = async () => undefined
const FILL_BYTES = 65_536
const AWAY_MS = 500

function setDisk(fault: string): Injection {
  return {
    deployment: 'local',
    begin: ({ backends }) => need(backends.preloads).setDisk(fault),
    end: ({ backends }) => need(backends.preloads).setDisk(''),
  }
}

export const STORE_FAULTS = {
  'postgres-killed': {
    deployment: 'shared',
    begin: ({ backends }) => need(backends.postgres).stop(),
    end: ({ backends }) => need(backends.postgres).start(),
  },
  'postgres-idle': {
    deployment: 'shared',
    isIdle: true,
    begin: ({ backends }) => need(backends.postgres).stop(),
    end: ({ backends }) => need(backends.postgres).start(),
  },
  'postgres-start': {
    deployment: 'shared',
    isIdle: true,
    begin: async ({ backends, service }) => {
      await service.stop()
      await need(backends.postgres).stop()
      await service.start()
    },
    end: ({ backends }) => need(backends.postgres).start(),
  },
  'postgres-frozen': {
    deployment: 'shared',
    begin: ({ backends }) => need(backends.postgres).freeze(),
    end: ({ backends }) => need(backends.postgres).thaw(),
  },
  'postgres-restarted': {
    deployment: 'shared',
    begin: ({ backends }) => restart(backends, 'primary'),
    end: NOTHING,
  },
  'postgres-standby': {
    deployment: 'shared',
    begin: ({ backends }) => restart(backends, 'standby'),
    end: ({ backends }) => restart(backends, 'primary'),
  },
  'disk-full': {
    deployment: 'small_disk',
    begin: (deployment) => fill(fillerOf(deployment)),
    end: (deployment) => rm(fillerOf(deployment)),
  },
  'disk-read-only': setDisk('read_only'),
  'disk-failing': setDisk('failing'),
  'disk-slow': setDisk('slow 100'),
  'file-locked': {
    deployment: 'local',
    begin: async (deployment) => lock(deployment),
    end: async () => unlock(),
  },
} as const satisfies Readonly<Record<string, Injection>>

async function restart(
  { postgres }: Deployment['backends'],
  as: 'primary' | 'standby',
): Promise<void> {
  await need(postgres).stop()
  // On an idle machine the server is back before anybody asks it.
  await Bun.sleep(AWAY_MS)
  await need(postgres).start(as)
}

function fillerOf({ dataFolder }: Deployment): string {
  return join(dataFolder(), 'filler')
}

async function fill(path: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (;;) await file.write(new Uint8Array(FILL_BYTES))
  } catch (error) {
    if (!String(error).includes('ENOSPC')) throw error
  } finally {
    await file.close()
  }
}

let holder: Database | undefined

/** Another program that takes the file and does not give it back. */
function lock({ dataFolder }: Deployment): void {
  holder = new Database(join(dataFolder(), 'lectern.sqlite'), { readwrite: true })
  holder.run('PRAGMA busy_timeout = 5000')
  holder.run('BEGIN IMMEDIATE')
}

function unlock(): void {
  holder?.run('ROLLBACK')
  holder?.close()
}
