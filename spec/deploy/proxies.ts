import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Need, needs } from '../requirements/verifies.ts'
import { CORPUS } from '../support/repository.ts'
import { freePort } from '../support/running.ts'

/** A proxy and the file that configures it, as our pages show it. */
export type ProxyKind = keyof typeof FILES

const FILES = {
  nginx: 'nginx-one.conf',
  nginx_plain: 'nginx_plain.conf',
  haproxy: 'haproxy.conf',
  caddy: 'caddy.conf',
} as const

export const PROXY_KINDS = ['nginx', 'nginx_plain', 'haproxy', 'caddy'] as const

/** The lines by which a proxy itself refuses large bodies. */
const CAPS: Readonly<Record<ProxyKind, readonly [RegExp, string]>> = {
  nginx: [/client_max_body_size 1m/, 'client_max_body_size 0'],
  nginx_plain: [/client_max_body_size 1m/, 'client_max_body_size 0'],
  haproxy: [/^.*deny_status 413.*$/m, ''],
  caddy: [/^ *respond @huge 413$/m, ''],
}

export const PROXIES: readonly Need[] = ['nginx', 'haproxy', 'caddy'].map((program) =>
  needs(program, programAt(program) !== undefined, `apt-get install ${program}`),
)

type ProxyOptions = {
  /** Where the service listens. */
  readonly upstream: string
  /** A port that others know already; default is a free one. */
  readonly port?: number
  /** Whether the proxy lets bodies of any length through, which is not what our pages advise. */
  readonly isUncapped?: boolean
}

export type Proxy = { readonly url: string; stop(): Promise<void> }

/** Starts a real proxy on loopback, configured by its file with other ports. */
export async function startProxy(kind: ProxyKind, options: ProxyOptions): Promise<Proxy> {
  const port = options.port ?? (await freePort())
  return await run(kind, await readConfiguration(kind, { ...options, port }), port)
}

/** Starts nginx with a text for its `http` block that listens on loopback at this port. */
export async function startNginx(text: string, port: number): Promise<Proxy> {
  return await run('nginx', text, port)
}

async function run(kind: ProxyKind, text: string, port: number): Promise<Proxy> {
  const home = await mkdtemp(join(tmpdir(), 'lectern-proxy-'))
  const file = join(home, FILES[kind])
  await writeFile(file, text)
  const child = Bun.spawn(await commandOf(kind, file, home), {
    cwd: home,
    env: { PATH: process.env.PATH ?? '', HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
    stdout: 'ignore',
    stderr: Bun.file(join(home, 'errors')),
  })
  const url = `http://localhost:${port}`
  const stop = async () => {
    child.kill('SIGTERM')
    await child.exited
    await rm(home, { recursive: true, force: true })
  }
  while ((await fetch(url).catch(() => undefined)) === undefined) {
    if (child.exitCode !== null) {
      const errors = await Bun.file(join(home, 'errors')).text()
      await stop()
      throw new Error(`Cannot start "${kind}": exit ${child.exitCode}\n${errors}`)
    }
    await Bun.sleep(25)
  }
  return { url, stop }
}

async function readConfiguration(
  kind: ProxyKind,
  { upstream, port, isUncapped }: ProxyOptions & { readonly port: number },
): Promise<string> {
  // The least that nginx takes is no advice: no page shows it.
  const folder = kind === 'nginx_plain' ? import.meta.dir : join(CORPUS, 'pages/run/files')
  const text = await Bun.file(join(folder, FILES[kind])).text()
  const ours = text
    .replace('127.0.0.1:8080', `127.0.0.1:${new URL(upstream).port}`)
    .replace(/^( *(?:listen|bind) ):?80\b/m, `$1127.0.0.1:${port}`)
    .replace(/^:80 \{/m, `http://localhost:${port} {\n  bind 127.0.0.1`)
  return isUncapped === true ? ours.replace(...CAPS[kind]) : ours
}

async function commandOf(kind: ProxyKind, file: string, home: string): Promise<string[]> {
  if (kind === 'haproxy') return [programAt('haproxy') ?? '', '-db', '-f', file]
  if (kind === 'caddy') {
    // Its administration has a port of its own, which two proxies cannot share.
    const whole = `{\n  admin off\n  auto_https off\n}\n${await Bun.file(file).text()}`
    await writeFile(file, whole)
    return [programAt('caddy') ?? '', 'run', '--adapter', 'caddyfile', '--config', file]
  }
  const main = join(home, 'main.conf')
  await writeFile(main, nginxMain(file, home))
  return [programAt('nginx') ?? '', '-p', home, '-c', main, '-g', 'daemon off;']
}

/** What a distribution has around the server: here, everything lies in one temporary folder. */
function nginxMain(file: string, home: string): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const paths = folders.map((name) => `${name}_temp_path ${join(home, name)};`).join(' ')
  const owner = process.getuid?.() === 0 ? 'user root;' : ''
  return `${owner} pid ${join(home, 'pid')}; error_log stderr; events {}
http { access_log off; ${paths} include ${file}; }\n`
}

/** Servers lie where only root's path looks. */
function programAt(name: string): string | undefined {
  return Bun.which(name, { PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` }) ?? undefined
}
