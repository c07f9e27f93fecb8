/** What a new corpus is called; the build supplies the rest. */
export type Identity = {
  /** Lower-case letters, digits and dashes. */
  readonly name: string
  readonly title: string
  readonly language: string
  /** SPDX identifier; absent where none is stated. */
  readonly license: string | undefined
  readonly version: string | undefined
  /** Address of the future service. */
  readonly url: string
  /** Repository of this program that a check of changes runs from; without it, none is written. */
  readonly ci: string | undefined
}
