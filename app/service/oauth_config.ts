import { readOauthConfigFile } from '../build/corpus_build/oauth_config.ts'
import { type OauthSettings, oauthSettings } from '../contract/oauth.ts'
import { formatProblem } from '../contract/problem.ts'
import { err, ok, type Result } from '../contract/result.ts'

/**
 * Reads the file that `OAUTH_CONFIG` names, relative to the folder of the process. Every problem
 * is a line of its own, `file:line:column: what: fix`. Without a file all defaults hold.
 */
export async function readOauthConfig(
  path: string | undefined,
): Promise<Result<OauthSettings, readonly string[]>> {
  if (path === undefined) return ok(oauthSettings({}))
  const config = await readOauthConfigFile({ path, name: path })
  return config.ok ? ok(oauthSettings(config.value)) : err(config.error.map(formatProblem))
}
