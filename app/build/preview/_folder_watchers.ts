import { type FSWatcher, watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** Watchers over folders that may be removed and made again. */
type FolderWatchers = {
  /** Watches exactly these folders, and says whether one of them was replaced. */
  readonly keep: (folders: readonly string[]) => Promise<boolean>
  readonly close: () => void
}

/** `onName` gets the path of each event; `onLoss` is called when a folder cannot be watched. */
export function createFolderWatchers(
  onName: (path: string | undefined) => void,
  onLoss: (folder: string) => void,
): FolderWatchers {
  const open = new Map<string, { readonly watcher: FSWatcher; readonly inode: number }>()
  let closed = false

  const end = (folder: string): void => {
    open.get(folder)?.watcher.close()
    open.delete(folder)
  }
  const lose = (folder: string): void => {
    end(folder)
    onLoss(folder)
  }
  const start = (folder: string, inode: number): void => {
    try {
      const watcher = watch(folder, { recursive: true }, (_, name) => {
        // The type leaves out that a folder which moves away has no name.
        onName(typeof name === 'string' ? join(folder, name) : undefined)
      })
      watcher.on('error', () => lose(folder))
      open.set(folder, { watcher, inode })
    } catch {
      lose(folder)
    }
  }
  return {
    keep: async (folders) => {
      const wanted = folders.map((folder) => resolve(folder))
      for (const folder of open.keys()) if (!wanted.includes(folder)) end(folder)
      let isReplaced = false
      for (const folder of new Set(wanted)) {
        const inode = (await stat(folder).catch(() => undefined))?.ino ?? 0
        const known = open.get(folder)
        if (closed || known?.inode === inode) continue
        // A folder that was removed and made again would stay silent for ever.
        end(folder)
        if (inode !== 0) start(folder, inode)
        isReplaced ||= known !== undefined || inode !== 0
      }
      return isReplaced
    },
    close: () => {
      closed = true
      for (const folder of open.keys()) end(folder)
    },
  }
}
