import type { ConnectWindow } from './shared_window.ts'

/**
 * The exact window as a list of instants, newest first. The server runs it alone, with its own
 * clock, so processes and their clocks cannot disagree. A newest instant in the future means that
 * the clock was set back: as in a process, the calls are then forgotten, or one would be locked out
 * for as long as the step. Numbers are written by a format: Lua would round an instant.
 */
const SCRIPT = `
local limit = tonumber(ARGV[1])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local newest = redis.call('LINDEX', KEYS[1], 0)
if newest and tonumber(newest) > now then redis.call('DEL', KEYS[1]) end
local oldest = redis.call('LINDEX', KEYS[1], limit - 1)
if oldest and now - tonumber(oldest) < 60000 then return 0 end
redis.call('LPUSH', KEYS[1], string.format('%.0f', now))
redis.call('LTRIM', KEYS[1], 0, limit - 1)
redis.call('PEXPIRE', KEYS[1], 60000)
return 1
`

/**
 * Connects to Redis or Valkey under a name that its lists of clients show. No call waits for a
 * connection, and none is sent twice.
 */
export function connectRedis(url: string, name: string): ConnectWindow {
  const digest = new Bun.CryptoHasher('sha1').update(SCRIPT).digest('hex')
  return async (onEnd) => {
    const client = new Bun.RedisClient(url, { autoReconnect: false, enableOfflineQueue: false })
    try {
      await client.connect()
    } catch {
      throw new Error(await findRedisRefusal(url))
    }
    client.onclose = onEnd
    // Only for people and doctor: a user without the right counts all the same.
    client.send('CLIENT', ['SETNAME', name]).catch(() => undefined)
    const run = async (key: string, callsMax: number): Promise<unknown> => {
      const words = ['1', key, String(callsMax)]
      try {
        return await client.send('EVALSHA', [digest, ...words])
      } catch (error) {
        // A restart, a failover or SCRIPT FLUSH forgets scripts.
        if (!String(error).includes('NOSCRIPT')) throw error
        return await client.send('EVAL', [SCRIPT, ...words])
      }
    }
    return {
      count: async (key, callsMax) => ((await run(key, callsMax)) === 1 ? 'admitted' : 'refused'),
      close: () => client.close(),
    }
  }
}

/** How long the server may take to say why it refuses. */
const ANSWER_MS_MAX = 1500

/**
 * Why a Redis server closes a new connection: the client of the runtime tells only that it did. An
 * operator must see a wrong password as one.
 */
async function findRedisRefusal(address: string): Promise<string> {
  const url = new URL(address)
  const [user, password] = [url.username, url.password].map(decodeURIComponent)
  const login = password === '' ? ['PING'] : ['AUTH', user || 'default', password ?? '']
  const { promise, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(() => resolve('it did not answer'), ANSWER_MS_MAX)
  try {
    const socket = await Bun.connect({
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port || 6379),
      ...(/^(rediss|valkeys):$/.test(url.protocol) ? { tls: true } : {}),
      socket: {
        open: (opened) => void opened.write(encode(login)),
        data: (_, bytes) => resolve(readReply(bytes.toString())),
        close: () => resolve('it closed the connection'),
        error: (_, error) => resolve(error.message),
      },
    })
    const answer = await promise
    socket.end()
    return answer
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  } finally {
    clearTimeout(timer)
  }
}

/** An error of the server begins with a minus and a word in capitals. */
function readReply(text: string): string {
  const [line = ''] = text.split('\r\n')
  return line.startsWith('-') ? line.slice(1) : 'it closed the connection'
}

/** A command as the server reads it (RESP, arrays of bulk strings). */
function encode(words: readonly string[]): string {
  const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`)
  return `*${words.length}\r\n${parts.join('')}`
}
