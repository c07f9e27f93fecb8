/** Path and query of a request as they came: still percent-encoded, the query without `?`. */
type RequestTarget = { readonly path: string; readonly query: string }

/**
 * Cuts a request's address without parsing it: this runs on every call, and the runtime hands in
 * a bare path where the Host header is no host, which `new URL` would refuse.
 */
export function requestTarget(url: string): RequestTarget {
  const pathStart = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3)
  if (pathStart < 0) return { path: '/', query: '' }
  const hash = url.indexOf('#', pathStart)
  const end = hash < 0 ? url.length : hash
  const mark = url.indexOf('?', pathStart)
  if (mark < 0 || mark > end) return { path: url.slice(pathStart, end), query: '' }
  return { path: url.slice(pathStart, mark), query: url.slice(mark + 1, end) }
}
