import { readFile } from 'node:fs/promises'
import { err, ok, type Result } from '../../contract/result.ts'
import { SECRETS } from './declarations.ts'
import type { Environment, SettingProblem } from './reader.ts'

/**
 * The environment with each secret that `NAME_FILE` points to, as a supervisor hands it in: no
 * process list and no inherited environment shows it then.
 */
export async function readSecretFiles(
  environment: Environment,
): Promise<Result<Environment, readonly SettingProblem[]>> {
  const read: Record<string, string> = {}
  const problems: SettingProblem[] = []
  for (const secret of SECRETS) {
    const name = `${secret}_FILE`
    const path = environment[name]?.trim() ?? ''
    if (path === '') continue
    const text = await readFile(path, 'utf8').catch(() => undefined)
    const refuse = (what: string, fix: string) =>
      problems.push({ name, what: `Cannot use "${path}": ${what}`, fix })
    if ((environment[secret]?.trim() ?? '') !== '') refuse(`${secret} is set too`, 'unset one')
    else if (text === undefined)
      refuse('it cannot be read', 'give a file that the service can read')
    // Without a value the default would hold: another database, or an audit without a key.
    else if (text.trim() === '') refuse('it is empty', 'write the value into it')
    else read[secret] = text
  }
  return problems.length === 0 ? ok({ ...environment, ...read }) : err(problems)
}
