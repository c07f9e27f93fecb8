import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'

/** Folders that the service writes to, by what is in them: a path is no label. */
export type WrittenFolders = Readonly<Partial<Record<'builds' | 'data', string>>>

/** Space of the disks below these folders; a folder that is not there yet has no figure. */
export function watchDisks(register: Registry, folders: WrittenFolders): void {
  const watch = (name: string, help: string, readBytes: (disk: StatsFs) => number) => {
    new Gauge({
      name,
      help,
      labelNames: ['folder'],
      registers: [register],
      async collect() {
        for (const [folder, path] of Object.entries(folders)) {
          const disk = await statfs(path).catch(() => undefined)
          if (disk === undefined) this.remove(folder)
          else this.labels(folder).set(readBytes(disk))
        }
      },
    })
  }
  const free = 'What the service may still write to the disk below a folder.'
  watch('lectern_disk_free_bytes', free, ({ bavail, bsize }) => bavail * bsize)
  const size = 'Size of the disk below a folder.'
  watch('lectern_disk_size_bytes', size, ({ blocks, bsize }) => blocks * bsize)
}
