/** `_folder.yaml` of a folder of pages: its title, and the order of what is in it. */
export type Folder = {
  /** URL path without slashes at the ends; '' holds the front page. */
  readonly path: string
  readonly title: string | undefined
  /** What comes first, in this order; the rest follows. */
  readonly entries: readonly FolderEntry[]
  /** Parts of the site with a tree of their own; absent below the top, and where there are none. */
  readonly tabs?: readonly Tab[]
}

/** One part of the site. */
export type Tab = {
  /** Its title in the header; without one, that of the first that it names. */
  readonly title: string | undefined
  /** Names of folders or pages at the top, or titles of groups there. */
  readonly names: readonly string[]
}

type FolderEntry = {
  /**
   * Path of a page or a folder below this one; the page of a folder is `index` there. For a link,
   * its address.
   */
  readonly name: string
  /** Whether it is a link beside the pages: to another site, or to a page listed elsewhere. */
  readonly isLink: boolean
  /** Titles of the groups that the entry belongs to, the outer one first. */
  readonly groups: readonly string[]
  /** Its title in the order; without one, that of the page or folder. */
  readonly title: string | undefined
}

export const FOLDER_FILE = '_folder.yaml'

/** In an order: the page of the folder itself. */
export const INDEX_NAME = 'index'
