type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/** The requests of a client in order, such as `POST /oauth/token 200`. */
export type Traffic = {
  readonly fetch: Fetch
  /** Takes the lines so far; calls of `/mcp` are left out unless they were refused. */
  takeLines(): readonly string[]
}

export function recordTraffic(): Traffic {
  let lines: string[] = []
  return {
    fetch: async (url, init) => {
      const answer = await fetch(url, init)
      const { pathname } = new URL(url)
      if (pathname !== '/mcp' || answer.status === 401 || answer.status === 403) {
        lines.push(`${init?.method ?? 'GET'} ${pathname} ${answer.status}`)
      }
      return answer
    },
    takeLines: () => {
      const taken = lines
      lines = []
      return taken
    },
  }
}

/** Revokes an access token as its client (RFC 7009). */
export async function revoke(base: string, token: string, clientId: string): Promise<void> {
  const answer = await fetch(`${base}/oauth/revoke`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token, client_id: clientId }),
  })
  if (answer.status !== 200) throw new Error(`Cannot revoke the token: ${answer.status}`)
}
