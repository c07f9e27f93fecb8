/** How long the server may take to say why it refuses. */
const ANSWER_MS_MAX = 1500

/**
 * Why a Redis server closes a new connection: the client of the runtime tells only that it did. An
 * operator must see a wrong password as one.
 */
export async function findRedisRefusal(address: string): Promise<string> {
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
