import { readFileSync } from 'node:fs'

/** What a check needs to know about a product: people, places and calls to try. */
export type Target = {
  readonly url: string
  /** The one or two secrets that the product accepts now. */
  readonly secrets: readonly string[]
  /** A member of the active and of the archived business. */
  readonly member: Person
  /** A person of the same provider who is a member of neither. */
  readonly stranger: Person
  readonly active: Place
  readonly archived: Place
  /** Finds records of the active business. */
  readonly read: Call
  /** Ids of records that the read would find if it looked at another business. */
  readonly elsewhere: readonly string[]
  /** The same read of one record: of the active business, of another, of none. */
  readonly one: { readonly own: Call; readonly foreign: Call; readonly unknown: Call }
  /** Creates a record each time that it is applied, and so does the other. */
  readonly write: Call
  readonly otherWrite: Call
  /** A write to a record of another business, and to an unknown one. */
  readonly writeAcross: {
    readonly foreign: Call
    readonly unknown: Call
    /** The same write to a record with a name. The check only asks for the name. */
    readonly own?: Call
  }
}

export type Person = { readonly id: string; readonly issuer: string; readonly subject: string }
export type Place = { readonly workspace_id: string; readonly business_id: string }
export type Call = {
  readonly operation: string
  readonly args: Readonly<Record<string, unknown>>
  readonly record_types: readonly string[]
}

/** The target in a file like `example_target.json`, with secrets that are in no file. */
export function readTarget(path: string, secrets: readonly string[]): Target {
  return { ...JSON.parse(readFileSync(path, 'utf8')), secrets }
}
