import { LIMITS } from '../../../contract/limits.ts'
import { isLoopback } from '../../../contract/loopback.ts'
import { err, ok, type Result } from '../../../contract/result.ts'

/**
 * Reads `DOMAIN_URL`: the only address that the adapter ever posts to, with an optional path.
 * Records travel over https unless they stay on this machine.
 */
export function parseDomainUrl(text: string): Result<string, string> {
  const refuse = (state: string) => err(`Cannot use "${text}": ${state}`)
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return refuse('it is not an https address')
  // The address is not shown: it may hold a secret.
  if (url.username !== '' || url.password !== '')
    return err('Cannot use the address: it holds a user name or a password')
  if (/[?#]/.test(text)) return refuse('it has a query or a fragment')
  if (url.protocol === 'http:' && !isLoopback(url)) {
    return refuse('it must be https unless the host is loopback')
  }
  return ok(url.href.replace(/\/+$/, ''))
}

/** Reads `DOMAIN_SECRET`: one secret, or two separated by a comma while keys are rotated. */
export function parseDomainSecrets(text: string): Result<readonly string[], string> {
  const secrets = text.split(',').map((part) => part.trim())
  if (secrets.length > 2) return err('Cannot use more than two secrets')
  if (secrets.some((secret) => secret.length < LIMITS.secretCharactersMin)) {
    return err(`Cannot use a secret of fewer than ${LIMITS.secretCharactersMin} characters`)
  }
  if (secrets[0] === secrets[1]) return err('Cannot use the same secret twice')
  return ok(secrets)
}
