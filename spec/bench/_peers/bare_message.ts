/** The minimum that answers a JSON-RPC call on Bun: parses the message, answers with its id. */
const [, , port, answer = '{}'] = process.argv
const { result } = JSON.parse(answer) as { readonly result: unknown }

type Message = { readonly id: number; readonly method: string }

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(port),
  fetch: async (request) => {
    if (request.method !== 'POST') return new Response(null, { status: 405 })
    const { id, method } = JSON.parse(await request.text()) as Message
    if (method !== 'tools/call') return new Response(null, { status: 404 })
    return Response.json({ jsonrpc: '2.0', id, result })
  },
})

export {}
