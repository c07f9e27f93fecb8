import { expect } from 'bun:test'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies, verifiesLong } from '../requirements/verifies.ts'
import { ROOT } from '../support/repository.ts'

async function problemsOf(env: Readonly<Record<string, string>>): Promise<string> {
  const command = [process.execPath, join(ROOT, 'app/main.ts'), 'check']
  const child = Bun.spawn(command, { env: { ...process.env, ...env }, stderr: 'pipe' })
  const text = await new Response(child.stderr).text()
  expect(await child.exited).toBe(2)
  return text
}

verifies(
  'secrets.unseen',
  'a password in an address is in no problem, and no secret is',
  async () => {
    const secret = 'topsecret'
    const address = `https://user:${secret}@id.example.com`
    const text = await problemsOf({
      OIDC_ISSUER: address,
      BASE_URL: address,
      DOMAIN_URL: address,
      DATABASE_URL: `mysql://user:${secret}@host/name`,
      DOMAIN_SECRET: secret,
      AUDIT_KEY: secret,
    })
    for (const name of ['OIDC_ISSUER', 'BASE_URL', 'DOMAIN_URL', 'DATABASE_URL', 'AUDIT_KEY']) {
      expect(text).toContain(`${name}: `)
    }
    expect(text).not.toContain(secret)
  },
)

verifiesLong(
  'secrets.unseen',
  'a secret is read from a file, which is named and not shown',
  async () => {
    const home = await mkdtemp(join(tmpdir(), 'lectern-secret-'))
    const path = join(home, 'key')
    await writeFile(path, 'topsecret\n')
    await chmod(path, 0o600)
    expect(await problemsOf({ AUDIT_KEY_FILE: path })).toMatch(/^AUDIT_KEY: .*fewer than 32/)
    expect(await problemsOf({ AUDIT_KEY_FILE: `${path}.none` })).toContain('it cannot be read')
    await writeFile(`${path}.empty`, '\n')
    for (const name of ['AUDIT_KEY_FILE', 'DATABASE_URL_FILE']) {
      expect(await problemsOf({ [name]: `${path}.empty` })).toContain('it is empty')
    }
    const both = { AUDIT_KEY_FILE: path, AUDIT_KEY: 'k'.repeat(32) }
    expect(await problemsOf(both)).toContain('AUDIT_KEY is set too')
    await rm(home, { recursive: true })
  },
)
