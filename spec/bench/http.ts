import { measureThroughput } from './_load.ts'
import { formatGet, sendOnce } from './_requests.ts'
import { type Bench, compare, type Row } from './_rows.ts'
import { type Server, startOurs, startPeer } from './_servers.ts'

/** Answers per second of the search route and a page, compared with a server of fixed answers. */
export const benchHttp: Bench = async () => {
  const ours = await startOurs()
  try {
    return [
      await compareWithBare(
        ours,
        'GET search',
        '/api/public/docs/search?q=rate+limits',
        'bare_query',
      ),
      await compareWithBare(ours, 'GET page', '/', 'bare_page'),
    ]
  } finally {
    await ours.stop()
  }
}

async function compareWithBare(
  ours: Server,
  figure: string,
  path: string,
  peerName: string,
): Promise<Row> {
  const request = formatGet(path)
  const bare = await startPeer(peerName, await sendOnce(ours.port, request))
  try {
    const measured = await measureThroughput(
      { server: ours, request },
      { bare: { server: bare, request } },
    )
    return compare({
      figure,
      unit: 'answers/s',
      better: 'more',
      peerName: 'bare Bun.serve',
      rounds: measured('bare').rates,
    })
  } finally {
    await bare.stop()
  }
}
