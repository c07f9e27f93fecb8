/**
 * The host in a `Host` header, without its port; undefined where it is more than a host and a port
 * (RFC 9110 section 7.2). A server that makes an address of it would read the rest as a path.
 */
export function parseHostHeader(header: string): string | undefined {
  const address = `http://${header}`
  if (!/^[\w.:[\]-]+$/.test(header) || !URL.canParse(address)) return undefined
  return new URL(address).hostname
}
