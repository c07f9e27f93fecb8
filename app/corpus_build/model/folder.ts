/** `_folder.yaml` of a folder of pages: its title, and the order of what is in it. */
export type Folder = {
  /** URL path without slashes at the ends; '' holds the front page. */
  readonly path: string
  readonly title: string | undefined
  /** What comes first, in this order; the rest follows. */
  readonly entries: readonly FolderEntry[]
}

type FolderEntry = {
  /** Path of a page or a folder below this one. */
  readonly name: string
  /** Titles of the groups that the entry belongs to, the outer one first. */
  readonly groups: readonly string[]
  /** Its title in the order; without one, that of the page or folder. */
  readonly title: string | undefined
}

export const FOLDER_FILE = '_folder.yaml'
