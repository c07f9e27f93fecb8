import { type Fault, faultsIn } from './fault.ts'

const DEV = 'spec/build/preview/dev_spec.ts'
const FAULTS = 'spec/build/preview/faults_spec.ts'
const LIVE = 'spec/build/preview/live_corpus_spec.ts'
const WATCHERS = 'spec/build/preview/folder_watchers_spec.ts'
const LIVE_FAULTS = 'spec/build/preview/live_faults_spec.ts'
const PROBLEMS = 'spec/build/preview/problems_spec.ts'
const IN_BROWSER = 'spec/browser/dev_spec.ts'

/** Faults of the preview: what it follows, what it survives, and who may look. */
export const DEV_FAULTS: readonly Fault[] = [
  ...faultsIn('app/build/preview/mod.ts', DEV, [
    {
      id: 'dev.private',
      find: 'return isLoopback(hostname) || hostname === host || isAddress(hostname)',
      replace: "return hostname !== ''",
    },
  ]),
  ...faultsIn('app/service/nearby_port.ts', DEV, [
    {
      id: 'dev.survives',
      find: "if (code !== 'EADDRINUSE') break",
      replace: "if (code !== '') break",
    },
  ]),
  ...faultsIn('app/cli/dev.ts', FAULTS, [
    {
      id: 'dev.untouched',
      find: "{ ...config.business, signIn: { way: 'off' } }",
      replace: 'config.business',
    },
  ]),
  ...faultsIn('app/build/preview/watch.ts', FAULTS, [
    {
      id: 'dev.survives',
      find: 'await readdir(folder, { withFileTypes: true }).catch(() => [])',
      replace: 'await readdir(folder, { withFileTypes: true })',
    },
    { id: 'dev.survives', find: 'failure = String(error)', replace: '', spec: LIVE_FAULTS },
  ]),
  ...faultsIn('app/build/preview/watch.ts', WATCHERS, [
    {
      id: 'dev.survives',
      find: "typeof name === 'string' ? join(folder, name) : undefined",
      replace: 'name === null ? undefined : join(folder, name)',
    },
    {
      id: 'dev.survives',
      find: 'if (closed || known?.inode === inode) continue',
      replace: 'if (closed || known !== undefined) continue',
    },
  ]),
  ...faultsIn('app/build/corpus_build/_live_source.ts', LIVE_FAULTS, [
    {
      id: 'dev.survives',
      find: 'brand: isRegistryGood && isFine(brand) ? brand : (before?.brand ?? brand),',
      replace: 'brand,',
    },
    {
      id: 'dev.survives',
      find: 'const ids = assignIds(source.pages, lock)',
      replace: 'const ids = assignIds(usable, lock)',
    },
    {
      id: 'dev.survives',
      find: '|| (!shown.has(path) && isUnseen(path)),',
      replace: "|| (isUnseen(path) && path === ''),",
      spec: FAULTS,
    },
  ]),
  ...faultsIn('app/build/corpus_build/live_corpus.ts', LIVE_FAULTS, [
    {
      id: 'dev.survives',
      find: 'return { ...files, pagesFolder: before.pagesFolder }',
      replace: 'return files',
    },
    {
      id: 'dev.follows',
      find: 'return now === undefined || now === path ? [] : [[path, now] as const]',
      replace: 'return now === path ? [[path, now] as const] : []',
      spec: LIVE,
    },
  ]),
  ...faultsIn('app/build/corpus_build/_corpus_files.ts', PROBLEMS, [
    { id: 'dev.problems', find: '    ...misspelt,\n', replace: '' },
    {
      id: 'dev.problems',
      find: 'const absent = registry.source === undefined ? [] : completed.problems',
      replace: 'const absent = completed.problems',
    },
  ]),
  ...faultsIn('app/build/preview/client/main.ts', IN_BROWSER, [
    {
      id: 'dev.follows',
      find: 'if (moved !== undefined) {',
      replace: "if (moved === 'elsewhere') {",
    },
    {
      id: 'dev.survives',
      find: 'const isMissed = message.run !== shown.run || isLater',
      replace: 'const isMissed = isLater',
    },
  ]),
  ...faultsIn('app/build/preview/client/main.ts', IN_BROWSER, [
    { id: 'dev.survives', find: '  overlay?.remove()\n', replace: '' },
  ]),
  ...faultsIn('app/build/preview/client/refresh.ts', IN_BROWSER, [
    {
      id: 'dev.follows',
      find: 'scrollBy(0, now.getBoundingClientRect().top - anchor.top)',
      replace: 'scrollBy(0, 0)',
    },
  ]),
  ...faultsIn('app/build/preview/client/panel.ts', IN_BROWSER, [
    {
      id: 'dev.explains',
      find: "if (event.key !== 'Escape' || event.isComposing || !own.open) return",
      replace: "if (event.key !== 'Esc' || event.isComposing || !own.open) return",
    },
    { id: 'dev.explains', find: 'if (isSearchCurrent) queryForm?.repeat()', replace: '' },
  ]),
]
