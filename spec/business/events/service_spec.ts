import { afterAll, expect } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from '../../requirements/verifies.ts'
import { createBusinessCaller } from '../../support/business_calls.ts'
import { obtainToken } from '../../support/login.ts'
import { startRunning } from '../../support/running.ts'
import { makeSecret, type Receiver, startReceiver } from './receiver.ts'

const stops: (() => unknown)[] = []
afterAll(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

verifies(
  ['events.sent', 'events.notices', 'events.outbox'],
  'a service tells receivers of its build, approvers of a held call, and figures of both',
  async () => {
    const receiver = startReceiver(makeSecret(1), Date.now)
    const approvers = startReceiver(makeSecret(2), Date.now)
    const folder = await mkdtemp(join(tmpdir(), 'lectern-events-'))
    stops.push(receiver.stop, approvers.stop, () => rm(folder, { recursive: true, force: true }))
    const secrets = [join(folder, 'one'), join(folder, 'two')] as const
    for (const [at, path] of secrets.entries()) await writeFile(path, makeSecret(at + 1))
    const file = join(folder, 'events.yaml')
    await writeFile(
      file,
      `endpoints: [{ name: crm, url: '${receiver.url}', secret_file: '${secrets[0]}' }]\n` +
        `approvers: { webhook: { url: '${approvers.url}', secret_file: '${secrets[1]}' } }\n`,
    )
    const running = await startRunning({ env: { DEV_SIGN_IN: '1', EVENTS_CONFIG: file } })
    stops.push(() => running.stop())
    const waitFor = async ({ received }: Receiver) => {
      while (received.length === 0) await Bun.sleep(20)
    }
    await waitFor(receiver)
    expect(receiver.received[0]?.body.type).toBe('corpus.published')
    const { access } = await obtainToken(running.url)
    const { call } = createBusinessCaller(running.url)
    const args = { id: 'job_wedding_cake', cancel_reason: 'The wedding is off.' }
    const held = await call('cancel_job', args, access)
    const { approval_id: approvalId } = held.result?.structuredContent ?? {}
    await waitFor(approvers)
    expect(approvers.received[0]?.body).toMatchObject({ approval_id: approvalId })
    expect([...receiver.refused, ...approvers.refused]).toEqual([])
    const readMetrics = async () => await (await fetch(`${running.adminUrl}/metrics`)).text()
    for (const endpoint of ['crm', 'approvers']) {
      const line = `lectern_event_attempts_total{endpoint="${endpoint}",outcome="delivered"} 1`
      // The figure follows the answer of the receiver.
      while (!(await readMetrics()).includes(line)) await Bun.sleep(20)
    }
    expect(await readMetrics()).toContain('lectern_event_deliveries{state="dead"} 0')
  },
)
