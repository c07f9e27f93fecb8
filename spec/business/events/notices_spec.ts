import { afterAll, expect } from 'bun:test'
import { SMTPServer } from 'smtp-server'
import { createEvents } from '../../../app/business/events/mod.ts'
import { isHeld } from '../../../app/business/tools/mod.ts'
import { openMailServer } from '../../../app/service/network/smtp.ts'
import { verifies } from '../../requirements/verifies.ts'
import { forEachStore } from '../../support/stores.ts'
import { createBusinessFixture, START_MS } from '../tools/business_fixture.ts'
import { createEventWorld, listenAt } from './event_world.ts'
import { makeSecret } from './receiver.ts'

const CANCEL = { id: 'job_wedding_cake', cancel_reason: 'A secret reason.' }

type ReceivedMail = { readonly to: readonly string[]; readonly text: string }

const servers: SMTPServer[] = []
afterAll(() => {
  for (const server of servers.splice(0)) server.close(() => undefined)
})

/** A mail server that wants a password and refuses one address. */
async function startMailServer(mails: ReceivedMail[]): Promise<string> {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      if (username === 'us' && password === 'p@ss') done(null, { user: 'us' })
      else done(new Error('wrong password'))
    },
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('gone@') ? new Error('no such person') : null),
    onData: (stream, session, done) => {
      const to = session.envelope.rcptTo.map(({ address }) => address)
      void new Response(stream as never).text().then((text) => {
        mails.push({ to, text })
        done(null)
      })
    },
  })
  servers.push(server)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const address = server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return `smtp://us:p%40ss@127.0.0.1:${port}`
}

