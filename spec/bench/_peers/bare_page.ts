/** The minimum that answers a page on Bun: looks up the path, answers fixed HTML. */
const [, , port, answer = ''] = process.argv
const pages = new Map([['/', answer]])

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(port),
  fetch: (request) => {
    const page = pages.get(new URL(request.url).pathname)
    if (page === undefined) return new Response(null, { status: 404 })
    return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } })
  },
})

export {}
