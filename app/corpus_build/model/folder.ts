/** `_folder.yaml` of a folder of pages: its title, and the order of what is in it. */
export type Folder = {
  /** URL path without slashes at the ends; '' holds the front page. */
  readonly path: string
  readonly title: string | undefined
  /** What comes first, in this order; the rest follows. */
  readonly entries: readonly FolderEntry[]
}

type FolderEntry = {
  /** Last segment of the path of a page or a folder. */
  readonly name: string
  /** Title of the group that the entry belongs to. */
  readonly group: string | undefined
}

export const FOLDER_FILE = '_folder.yaml'
