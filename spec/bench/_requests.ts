/** The text of a GET request, as the load client writes it. */
export function formatGet(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n`
}

/** A `tools/call` of the current revision with its three mirrored headers. */
export function formatToolCall(
  tool: string,
  args: Readonly<Record<string, unknown>>,
  token?: string,
): string {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: tool,
      arguments: args,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  })
  const head = [
    'POST /mcp HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    'MCP-Protocol-Version: 2026-07-28',
    'Mcp-Method: tools/call',
    `Mcp-Name: ${tool}`,
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    `Content-Length: ${new TextEncoder().encode(body).length}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/** Sends the same request once through fetch and returns the body; throws unless it is a 200. */
export async function sendOnce(port: number, request: string): Promise<string> {
  const [head = '', body = ''] = request.split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const [method = 'GET', path = '/'] = line.split(' ')
  const pairs = fields.map((field): [string, string] => {
    const colon = field.indexOf(':')
    return [field.slice(0, colon), field.slice(colon + 1).trim()]
  })
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: pairs.filter(([name]) => !/^(host|content-length)$/i.test(name)),
    ...(body === '' ? {} : { body }),
  })
  const text = await response.text()
  if (response.status !== 200)
    throw new Error(`Cannot measure "${path}": ${response.status} ${text}`)
  return text
}
