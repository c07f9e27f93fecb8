import { afterAll, beforeAll, expect } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pageText } from '../../build/corpus_build/bad_input/files.ts'
import { verifies, verifiesLong } from '../../requirements/verifies.ts'
import { removeFolders } from '../../support/building.ts'
import { SHORT_LIVED } from '../../support/program.ts'
import { MAIN } from '../../support/repository.ts'
import { freePort, type Running, startRunning } from '../../support/running.ts'

/** A person who opens a page in a browser. */
const BROWSER = { accept: 'text/html', 'sec-fetch-dest': 'document' }

let running: Running

beforeAll(async () => {
  running = await startRunning()
})

afterAll(async () => {
  await running.stop()
  await removeFolders()
})

/** Runs the command as a person would in a second terminal. */
async function runBuild(port: number): Promise<string> {
  const { corpusDir, distDir, home } = running
  const child = Bun.spawn([process.execPath, MAIN, 'build'], {
    cwd: home,
    env: {
      ...process.env,
      ...SHORT_LIVED,
      PORT: String(port),
      CORPUS_DIR: corpusDir,
      DIST_DIR: distDir,
    },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  expect(await child.exited).toBe(0)
  return output + errors
}

async function waitForLog(event: string): Promise<void> {
  while (!running.log().some((line) => line.event === event)) await Bun.sleep(20)
}

verifiesLong(
  'reload.refusal_shown',
  'a build for another port is reported by build, on the terminal of the service and on its pages',
  async () => {
    const page = pageText({ title: 'Zebra crossing', capability: 'project' })
    await writeFile(join(running.corpusDir, 'pages/zebra.md'), page)
    const [port, other] = [Number(new URL(running.url).port), await freePort()]
    const exact = await (await fetch(`${running.url}/write/preview/`)).text()
    const tag = (await fetch(`${running.url}/write/preview/`)).headers.get('etag') ?? ''

    const printed = await runBuild(other)
    expect(printed).toContain(` for http://localhost:${other}`)
    expect(printed).toContain(
      `it was made for "${running.url}" and is now for "http://localhost:${other}"`,
    )
    await waitForLog('reload_refused')
    const reason = `it was made for "http://localhost:${other}", not "${running.url}"`
    expect(running.output().filter((line) => line.includes(reason))).toHaveLength(1)

    const headers = { ...BROWSER, 'if-none-match': tag }
    for (const path of ['/write/preview/', '/zebra/']) {
      const answer = await fetch(running.url + path, { headers })
      expect([answer.status, answer.headers.get('etag')]).toEqual([
        path === '/zebra/' ? 404 : 200,
        null,
      ])
      expect(await answer.text()).toContain('role="alert">This page is from an older build')
    }
    // A program gets the file that the manifest lists.
    expect(await (await fetch(`${running.url}/write/preview/`)).text()).toBe(exact)

    expect(await runBuild(port)).toContain(` for ${running.url}`)
    await waitForLog('reloaded')
    const answer = await fetch(`${running.url}/zebra/`, { headers: BROWSER })
    expect(answer.status).toBe(200)
    expect(await answer.text()).not.toContain('role="alert"')
  },
)

verifies('reload.refusal_shown', 'build and serve agree when their settings do', async () => {
  const port = Number(new URL(running.url).port)
  expect(await runBuild(port)).toStartWith('Unchanged: ')
})
