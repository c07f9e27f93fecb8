import { afterAll, beforeAll, expect } from 'bun:test'
import { join } from 'node:path'
import { verifiesLong } from '../requirements/verifies.ts'
import { type Running, startRunning } from '../support/running.ts'
import { CHROMIUM, useChromium } from './_chromium.ts'
import { openLocalPage } from './_client_pages.ts'

const openPage = useChromium()
let running: Running

beforeAll(async () => {
  running = await startRunning()
})
afterAll(async () => {
  await running.stop()
})

async function bundleClient(): Promise<string> {
  const entrypoints = [join(import.meta.dir, '_a2a_client.ts')]
  const { outputs } = await Bun.build({ entrypoints, target: 'browser', format: 'iife' })
  return (await outputs[0]?.text()) ?? ''
}

verifiesLong(
  ['a2a.clients', 'static.preflight'],
  'the official client in a web page of another origin gets the card and an answer',
  async () => {
    const foreign = openLocalPage()
    foreign.show('<!doctype html><html lang="en"><title>A client</title></html>')
    const { context, page, complaints } = await openPage()
    try {
      // A name below localhost is a secure context, in which a page may make ids.
      await page.goto(`http://client.localhost:${foreign.port}/`)
      await page.addScriptTag({ content: await bundleClient() })
      const call = `ask(${JSON.stringify(running.url)}, 'How do I connect an MCP client?')`
      const asked = await page.evaluate<{ card: string; answer: string }>(call)
      expect(asked.card).not.toBe('')
      expect(asked.answer).toContain(running.url)
      expect(complaints).toEqual([])
    } finally {
      await context.close()
      await foreign.stop()
    }
  },
  { needs: [CHROMIUM] },
)
