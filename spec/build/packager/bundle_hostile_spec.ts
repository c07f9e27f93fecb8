import { afterAll, expect } from 'bun:test'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { runProgram, SHORT_LIVED } from '../../support/program.ts'
import { MAIN } from '../../support/repository.ts'
import { writeSampleBuild } from '../../support/sample_build.ts'
import { readBundleConfig, unpackBundle } from './bundle.ts'
import { newFolder, removeFolders } from './packaging.ts'

afterAll(removeFolders)

/** Bundles a sample build with these files beside its pages. */
async function bundle(files: Readonly<Record<string, string>>) {
  const home = await newFolder()
  const [file, program] = [join(home, 'docs.mcpb'), join(home, 'program')]
  await writeFile(program, '\x7fELF and the rest')
  const distDir = await writeSampleBuild({ baseUrl: 'https://docs.example', files })
  const words = ['package', '--mcpb', file, '--program', program]
  const { code, err } = await runProgram(words, { DIST_DIR: distDir })
  await rm(distDir, { recursive: true })
  return { code, err, file }
}

verifies(
  'package.bundle',
  'threat 52: a build whose files lie elsewhere, on any system, gets into no bundle',
  async () => {
    for (const path of ['../../../outside.txt', '..\\..\\run.cmd', 'C:\\run.cmd', '/etc/passwd']) {
      const { code, err, file } = await bundle({ [path]: 'from elsewhere' })
      expect([path, code]).toEqual([path, 1])
      expect(err).toContain(`${path}": it would lie outside the build`)
      expect(await Bun.file(file).exists()).toBe(false)
    }
  },
)

verifies(
  'package.bundle',
  'threat 52: what a bundle starts asks nobody, whatever secrets and addresses surround it',
  async () => {
    const { file } = await bundle({})
    const folder = await newFolder()
    await unpackBundle(await readFile(file), folder)
    const { args, env } = await readBundleConfig(folder)
    expect([args, Object.keys(env)]).toEqual([['stdio'], ['DIST_DIR']])
    let connections = 0
    const server = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: {
        open: () => {
          connections += 1
        },
        data: () => undefined,
      },
    })
    const at = `127.0.0.1:${server.port}`
    const surroundings = {
      DATABASE_URL: `postgres://us:hunter2@${at}/docs`,
      ...{ REDIS_URL: `redis://:hunter2@${at}`, REPLICAS: '2' },
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://${at}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hunter2',
      ...{ BUILD_STORE: 's3://docs/', AWS_ENDPOINT_URL: `http://${at}` },
      ...{ AWS_ACCESS_KEY_ID: 'us', AWS_SECRET_ACCESS_KEY: 'hunter2' },
      ...{ HTTP_PROXY: `http://${at}`, HTTPS_PROXY: `http://${at}` },
    }
    const calls = [
      { id: 1, method: 'tools/list', params: {} },
      { id: 2, method: 'tools/call', params: { name: 'list_pages', arguments: {} } },
    ]
    const started = Bun.spawn([process.execPath, MAIN, ...args], {
      env: { ...SHORT_LIVED, ...surroundings, ...env },
      stdin: new Blob(calls.map((call) => `${JSON.stringify({ jsonrpc: '2.0', ...call })}\n`)),
      stderr: 'pipe',
    })
    const said = await new Response(started.stdout).text()
    const logged = await new Response(started.stderr).text()
    server.stop(true)
    expect([await started.exited, connections]).toEqual([0, 0])
    expect(said.trim().split('\n')).toHaveLength(2)
    expect(said + logged).not.toContain('hunter2')
  },
)
