import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'

/** A task over documentation; `own.yaml` explains the keys. */
export type Task = {
  readonly id: string
  readonly kind: 'find' | 'quote' | 'status' | 'changes' | 'refuse'
  readonly ask: string
  readonly again: string
  readonly pages?: readonly string[]
  readonly status?: string
  readonly answers?: readonly (readonly string[])[]
  readonly trap?: string
  readonly subject?: string
}

type Step = { readonly tool: string; readonly arguments?: Readonly<Record<string, unknown>> }

/** A task over the records of a business; `actions.yaml` explains the keys. */
export type ActionTask = {
  readonly id: string
  readonly ask: string
  readonly find: Step
  readonly act: Step
  readonly decision?: 'approve' | 'reject'
  readonly check: Step
  readonly answers: readonly (readonly string[])[]
}

/** Whose documentation the tasks are about; no answer was ever changed with undici in view. */
export type TaskCorpus = 'own' | 'bun' | 'undici'

export async function readTasks(corpus: TaskCorpus): Promise<readonly Task[]> {
  return (await readYaml(`${corpus}.yaml`)) as readonly Task[]
}

export async function readActions(): Promise<readonly ActionTask[]> {
  return (await readYaml('actions.yaml')) as readonly ActionTask[]
}

async function readYaml(name: string): Promise<unknown> {
  return parse(await readFile(join(import.meta.dir, name), 'utf8'))
}
