import { Gauge, type Registry } from 'prom-client'

/** Space of the disk below a folder, which is named by what is in it: a path is no label. */
export type DiskSpace = {
  readonly folder: string
  readonly freeBytes: number
  readonly sizeBytes: number
}

export function watchDisks(
  register: Registry,
  readDisks: () => Promise<readonly DiskSpace[]>,
): void {
  const watch = (name: string, help: string, readBytes: (disk: DiskSpace) => number) => {
    new Gauge({
      name,
      help,
      labelNames: ['folder'],
      registers: [register],
      async collect() {
        const disks = await readDisks()
        this.reset()
        for (const disk of disks) this.labels(disk.folder).set(readBytes(disk))
      },
    })
  }
  const free = 'What the service may still write to the disk below a folder.'
  watch('lectern_disk_free_bytes', free, ({ freeBytes }) => freeBytes)
  watch('lectern_disk_size_bytes', 'Size of the disk below a folder.', (disk) => disk.sizeBytes)
}
