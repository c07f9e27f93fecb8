import { type FSWatcher, watch } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** Events come in groups: a save is over after this long without one. */
const QUIET_MS = 12

/** Changes are followed at least this often, however many there are. */
const PATIENCE_MS = 100

/** Editors empty a file before they write it: an empty one gets this much longer. */
const EMPTY_MS = 50

/** With more changed paths than this, the whole folder is compared. */
const PATHS_MAX = 50

/** How often a folder is compared that gives no events, and whether a watched one still exists. */
const POLL_MS = 1000

/** Names that editors and tools write for themselves. */
const FOREIGN = /^(\..*|.*~|.*\.tmp|4913|node_modules|___jb_.*___)$/

type WatchOptions = {
  /** The folders to watch; asked again whenever they may be others. */
  readonly folders: () => readonly string[]
  /** Files whose change means that everything may be different, such as `.git/HEAD`. */
  readonly marks: readonly string[]
  /** Names that are followed although tools write names like them for themselves. */
  readonly keeps?: (name: string) => boolean
  readonly polls: boolean
  /** Called with changed paths, or without if they are too many or unknown; never twice at once. */
  readonly follow: (paths: readonly string[] | undefined) => Promise<void>
  /** Takes a line about the watching itself. */
  readonly report: (line: string) => void
  /** How long to wait after a bug. */
  readonly retryMs?: number
  /** A clock that nobody can set, in milliseconds. */
  readonly stopwatch: () => number
}

type Watcher = {
  /** Resolves when no change can be missed any more. */
  readonly started: Promise<void>
  readonly close: () => void
}

/** Calls `follow` after each group of changes. Events are hints: who is called reads the files. */
export function watchFolders(options: WatchOptions): Watcher {
  const { folders, keeps = () => false } = options
  const isIgnored = (name: string): boolean => FOREIGN.test(name) && !keeps(name)
  let failure = ''
  /** After a bug nobody knows what was read: everything is read again, a moment later. */
  const followSafely = async (paths: readonly string[] | undefined): Promise<void> => {
    try {
      await options.follow(paths)
      failure = ''
    } catch (error) {
      if (failure !== String(error)) options.report(`Cannot follow the last save: ${error}`)
      failure = String(error)
      await Bun.sleep(options.retryMs ?? POLL_MS)
      changes.mark(undefined)
    }
  }
  const changes: Changes = new Changes(options.stopwatch, followSafely)
  let polls = options.polls
  let seen: string | undefined
  const watchers = createFolderWatchers(
    (path) => {
      if (path === undefined || !isForeign(path, folders(), isIgnored)) changes.mark(path)
    },
    (folder) => {
      const what = 'looking for changes every second instead'
      if (!polls) options.report(`Cannot watch "${folder}": ${what}`)
      polls = true
    },
  )
  const poll = async (): Promise<void> => {
    const isFirst = seen === undefined
    if (!polls && (await watchers.keep(folders())) && !isFirst) changes.mark(undefined)
    const stamps = await Promise.all([
      ...options.marks.map(stampOf),
      ...(polls ? folders().map((folder) => stampFolder(folder, isIgnored)) : []),
    ])
    const now = stamps.join('\n')
    if (!isFirst && now !== seen) changes.mark(undefined)
    seen = now
  }
  const started = poll()
  const regular = setInterval(poll, POLL_MS)
  return {
    started,
    close: () => {
      clearInterval(regular)
      changes.close()
      watchers.close()
    },
  }
}

/** Collects paths until it is quiet, and follows them, one group at a time. */
class Changes {
  readonly #stopwatch: () => number
  readonly #follow: WatchOptions['follow']
  #dirty = new Set<string>()
  #isAll = false
  #firstMs = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #isFollowing = false
  #isClosed = false

  constructor(stopwatch: () => number, follow: WatchOptions['follow']) {
    this.#stopwatch = stopwatch
    this.#follow = follow
  }

  /** Notes a path that may have changed; without one, everything may have. */
  mark(path: string | undefined): void {
    if (path === undefined) this.#isAll = true
    else this.#dirty.add(path)
    this.#wait()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #wait(): void {
    if (this.#timer === undefined) this.#firstMs = this.#stopwatch()
    clearTimeout(this.#timer)
    const left = PATIENCE_MS - (this.#stopwatch() - this.#firstMs)
    this.#timer = setTimeout(() => this.#flush(), Math.max(0, Math.min(QUIET_MS, left)))
  }

  async #flush(): Promise<void> {
    this.#timer = undefined
    const isNothing = !this.#isAll && this.#dirty.size === 0
    if (this.#isFollowing || this.#isClosed || isNothing) return
    this.#isFollowing = true
    const paths = this.#isAll || this.#dirty.size > PATHS_MAX ? undefined : [...this.#dirty]
    this.#dirty = new Set()
    this.#isAll = false
    if (paths !== undefined && (await hasEmpty(paths))) await Bun.sleep(EMPTY_MS)
    await this.#follow(paths).finally(() => {
      this.#isFollowing = false
    })
    if (this.#isAll || this.#dirty.size > 0) this.#wait()
  }
}

type IsIgnored = (name: string) => boolean

function isForeign(path: string, folders: readonly string[], isIgnored: IsIgnored): boolean {
  const folder = folders.map((each) => resolve(each)).find((each) => path.startsWith(each)) ?? ''
  const below = path.slice(folder.length)
  return below.split(/[\\/]/).some(isIgnored)
}

async function hasEmpty(paths: readonly string[]): Promise<boolean> {
  const sizes = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)))
  return sizes.some((stats) => stats?.isFile() === true && stats.size === 0)
}

async function stampOf(path: string): Promise<string> {
  const stats = await stat(path).catch(() => undefined)
  if (stats === undefined) return ''
  // The last one changes with the permissions of a file that could not be read.
  return `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`
}

/** What a folder looks like, for a disk that gives no events. */
async function stampFolder(folder: string, isIgnored: IsIgnored): Promise<string> {
  const paths = (await listBelow(folder, isIgnored)).toSorted()
  const stamps = await Promise.all(paths.map(stampOf))
  return Bun.hash(paths.map((path, at) => `${path} ${stamps[at]}`).join('\n')).toString()
}

async function listBelow(folder: string, isIgnored: IsIgnored): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const lists = entries
    .filter(({ name }) => !isIgnored(name))
    .map(async (entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? [path, ...(await listBelow(path, isIgnored))] : [path]
    })
  return (await Promise.all(lists)).flat()
}

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
