/** Whether a path fits patterns as `.gitignore` has them, one a line; the last fit decides. */
export function createPathFilter(patterns: string): (path: string) => boolean {
  const rules = patterns.split('\n').flatMap((line) => {
    const text = line.trim()
    return text === '' || text.startsWith('#') ? [] : [readRule(text)]
  })
  return (path) =>
    rules.findLast(({ globs }) => globs.some((glob) => glob.match(path)))?.fits === true
}

function readRule(text: string): { readonly fits: boolean; readonly globs: readonly Bun.Glob[] } {
  const pattern = text.replace(/^!/, '')
  const path = pattern.replace(/^\/|\/$/g, '')
  const anywhere = pattern.replace(/\/$/, '').includes('/') ? path : `**/${path}`
  const globs = pattern.endsWith('/') ? [`${anywhere}/**`] : [anywhere, `${anywhere}/**`]
  return { fits: !text.startsWith('!'), globs: globs.map((glob) => new Bun.Glob(glob)) }
}