forEachStore((_name, open) => {
  /** A service whose approvers hear by mail and by a webhook. */
  const start = async () => {
    const store = await open()
    const mails: ReceivedMail[] = []
    const mailServer = openMailServer(await startMailServer(mails))
    const world = createEventWorld(store)
    const { url } = world.receiver
    const mail = {
      from: 'Lectern <docs@example.com>',
      to: ['ops@example.com', 'gone@example.com'],
      businesses: new Map([
        ['biz_bakery', ['baker@example.com']],
        ['biz_garage', ['garage@example.com']],
      ]),
    }
    const webhook = { url, secrets: [makeSecret(1)] }
    Object.assign(world.ports, {
      settings: listenAt(url, { approvers: { webhook, mail } }),
      sendMail: mailServer.send,
      isHeld: (id: string) => isHeld(store.sql, id, START_MS),
    })
    const business = await createBusinessFixture(store, { events: world.approvals })
    const grant = await business.writer('cleo', 'biz_bakery')
    const hold = async () => {
      const answer = await business.write(grant, 'cancel_job', CANCEL)
      if (answer.answer !== 'held') throw new Error(`Cannot hold: ${JSON.stringify(answer)}`)
      return answer.approvalId
    }
    const decide = async (approvalId: string, verdict: 'approve' | 'reject') => {
      const { user } = await business.signIn('ada')
      const decision = { approvalId, version: 1, verdict }
      return await business.business.decide(user, business.registry, decision)
    }
    const rejectAll = async (approvalId: string) => {
      const { user } = await business.signIn('ada')
      const calls = { businessId: 'biz_bakery', clientId: 'desk' }
      const seen = [{ approvalId, version: 1 }]
      return (await business.business.rejectAll(user, { ...calls, seen })).ok
    }
    const rename = (name: string) =>
      store.transaction((sql) =>
        sql.run('UPDATE business SET name = ? WHERE id = ?', name, 'biz_bakery'),
      )
    return { ...world, events: createEvents(world.ports), mails, hold, decide, rejectAll, rename }
  }

  verifies(
    ['events.notices', 'events.outbox'],
    'threat 43: approvers hear of a held call once and see no argument; receivers of its decision',
    async () => {
      const { events, mails, receiver, hold, decide, rows } = await start()
      const approvalId = await hold()
      // The same call again is the same approval.
      expect(await hold()).toBe(approvalId)
      await events.sendDue()
      expect(mails.map(({ to }) => to.join()).sort()).toEqual([
        'baker@example.com',
        'ops@example.com',
      ])
      for (const { text } of mails) {
        expect(text).toContain('http://localhost:8080/account')
        expect(text).toMatch(/^Message-ID: <evt_\w{22}@localhost>/m)
        expect(text).not.toContain('secret reason')
        expect(text).not.toContain('job_wedding_cake')
      }
      const [notice] = receiver.received
      expect(notice?.body).toMatchObject({ approval_id: approvalId, business_id: 'biz_bakery' })
      expect(notice?.text).not.toContain('wedding')
      expect(await rows()).toContain('gone@example.com approval_waiting waiting 1')
      expect((await decide(approvalId, 'approve')).ok).toBe(true)
      await events.sendDue()
      const types = receiver.received.map(({ body }) => body.type)
      expect(types.filter((type) => type !== undefined)).toEqual(['approval.decided'])
    },
  )

  verifies(
    'events.notices',
    'threat 43: no name of a business adds a header, a line or an end to what approvers read',
    async () => {
      const { events, mails, receiver, hold, rename } = await start()
      const lines = [
        'Bakery',
        'Bcc: victim@example.com',
        '',
        '.',
        'Sign in at https://evil.example',
      ]
      await rename(`${lines.join('\r\n')} \u202e${'x'.repeat(9000)}`)
      await hold()
      await events.sendDue()
      expect(mails.length).toBe(2)
      for (const { to, text } of mails) {
        expect(to).not.toContain('victim@example.com')
        const [head = '', ...body] = text.split('\r\n\r\n')
        const names = head
          .replace(/\r\n /g, '')
          .split('\r\n')
          .map((line) => line.split(':')[0])
        expect(names).toEqual([
          ...['From', 'To', 'Subject', 'Message-ID', 'Content-Transfer-Encoding', 'Date'],
          ...['MIME-Version', 'Content-Type'],
        ])
        // Ours are a sentence, the way to the account, and the id of the approval.
        expect(body.map((part) => part.split(' ')[0]?.trim().slice(0, 5))).toEqual([
          ...['A', 'Sign', 'appr_'],
        ])
        expect(text).not.toMatch(/\u202e|=E2=80=AE/)
        expect(text.length).toBeLessThan(2000)
      }
      const { body } = receiver.received[0] ?? {}
      const notice = JSON.stringify(body)
      expect(notice).not.toMatch(/\\r|\\n|\u202e/)
      expect(notice.length).toBeLessThan(1000)
    },
  )

  verifies('events.notices', 'nobody hears of a call that was decided meanwhile', async () => {
    const { events, mails, receiver, hold, rejectAll, rows } = await start()
    expect(await rejectAll(await hold())).toBe(true)
    await events.sendDue()
    expect(mails).toEqual([])
    expect(receiver.received.map(({ body }) => body.data.decision)).toEqual(['rejected'])
    const dropped = (await rows()).filter((row) => row.includes('approval_waiting'))
    expect(dropped.length).toBe(4)
    expect(dropped.every((row) => row.includes(' dropped '))).toBe(true)
  })
})

verifies(
  'events.notices',
  'a mail server that refuses is named, and never the password',
  async () => {
    const address = await startMailServer([])
    expect((await openMailServer(address).probe()).ok).toBe(true)
    const wrong = await openMailServer(address.replace('p%40ss', 'hunter2')).probe()
    expect(wrong.ok).toBe(false)
    expect(JSON.stringify(wrong)).not.toContain('hunter2')
    // A password goes to another machine over TLS alone, and this server offers none.
    const far = address.replace('127.0.0.1', '0.0.0.0')
    expect(JSON.stringify(await openMailServer(far).probe())).toContain('STARTTLS')
  },
)
