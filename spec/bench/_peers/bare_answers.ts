/** The minimum that answers many searches on Bun: parses the query, looks up the answer. */
const [, , port, file = ''] = process.argv
const answers = new Map(JSON.parse(await Bun.file(file).text()) as [string, string][])

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(port),
  fetch: (request) => {
    const answer = answers.get(new URL(request.url).searchParams.get('q') ?? '')
    if (answer === undefined) return new Response(null, { status: 404 })
    return new Response(answer, { headers: { 'content-type': 'application/json' } })
  },
})

export {}
