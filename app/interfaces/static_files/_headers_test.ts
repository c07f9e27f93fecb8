import { expect, test } from 'bun:test'
import { mediaTypeOf } from './_headers.ts'

test.each(
  Object.entries({
    'developers/openapi.yaml': 'application/yaml',
    'changelog/feed.xml': 'application/atom+xml; charset=utf-8',
    'sitemap.xml': 'application/xml',
    'docs-manifest.json': 'application/json',
    '.well-known/mcp.json': 'application/json',
    'llms.txt': 'text/plain; charset=utf-8',
    'guides/start/index.md': 'text/markdown; charset=utf-8',
    'guides/start/index.html': 'text/html; charset=utf-8',
    'assets/site.0123abcd.css': 'text/css; charset=utf-8',
    'assets/site.0123abcd.js': 'text/javascript; charset=utf-8',
    'assets/mark.0123abcd.svg': 'image/svg+xml',
    'assets/LICENSE': 'text/plain; charset=utf-8',
    'assets/constructor': 'application/octet-stream',
  }),
)('mediaTypeOf() knows "%s" as %s', (path, type) => {
  expect(mediaTypeOf(path)).toBe(type)
})
