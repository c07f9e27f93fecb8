type Declaration = {
  /** What it decides, in a few words. */
  readonly says: string
  /** What an unset or empty one means; absent where it means nothing, or is worked out. */
  readonly fallback?: string
  readonly least?: number
  readonly most?: number
  /** Whether no message may show its value; it may then also be read from a file. */
  readonly isSecret?: true
}

/** Every setting: all that reads, lists, checks and explains settings is made from this table. */
export const SETTINGS = {
  NODE_ENV: { says: '`production` refuses what only a developer needs', fallback: '' },
  PORT: { says: 'port of the public listener', fallback: '8080', least: 1, most: 65_535 },
  HOST: { says: 'address that the public listener binds to', fallback: '127.0.0.1' },
  BASE_URL: { says: 'start of every absolute address' },
  CORPUS_DIR: { says: 'folder with the registry and the pages', fallback: 'corpus' },
  AWS_ENDPOINT_URL_S3: { says: 'address of the object store' },
  AWS_ENDPOINT_URL: { says: 'address of the object store, after AWS_ENDPOINT_URL_S3' },
  AWS_REGION: { says: 'region of the bucket' },
  AWS_DEFAULT_REGION: { says: 'region of the bucket, after AWS_REGION', fallback: 'us-east-1' },
  AWS_ACCESS_KEY_ID: { says: 'key of the object store', isSecret: true },
  AWS_SECRET_ACCESS_KEY: { says: 'secret of that key', isSecret: true },
  AWS_SESSION_TOKEN: { says: 'token of a temporary key', isSecret: true },
  DIST_DIR: { says: 'folder of builds, or an object store', fallback: 'dist' },
  BUILD_CACHE_DIR: { says: 'folder for builds of an object store' },
  ADMIN_HOST: { says: 'address that the admin listener binds to', fallback: '127.0.0.1' },
  ADMIN_PORT: { says: 'port of health checks and figures', least: 1, most: 65_535 },
  DRAIN_SECONDS: {
    says: 'how long the service goes on after SIGTERM',
    fallback: '5',
    least: 0,
    most: 600,
  },
  ALLOWED_ORIGINS: { says: 'origins of browsers on /mcp' },
  TRUSTED_PROXIES: { says: 'networks whose X-Forwarded-For is believed' },
  RATE_LIMIT_OVERRIDES: { says: 'CIDR=calls pairs for addresses with other limits' },
  PUBLIC_CALLS_PER_MINUTE: { says: 'calls of one address to the HTTP API', ...atMost(1_000_000) },
  AUTHORIZATION_CALLS_PER_MINUTE: { says: 'calls of one address to OAuth', ...atMost(1_000_000) },
  SEARCH_LIMIT_DEFAULT: { says: 'results of a search', ...atMost(1000) },
  SEARCH_LIMIT_MAX: { says: 'most results of a search', ...atMost(1000) },
  REPLICAS: { says: 'most processes that count calls together', ...atMost(10_000) },
  REDIS_TIMEOUT_MS: { says: 'wait for the counts', fallback: '50', least: 1, most: 10_000 },
  REDIS_URL: { says: 'where replicas count calls together', isSecret: true },
  LOG_LEVEL: { says: 'least level of a line of the log', fallback: 'info' },
  LOG_FORMAT: { says: 'for people or for programs' },
  OTEL_EXPORTER_OTLP_PROTOCOL: { says: 'protocol of the collector' },
  OTEL_EXPORTER_OTLP_ENDPOINT: { says: 'collector for traces and figures' },
  OTEL_EXPORTER_OTLP_HEADERS: { says: 'headers of each message to it', isSecret: true },
  OTEL_SERVICE_NAME: { says: 'name of the service in traces' },
  OTEL_RESOURCE_ATTRIBUTES: { says: 'more about the service in traces' },
  OTEL_TRACES_SAMPLER_ARG: { says: 'share of the traces that are sent', fallback: '1' },
  OTEL_METRIC_EXPORT_INTERVAL: {
    says: 'milliseconds between figures',
    fallback: '60000',
    least: 1000,
    most: 3_600_000,
  },
  OTEL_BSP_SCHEDULE_DELAY: {
    says: 'milliseconds between spans',
    fallback: '5000',
    least: 50,
    most: 3_600_000,
  },
  SEARCH_REPORT: { says: 'whether searches are counted', fallback: '1' },
  MCP_RESULT_TEXT: { says: 'how the text of a result is written', fallback: 'markdown' },
  CHATGPT_ENDPOINT: { says: 'whether /mcp/chatgpt answers', fallback: '0' },
  DATABASE_URL: {
    says: 'database of connections, approvals and audit',
    fallback: 'sqlite:data/lectern.sqlite',
    isSecret: true,
  },
  OAUTH_CONFIG: { says: 'file with clients, lifetimes and retention' },
  OIDC_ISSUER: { says: 'identity provider' },
  OIDC_CLIENT_ID: { says: 'name of this service there' },
  OIDC_CLIENT_SECRET: { says: 'secret of that name', isSecret: true },
  OIDC_CLIENT_SECRET_PREVIOUS: { says: 'tried where the first is refused', isSecret: true },
  DEV_SIGN_IN: { says: 'whether example users sign in', fallback: '0' },
  DOMAIN_URL: { says: 'your product behind business tools' },
  DOMAIN_SECRET: { says: 'secret that signs calls to it', isSecret: true },
  DOMAIN_API_URL: { says: 'your API behind tools from OpenAPI' },
  LIST_PRIVATE_TOOLS: { says: 'whether private tools are listed to all', fallback: '1' },
  AUDIT_KEY: { says: 'protects the audit', isSecret: true },
  EVENTS_CONFIG: { says: 'file with receivers of events' },
  SMTP_URL: { says: 'mail server for approvers', isSecret: true },
  DIAGNOSTICS: { says: 'fixtures of the MCP conformance suite', fallback: '0' },
  LECTERN_CONFIG: { says: 'file with any of these settings' },
} as const satisfies Readonly<Record<string, Declaration>>

export type SettingName = keyof typeof SETTINGS

type Having<Member> = {
  [Name in SettingName]: (typeof SETTINGS)[Name] extends Member ? Name : never
}[SettingName]

export type SettingWithFallback = Having<{ readonly fallback: string }>

export type WholeSetting = Having<{ readonly least: number; readonly most: number }>

/** Names a file with settings; it is read before all others. */
export const FILE_SETTING = 'LECTERN_CONFIG' satisfies SettingName

const BY_NAME: ReadonlyMap<string, Declaration> = new Map(Object.entries(SETTINGS))

/** The declaration of a setting; undefined for any other name. */
export function declarationOf(name: string): Declaration | undefined {
  return BY_NAME.get(name)
}

/** Settings whose values must not appear in messages; each may also be read from a file. */
export const SECRETS: ReadonlySet<string> = new Set(
  Object.keys(SETTINGS).filter((name) => declarationOf(name)?.isSecret === true),
)

function atMost<Most extends number>(most: Most) {
  return { least: 1, most } as const
}
