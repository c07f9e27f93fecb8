/** The part of an answer that tests of private tools read. */
export type ToolResult = {
  readonly isError?: boolean
  readonly content: readonly { readonly text: string }[]
  readonly structuredContent?: {
    readonly status?: string
    readonly approval_id?: string
    readonly records?: readonly {
      readonly type: string
      readonly id: string
      readonly fields?: Readonly<Record<string, unknown>>
    }[]
  }
}

export type BusinessAnswer = {
  readonly status: number
  readonly challenge: string | null
  readonly result: ToolResult | undefined
  readonly error: { readonly code: number; readonly message: string } | undefined
}

export type ToolCard = {
  readonly name: string
  readonly description: string
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly annotations: { readonly readOnlyHint: boolean }
  readonly _meta?: Readonly<Record<string, string>>
}

export type BusinessCaller = {
  tools(token?: string): Promise<readonly ToolCard[]>
  call(
    name: string,
    args: unknown,
    token?: string,
    meta?: Readonly<Record<string, unknown>>,
  ): Promise<BusinessAnswer>
  /** In the current revision, with a header that may name another tool than the body. */
  modern(name: string, args: unknown, headerName: string): Promise<BusinessAnswer>
}

/** Calls `/mcp` of a running service as a client without an SDK does. */
export function createBusinessCaller(base: string): BusinessCaller {
  const send = async (body: unknown, headers: Readonly<Record<string, string>>) => {
    const answer = await fetch(`${base}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    // The service under test wrote it; an unexpected shape fails in the test that reads it.
    const text = (await answer.json()) as Record<string, never>
    return { status: answer.status, headers: answer.headers, text }
  }
  const older = (token?: string) => ({
    'mcp-protocol-version': '2025-11-25',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  })
  const callTool = async (params: unknown, headers: Readonly<Record<string, string>>) => {
    const { status, headers: got, text } = await send(message('tools/call', params), headers)
    const challenge = got.get('www-authenticate')
    return { status, challenge, result: text.result, error: text.error }
  }
  return {
    tools: async (token) => {
      const { text } = await send(message('tools/list', {}), older(token))
      const { tools } = text.result as unknown as { tools: readonly ToolCard[] }
      return tools
    },
    call: (name, args, token, meta) => {
      const params = { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) }
      return callTool(params, older(token))
    },
    modern: (name, args, headerName) => {
      const version = '2026-07-28'
      const _meta = { 'io.modelcontextprotocol/protocolVersion': version }
      return callTool(
        { name, arguments: args, _meta },
        { 'mcp-protocol-version': version, 'mcp-method': 'tools/call', 'mcp-name': headerName },
      )
    },
  }
}

function message(method: string, params: unknown) {
  return { jsonrpc: '2.0', id: 1, method, params }
}
