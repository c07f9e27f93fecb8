import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from '../requirements/verifies.ts'
import { createBusinessCaller } from '../support/business_calls.ts'
import { obtainToken } from '../support/login.ts'
import { startRunning } from '../support/running.ts'
import { makeSecret, startReceiver } from './receiver.ts'

const stops: (() => unknown)[] = []
afterAll(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

verifies(
  ['events.sent', 'events.notices', 'events.outbox'],
  'a service tells receivers of its build, approvers of a held call, and figures of both',
  async () => {
    const receiver = startReceiver(makeSecret(1), Date.now)
    const folder = await mkdtemp(join(tmpdir(), 'lectern-events-'))
    stops.push(receiver.stop, () => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, 'secret'), makeSecret(1))
    const file = join(folder, 'events.yaml')
    const secret = join(folder, 'secret')
    await writeFile(
      file,
      `endpoints: [{ name: crm, url: '${receiver.url}', secret_file: '${secret}' }]\n` +
        `approvers: { webhook: { url: '${receiver.url}', secret_file: '${secret}' } }\n`,
    )
    const running = await startRunning({ env: { DEV_SIGN_IN: '1', EVENTS_CONFIG: file } })
    stops.push(() => running.stop())
    const waitFor = async (count: number) => {
      while (receiver.received.length < count) await Bun.sleep(20)
    }
    await waitFor(1)
    expect(receiver.received[0]?.body.type).toBe('corpus.published')
    const { access } = await obtainToken(running.url)
    const { call } = createBusinessCaller(running.url)
    const args = { id: 'job_wedding_cake', cancel_reason: 'The wedding is off.' }
    const held = await call('cancel_job', args, access)
    const { approval_id: approvalId } = held.result?.structuredContent ?? {}
    await waitFor(2)
    expect(receiver.received[1]?.body).toMatchObject({ approval_id: approvalId })
    expect(receiver.refused).toEqual([])
    const readMetrics = async () => await (await fetch(`${running.adminUrl}/metrics`)).text()
    for (const endpoint of ['crm', 'approvers']) {
      const line = `lectern_event_attempts_total{endpoint="${endpoint}",outcome="delivered"} 1`
      // The figure follows the answer of the receiver.
      while (!(await readMetrics()).includes(line)) await Bun.sleep(20)
    }
    expect(await readMetrics()).toContain('lectern_event_deliveries{state="dead"} 0')
  },
)
