/** The minimum that answers a search on Bun: parses the query, answers fixed JSON. */
const [, , port, answer = ''] = process.argv

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(port),
  fetch: (request) => {
    const query = new URL(request.url).searchParams.get('q')
    if (query === null) return new Response(null, { status: 400 })
    return new Response(answer, { headers: { 'content-type': 'application/json' } })
  },
})

export {}
