import { basename, relative } from 'node:path'
import type { Config } from '../service/settings/config.ts'

export const EXIT = { fine: 0, problems: 1, wrongUse: 2 } as const

/** An option with a value, or one that is given or not. */
type OptionKind = 'string' | 'boolean'
type Options = Readonly<Record<string, OptionKind>>

type FlagsOf<Kinds extends Options> = {
  readonly [Name in keyof Kinds]?: Kinds[Name] extends 'string' ? string : boolean
}

/** Where each setting that is set comes from, and what every setting is. */
type SettingsInForce = {
  readonly origins: ReadonlyMap<string, string>
  readonly values: () => ReadonlyMap<string, string | undefined>
}

export type Call<Flags = Readonly<Record<string, string | boolean>>> = {
  readonly config: Config
  readonly words: readonly string[]
  readonly flags: Flags
  readonly settings: SettingsInForce
  /** `SOURCE_DATE_EPOCH`, as it was given. */
  readonly epoch: string | undefined
  readonly version: string
}

export type Command = {
  readonly usage: string
  readonly does: string
  readonly details: string
  readonly options: Options
  /** Whether words may follow its name. */
  readonly takesWords: boolean
  /** Settings that its words give, as an option would. */
  readonly readSettings?: (words: readonly string[]) => Readonly<Record<string, string>>
  readonly run: (call: Call) => Promise<number>
}

/** A command; `run` gets its options by name, with the type that each is declared with. */
export function defineCommand<const Kinds extends Options>(
  command: Omit<Command, 'options' | 'run'> & {
    readonly options: Kinds
    readonly run: (call: Call<FlagsOf<Kinds>>) => Promise<number>
  },
): Command {
  // The command line reads each option as the kind that is declared here, and no other.
  return { ...command, run: (call) => command.run(call as Call<FlagsOf<Kinds>>) }
}

/** How the user called this program, so that a suggested command can be copied. */
export function nameProgram(): string {
  const [, script = ''] = process.argv
  if (isCompiled()) return basename(process.execPath)
  const near = relative(process.cwd(), script)
  return `bun ${near.startsWith('..') ? script : near}`
}

/** Whether the program is one file: it has a path of its own making where a script has its name. */
export function isCompiled(): boolean {
  return !(process.argv[1] ?? '').endsWith('main.ts')
}
