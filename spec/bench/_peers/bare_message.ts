/** The least that can answer a JSON-RPC call on Bun: parses the body, answers fixed JSON. */
const [, , port, answer = ''] = process.argv

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(port),
  fetch: async (request) => {
    if (request.method !== 'POST') return new Response(null, { status: 405 })
    const message = JSON.parse(await request.text()) as { readonly method: string }
    if (message.method !== 'tools/call') return new Response(null, { status: 404 })
    return new Response(answer, { headers: { 'content-type': 'application/json' } })
  },
})

export {}
