import { parseDomainSecrets, parseDomainUrl } from '../../business/tools/adapters/http_settings.ts'
import { LIMITS } from '../../contract/limits.ts'
import { isLoopback } from '../../contract/loopback.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { SettingReader } from './reader.ts'

/** Settings of the business surface; whether it is enabled is decided at start. */
export type BusinessSettings = {
  readonly databaseUrl: string
  /** Path of the YAML file with clients, registration, redirects and lifetimes. */
  readonly oauthConfig: string | undefined
  readonly signIn: SignInSettings
  /** The product's own services; without them, the embedded example workspace. */
  readonly domain:
    | {
        readonly url: string
        readonly secret: string
        /** Where the product's own HTTP API is, for the tools that call it. */
        readonly apiUrl: string | undefined
      }
    | undefined
  readonly listPrivateTools: boolean
  /** The first protects new lines of the audit, the others protected older ones. */
  readonly auditKeys: readonly string[]
}

type SignInSettings =
  | { readonly way: 'off' }
  | { readonly way: 'example' }
  | {
      readonly way: 'provider'
      readonly issuer: string
      readonly clientId: string
      readonly clientSecret: string | undefined
      /** Tried where the provider refuses the first: it may change before or after us. */
      readonly previousSecret: string | undefined
    }

/** Settings that mean nothing without `OIDC_ISSUER`. */
const DEPENDENT = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_CLIENT_SECRET_PREVIOUS'] as const

/** Reads the settings; `baseUrl` and `production` decide whether example users are allowed. */
export function readBusinessSettings(
  reader: SettingReader,
  baseUrl: string,
  production: boolean,
): BusinessSettings {
  return {
    databaseUrl: readDatabaseUrl(reader),
    oauthConfig: reader.value('OAUTH_CONFIG'),
    signIn: readSignIn(reader, baseUrl, production),
    domain: readDomain(reader),
    listPrivateTools: reader.isOn('LIST_PRIVATE_TOOLS', 'use 0 to hide them'),
    auditKeys: reader.parsed('AUDIT_KEY', parseAuditKeys) ?? [],
  }
}

function readDatabaseUrl(reader: SettingReader): string {
  const value = reader.value('DATABASE_URL')
  if (!/^(sqlite:.|postgres(ql)?:\/\/.)/.test(value)) {
    const fix = 'give sqlite:PATH or postgres://USER:PASSWORD@HOST/NAME'
    reader.problem('DATABASE_URL', 'it does not name a database', fix)
  }
  return value
}

function readSignIn(reader: SettingReader, baseUrl: string, production: boolean): SignInSettings {
  const provider = readProvider(reader)
  if (!reader.isOn('DEV_SIGN_IN', 'unset it')) return provider
  if (production) reader.problem('DEV_SIGN_IN', 'NODE_ENV is production', 'unset it')
  else if (!isLoopback(new URL(baseUrl))) {
    reader.problem('DEV_SIGN_IN', 'BASE_URL is not loopback', 'unset it')
  } else if (provider.way === 'provider') {
    reader.problem('DEV_SIGN_IN', 'OIDC_ISSUER is set too', 'unset one of them')
  }
  return { way: 'example' }
}

function readProvider(reader: SettingReader): SignInSettings {
  const issuer = reader.secureUrl('OIDC_ISSUER')
  const clientId = reader.value('OIDC_CLIENT_ID')
  const clientSecret = reader.value('OIDC_CLIENT_SECRET')
  const previousSecret = reader.value('OIDC_CLIENT_SECRET_PREVIOUS')
  if (issuer === undefined) {
    for (const name of DEPENDENT) {
      if (reader.value(name) === undefined) continue
      reader.problem(name, 'OIDC_ISSUER is not set', 'set OIDC_ISSUER too, or unset it')
    }
    return { way: 'off' }
  }
  if (clientId === undefined) {
    reader.problem('OIDC_CLIENT_ID', 'it is required when OIDC_ISSUER is set', 'set it too')
  }
  if (previousSecret !== undefined && clientSecret === undefined) {
    const fix = 'set OIDC_CLIENT_SECRET to the current one'
    reader.problem('OIDC_CLIENT_SECRET_PREVIOUS', 'OIDC_CLIENT_SECRET is not set', fix)
  }
  return { way: 'provider', issuer, clientId: clientId ?? '', clientSecret, previousSecret }
}

/** Reads `AUDIT_KEY`: the key of new lines, then those of older lines, separated by commas. */
function parseAuditKeys(text: string): Result<readonly string[], string> {
  const keys = text.split(',').map((part) => part.trim())
  const isShort = keys.some((key) => key.length < LIMITS.secretCharactersMin)
  if (!isShort) return ok(keys)
  return err(`Cannot use a key of fewer than ${LIMITS.secretCharactersMin} characters`)
}

function readDomain(reader: SettingReader): BusinessSettings['domain'] {
  const [url, secret] = [reader.value('DOMAIN_URL'), reader.value('DOMAIN_SECRET')]
  const apiUrl = reader.parsed('DOMAIN_API_URL', parseDomainUrl)
  if (url === undefined && secret === undefined) {
    if (reader.value('DOMAIN_API_URL') === undefined) return undefined
    reader.problem('DOMAIN_API_URL', 'DOMAIN_URL is not set', 'set DOMAIN_URL too, or unset it')
    return undefined
  }
  if (url === undefined) {
    reader.problem('DOMAIN_URL', 'it is required when DOMAIN_SECRET is set', 'set both or neither')
  }
  if (secret === undefined) {
    reader.problem('DOMAIN_SECRET', 'it is required when DOMAIN_URL is set', 'set both or neither')
  }
  reader.parsed('DOMAIN_SECRET', parseDomainSecrets)
  return { url: reader.parsed('DOMAIN_URL', parseDomainUrl) ?? '', secret: secret ?? '', apiUrl }
}
