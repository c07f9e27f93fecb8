/** Media types by file extension; text types have their charset (RFC 7763, RFC 9512). */
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['avif', 'image/avif'],
  ['conf', 'text/plain; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['csv', 'text/csv; charset=utf-8'],
  ['gif', 'image/gif'],
  ['gz', 'application/gzip'],
  ['html', 'text/html; charset=utf-8'],
  ['ico', 'image/vnd.microsoft.icon'],
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['js', 'text/javascript; charset=utf-8'],
  ['json', 'application/json'],
  ['jsonl', 'application/jsonl'],
  ['md', 'text/markdown; charset=utf-8'],
  ['mp4', 'video/mp4'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['py', 'text/plain; charset=utf-8'],
  ['service', 'text/plain; charset=utf-8'],
  ['sh', 'text/plain; charset=utf-8'],
  ['speculationrules', 'application/speculationrules+json'],
  ['svg', 'image/svg+xml'],
  ['tgz', 'application/gzip'],
  ['toml', 'application/toml'],
  ['tsv', 'text/tab-separated-values; charset=utf-8'],
  ['txt', 'text/plain; charset=utf-8'],
  ['webm', 'video/webm'],
  ['webp', 'image/webp'],
  ['woff2', 'font/woff2'],
  ['xml', 'application/xml'],
  ['yaml', 'application/yaml'],
  ['yml', 'application/yaml'],
  ['zip', 'application/zip'],
])

const UNKNOWN = 'application/octet-stream'

/** The media type that the ending of a name stands for, on every interface. */
export function mediaTypeOfName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name === 'LICENSE') return 'text/plain; charset=utf-8'
  const dot = name.lastIndexOf('.')
  return (dot === -1 ? undefined : MEDIA_TYPES.get(name.slice(dot + 1))) ?? UNKNOWN
}
