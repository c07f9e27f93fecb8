import { describe, expect, test } from 'bun:test'
import { findMisspeltSettings, formatSettingProblem, readConfig } from './config.ts'

function problemsOf(environment: Record<string, string>): readonly string[] {
  const config = readConfig(environment)
  return config.ok ? [] : config.error.map(formatSettingProblem)
}

describe('readConfig()', () => {
  test('readConfig() gives the documented defaults for an empty environment', () => {
    const config = readConfig({})
    if (!config.ok) throw new Error('Cannot read an empty environment')
    expect(config.value).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      baseUrl: 'http://localhost:8080',
      corpusDir: 'corpus',
      distDir: 'dist',
      adminHost: '127.0.0.1',
      adminPort: undefined,
      drainSeconds: 5,
      production: false,
      logLevel: 'info',
      searchReport: true,
      chatgptEndpoint: false,
      resultText: 'markdown',
    })
    expect([...config.value.allowedOrigins]).toEqual([
      'http://localhost:8080',
      'http://127.0.0.1:8080',
      'http://[::1]:8080',
    ])
  })

  test('readConfig() tells every problem at once', () => {
    const problems = problemsOf({
      PORT: '99999',
      BASE_URL: 'http://docs.example.com',
      LOG_LEVEL: 'loud',
      DRAIN_SECONDS: 'soon',
      SEARCH_REPORT: 'no',
      MCP_RESULT_TEXT: 'yaml',
      ALLOWED_ORIGINS: 'https://a.example/path',
      TRUSTED_PROXIES: 'not-a-range',
      RATE_LIMIT_OVERRIDES: '10.0.0.0/8',
      REDIS_URL: 'localhost:6379',
    })
    expect(problems.map((line) => line.split(':')[0])).toEqual([
      'PORT',
      'BASE_URL',
      'DRAIN_SECONDS',
      'ALLOWED_ORIGINS',
      'TRUSTED_PROXIES',
      'RATE_LIMIT_OVERRIDES',
      'REPLICAS',
      'REDIS_URL',
      'LOG_LEVEL',
      'SEARCH_REPORT',
      'MCP_RESULT_TEXT',
    ])
  })

  test('readConfig() refuses a host that a shell or a link would read otherwise', () => {
    for (const host of ["x';id;'", 'a$b', 'a`b', 'a_b', 'a!b', 'a(b)']) {
      const [problem] = problemsOf({ BASE_URL: `https://${host}.example` })
      expect([host, problem?.includes('its host has other characters')]).toEqual([host, true])
    }
    for (const host of ['docs.example', '10.0.0.1:8443', '[2001:db8::1]', 'b\u00fccher.example']) {
      expect([host, problemsOf({ BASE_URL: `https://${host}` })]).toEqual([host, []])
    }
  })

  test('readConfig() takes shared limits whole, or not at all', () => {
    const config = readConfig({ REDIS_URL: 'rediss://:pw@cache.example/2', REPLICAS: '3' })
    const url = 'rediss://:pw@cache.example/2'
    expect(config).toMatchObject({
      value: { sharedLimits: { url, waitMsMax: 50, replicas: 3 } },
    })
    expect(readConfig({})).toMatchObject({ value: { sharedLimits: undefined } })
    expect(problemsOf({ REDIS_URL: url })).toEqual([
      'REPLICAS: Cannot use: it is not set, so each replica would admit the whole limit while ' +
        'Redis is away: give the most processes that run at once, 1 if it is alone',
    ])
    expect(problemsOf({ REDIS_URL: 'rediss://:pw@cache.example/two', REPLICAS: '1' })).toEqual([
      'REDIS_URL: Cannot use: the database is not a number: give ' +
        'redis://USER:PASSWORD@HOST:PORT/DATABASE, or rediss:// with TLS',
    ])
    expect(problemsOf({ REDIS_TIMEOUT_MS: '9' })).toHaveLength(1)
  })

  test('readConfig() keeps the business surface off until somebody can sign in', () => {
    const config = readConfig({})
    if (!config.ok) throw new Error('Cannot read an empty environment')
    expect(config.value.business).toEqual({
      databaseUrl: 'sqlite:data/lectern.sqlite',
      oauthConfig: undefined,
      signIn: { way: 'off' },
      domain: undefined,
      listPrivateTools: true,
      auditKeys: [],
    })
  })

  test('readConfig() takes example users on loopback only, and never beside a provider', () => {
    expect(problemsOf({ DEV_SIGN_IN: '1' })).toEqual([])
    const production = { NODE_ENV: 'production', BASE_URL: 'https://docs.example.com' }
    for (const environment of [
      { DEV_SIGN_IN: '1', ...production },
      { DEV_SIGN_IN: '1', BASE_URL: 'https://docs.example.com' },
      { DEV_SIGN_IN: '1', OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'a' },
      { DEV_SIGN_IN: 'yes' },
    ]) {
      const problems = problemsOf(environment)
      expect(problems.map((line) => line.split(':')[0])).toEqual(['DEV_SIGN_IN'])
    }
  })

  test('readConfig() wants settings of a provider and of a product whole', () => {
    const names = (environment: Record<string, string>) =>
      problemsOf(environment).map((line) => line.split(':')[0])
    expect(names({ OIDC_ISSUER: 'https://id.example.com' })).toEqual(['OIDC_CLIENT_ID'])
    expect(names({ OIDC_CLIENT_SECRET: 'x' })).toEqual(['OIDC_CLIENT_SECRET'])
    expect(names({ OIDC_ISSUER: 'http://id.example.com', OIDC_CLIENT_ID: 'a' })).toEqual([
      'OIDC_ISSUER',
    ])
    expect(names({ DOMAIN_URL: 'https://product.example.com/lectern' })).toEqual(['DOMAIN_SECRET'])
    expect(names({ DOMAIN_SECRET: 'x'.repeat(32) })).toEqual(['DOMAIN_URL'])
    expect(names({ DOMAIN_API_URL: 'https://product.example.com/api' })).toEqual(['DOMAIN_API_URL'])
    expect(names({ DOMAIN_API_URL: 'http://product.example.com' })[0]).toBe('DOMAIN_API_URL')
    expect(names({ DATABASE_URL: 'mysql://host/name' })).toEqual(['DATABASE_URL'])
  })

  test('readConfig() never shows a secret in a problem', () => {
    const secret = 'topsecret'
    const problems = problemsOf({
      DATABASE_URL: `mysql://user:${secret}@host/name`,
      DOMAIN_URL: 'https://product.example.com',
      DOMAIN_SECRET: secret,
      OIDC_CLIENT_SECRET: secret,
      OIDC_CLIENT_SECRET_PREVIOUS: secret,
      AUDIT_KEY: secret,
    })
    expect(problems).toHaveLength(5)
    expect(problems.join('\n')).not.toContain(secret)
  })

  test('readConfig() shows no password of an address in a problem, whatever the setting', () => {
    const addresses = [
      'https://user:topsecret@host.example',
      'https://user:top"secret@host.example/path',
      'ftp://topsecret@host.example',
      'https://user:topsecret@ho st',
      'https://host.example/?key=topsecret',
      'https://host.example/#topsecret',
    ]
    const others = ['ALLOWED_ORIGINS', 'TRUSTED_PROXIES', 'RATE_LIMIT_OVERRIDES', 'LOG_LEVEL']
    const names = ['OIDC_ISSUER', 'DOMAIN_URL', 'BASE_URL', 'REDIS_URL', 'PORT', ...others]
    for (const name of names) {
      for (const address of addresses) {
        const problems = problemsOf({ [name]: `https://a.example,${address}` })
        const alone = problemsOf({ [name]: address })
        expect([name, problems.length > 0, alone.length > 0]).toEqual([name, true, true])
        expect(`${problems.join()} ${alone.join()}`).not.toMatch(/top.?secret/)
      }
    }
  })

  test('readConfig() takes diagnostics on loopback, and never in production', () => {
    const modeOf = (environment: Record<string, string>) => {
      const config = readConfig(environment)
      return config.ok && !config.value.production ? config.value.diagnostics : undefined
    }
    const remote = { BASE_URL: 'https://docs.example.com' }
    const production = { ...remote, NODE_ENV: 'production' }
    expect(modeOf({})).toBe(false)
    expect(modeOf({ DIAGNOSTICS: '1' })).toBe(true)
    expect(modeOf({ DIAGNOSTICS: '1', BASE_URL: 'http://127.0.0.1:9' })).toBe(true)
    expect(readConfig(production)).not.toHaveProperty('value.diagnostics')
    expect(problemsOf({ DIAGNOSTICS: 'yes' })).toEqual([
      'DIAGNOSTICS: Cannot use "yes": it is neither 0 nor 1: unset it',
    ])
    expect(problemsOf({ ...remote, DIAGNOSTICS: '1' })).toEqual([
      'DIAGNOSTICS: Cannot use "1": BASE_URL is not loopback: unset it',
    ])
    for (const HOST of ['localhost', '127.0.0.2', '::1']) {
      expect(modeOf({ HOST, DIAGNOSTICS: '1' }), HOST).toBe(true)
    }
    for (const HOST of ['0.0.0.0', '::', '192.0.2.1', 'localhost.example.com']) {
      expect(problemsOf({ HOST, DIAGNOSTICS: '1' }), HOST).toEqual([
        'DIAGNOSTICS: Cannot use "1": HOST is not loopback: unset it',
      ])
    }
    expect(problemsOf({ ...production, DIAGNOSTICS: '1' })).toEqual([
      'DIAGNOSTICS: Cannot use "1": NODE_ENV is production: unset it',
    ])
    const local = { NODE_ENV: 'production', BASE_URL: 'https://localhost:8443', DIAGNOSTICS: '1' }
    expect(problemsOf(local)).toHaveLength(1)
  })

  test('readConfig() demands https outside loopback, and everywhere in production', () => {
    expect(problemsOf({ BASE_URL: 'http://localhost:9' })).toEqual([])
    expect(problemsOf({ NODE_ENV: 'production' })).toEqual([
      'BASE_URL: Cannot use: it must be https in production: use the https address',
    ])
    expect(problemsOf({ NODE_ENV: 'production', BASE_URL: 'https://docs.example.com' })).toEqual([])
  })

  test('readConfig() keeps a base address to scheme and authority', () => {
    const config = readConfig({ BASE_URL: 'https://docs.example.com/' })
    expect(config.ok && config.value.baseUrl).toBe('https://docs.example.com')
    expect(problemsOf({ BASE_URL: 'https://docs.example.com/v1' })).toHaveLength(1)
  })

  test('readConfig() refuses a default above the maximum', () => {
    expect(problemsOf({ SEARCH_LIMIT_DEFAULT: '30', SEARCH_LIMIT_MAX: '20' })).toEqual([
      'SEARCH_LIMIT_DEFAULT: Cannot use "30": it is above SEARCH_LIMIT_MAX 20: ' +
        'lower it, or raise SEARCH_LIMIT_MAX',
    ])
  })
})

test('findMisspeltSettings() names the setting that was meant, and leaves others alone', () => {
  const environment = { BASE_ULR: 'x', corpus_dir: 'y', PORT: '8080', PATH: '/bin', HOSTNAME: 'h' }
  const problems = findMisspeltSettings(environment).map(formatSettingProblem)
  expect(problems).toEqual([
    'BASE_ULR: it is not a setting: did you mean BASE_URL?',
    'corpus_dir: it is not a setting: did you mean CORPUS_DIR?',
  ])
})
