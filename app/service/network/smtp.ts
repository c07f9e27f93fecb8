import { createTransport } from 'nodemailer'
import type { Mail } from '../../business/events/mod.ts'
import { isLoopback } from '../../contract/loopback.ts'
import { messageOf } from '../../contract/problem.ts'
import { err, ok, type Result } from '../../contract/result.ts'

const CONNECT_MS_MAX = 5000
const ANSWER_MS_MAX = 15_000

export type MailServer = {
  readonly send: (mail: Mail) => Promise<Result<void, string>>
  /** Connects and signs in, and sends nothing. */
  readonly probe: () => Promise<Result<void, string>>
  readonly close: () => void
}

/** A mail server at `SMTP_URL`; a password never travels in the clear to another machine. */
export function openMailServer(address: string): MailServer {
  const url = new URL(address)
  const isSecure = url.protocol === 'smtps:'
  const hasPassword = url.username !== ''
  const transport = createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: !isSecure && hasPassword && !isLoopback(url),
    ...(hasPassword
      ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }
      : {}),
    connectionTimeout: CONNECT_MS_MAX,
    greetingTimeout: CONNECT_MS_MAX,
    socketTimeout: ANSWER_MS_MAX,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: (mail) => settle(() => transport.sendMail(mail)),
    probe: () => settle(() => transport.verify()),
    close: () => transport.close(),
  }
}

async function settle(work: () => Promise<unknown>): Promise<Result<void, string>> {
  try {
    await work()
    return ok(undefined)
  } catch (error) {
    // A server may quote anything: one line of it is enough.
    const text = messageOf(error)
    return err(text.replace(/\s+/g, ' ').slice(0, 300))
  }
}
