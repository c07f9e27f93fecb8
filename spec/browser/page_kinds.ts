/** One page of each kind, by its path. */
export const PAGE_KINDS: Readonly<Record<string, string>> = {
  'front page': '/',
  'long page with tables': '/run/settings/',
  'reference with code': '/clients/search/',
  'page about writing': '/write/markdown/',
  'page of blocks': '/write/blocks/',
  'page of code': '/write/code/',
  changelog: '/changelog/',
  'search form': '/search/',
  results: '/search/?q=rate+limit',
  'no results': '/search/?q=xyzzyplugh',
  'missing page': '/no/such/page/',
}
