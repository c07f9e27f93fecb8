import { err, ok, type Result } from '../../contract/result.ts'
import type { SettingReader } from './reader.ts'

/** Where events go is in a file of its own; how mail goes out is one address. */
export type EventFileSettings = {
  readonly configFile: string | undefined
  readonly smtpUrl: string | undefined
}

export function readEventSettings(reader: SettingReader): EventFileSettings {
  const configFile = reader.value('EVENTS_CONFIG')
  const smtpUrl = reader.parsed('SMTP_URL', parseSmtpUrl)
  if (smtpUrl !== undefined && configFile === undefined) {
    const fix = 'name the file with the approvers, or unset it'
    reader.problem('SMTP_URL', 'EVENTS_CONFIG is not set', fix)
  }
  return { configFile, smtpUrl }
}

/** The address is not quoted: it may hold a password. */
function parseSmtpUrl(text: string): Result<string, string> {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isServer = url !== undefined && /^smtps?:$/.test(url.protocol) && url.hostname !== ''
  if (!isServer) return err('Cannot use the address: it is not smtp://HOST:PORT or smtps://HOST')
  const rest = `${url.pathname.replace(/^\/$/, '')}${url.search}${url.hash}`
  return rest === '' ? ok(text) : err('Cannot use the address: something follows host and port')
}
