import { type Fault, faultsIn } from './fault.ts'

const QUOTED = 'spec/build/corpus_build/quoted_content_spec.ts'
const CONTENT = 'spec/build/corpus_build/content_spec.ts'
const PACKED = 'spec/build/corpus_build/packed_spec.ts'
const IN_BROWSER = 'spec/browser/content_spec.ts'

/** Faults of what stands in an article: code, tabs, pictures, formulas. */
export const CONTENT_FAULTS: readonly Fault[] = [
  ...faultsIn('app/text/source_text/_pictures.ts', QUOTED, [
    {
      id: 'page.content',
      find: "escapeHtml(readInlineText(token?.children ?? []).replaceAll('\\n', ' '))",
      replace: "readInlineText(token?.children ?? []).replaceAll('\\n', ' ')",
    },
  ]),
  ...faultsIn('app/text/source_text/_html_rules.ts', QUOTED, [
    {
      id: 'page.content',
      find: 'escapeHtml(String(tokens[at]?.meta?.label))',
      replace: 'String(tokens[at]?.meta?.label)',
    },
    {
      id: 'page.content',
      find: '` ${name}="${escapeHtml(String(value))}"`',
      replace: '` ${name}="${String(value)}"`',
    },
  ]),
  ...faultsIn('app/text/content/_tokenizer.ts', QUOTED, [
    {
      id: 'page.content',
      find: '`<span class="${name}">${escapeHtml(text)}</span>`',
      replace: '`<span class="${name}">${text}</span>`',
    },
  ]),
  ...faultsIn('app/text/content/math.ts', QUOTED, [
    {
      id: 'page.content',
      find: 'if (start === -1) return tag\n',
      replace: 'if (start !== tag.length) return tag\n',
    },
  ]),
  ...faultsIn('app/text/content/picture_size.ts', QUOTED, [
    {
      id: 'page.assets',
      find: 'orientation >= SIDEWAYS_FROM',
      replace: 'orientation > SIDEWAYS_FROM + 3',
    },
  ]),
  ...faultsIn('app/text/source_text/_html_options.ts', QUOTED, [
    { id: 'page.assets', find: 'return images === 1', replace: 'return images > 0' },
  ]),
  ...faultsIn('app/build/corpus_build/read/assets.ts', QUOTED, [
    {
      id: 'page.assets',
      find: 'sha256.slice(0, ASSET_DIGITS)',
      replace: "''.padEnd(ASSET_DIGITS, '0')",
    },
  ]),
  ...faultsIn('app/build/corpus_build/read/body.ts', QUOTED, [
    {
      id: 'page.assets',
      find: 'const what = `the image ${quote(href)} ${state}`',
      replace: "if (href !== '') return []; const what = state",
    },
  ]),
  ...faultsIn('app/text/source_text/_fence_edits.ts', CONTENT, [
    {
      id: 'page.content',
      find: '(word) => !isForPage(word),',
      replace: "(word) => !isForPage(word) || word !== '',",
    },
  ]),
  ...faultsIn('app/docs/site/client/tabs.ts', IN_BROWSER, [
    {
      id: 'page.content',
      find: "document.documentElement.dir === 'rtl' ? -1 : 1",
      replace: "document.documentElement.dir === 'rtl' ? 1 : 0",
    },
    { id: 'page.content', find: 'remember(KEY, label)', replace: "remember('', label)" },
  ]),
  ...faultsIn('app/docs/site/client/code.ts', IN_BROWSER, [
    { id: 'page.content', find: "'.prompt, samp, del, .unfold'", replace: "'.prompt, samp'" },
  ]),
  ...faultsIn(
    'app/interfaces/static_files/_paths.ts',
    'spec/interfaces/static_files/old_addresses_spec.ts',
    [
      {
        id: 'ids.redirect_from',
        find: "return { kind: 'moved', to: isTwin ? moved.record.markdown_url : moved.url }",
        replace: "return { kind: 'moved', to: moved.url }",
      },
    ],
  ),
  ...faultsIn('app/contract/redirects.ts', 'spec/interfaces/static_files/redirect_list_spec.ts', [
    {
      id: 'ids.redirect_list',
      find: 'anchor = at < 0 ? anchor : target.slice(at + 1)',
      replace: "anchor = at < 0 ? '' : target.slice(at + 1)",
    },
    {
      id: 'ids.redirect_list',
      find: 'if (isThere(path)) return',
      replace: 'if (count >= 0) return',
    },
  ]),
  ...faultsIn('app/text/source_text/_anchor_rules.ts', 'spec/build/corpus_build/anchors_spec.ts', [
    {
      id: 'pages.anchors',
      find: 'const anchors = [...headings.map(({ anchor }) => anchor), ...chosen]',
      replace: 'const anchors = headings.map(({ anchor }) => anchor)',
    },
  ]),
  ...faultsIn('app/build/corpus_build/_assemble.ts', 'spec/build/corpus_build/scripts_spec.ts', [
    { id: 'pages.scripts', find: 'encodeURI(page.path)', replace: 'page.path' },
  ]),
  ...faultsIn('app/docs/public_docs/_snapshot.ts', PACKED, [
    {
      id: 'build.packed',
      find: 'whole.value.subarray(records.bodyOffset(at))',
      replace: 'whole.value',
    },
  ]),
  ...faultsIn('app/docs/public_docs/_build_listing.ts', PACKED, [
    { id: 'build.packed', find: 'rows[at]?.isPacked !== true', replace: 'rows[at] !== undefined' },
  ]),
  ...faultsIn('app/build/corpus_build/_build_folders.ts', PACKED, [
    {
      id: 'build.packed',
      find: 'find(path)?.isPacked !== true',
      replace: 'find(path) !== undefined',
    },
  ]),
  ...faultsIn(
    'app/docs/public_docs/_stored_files.ts',
    'spec/interfaces/static_files/compressed_spec.ts',
    [
      {
        id: 'static.compressed',
        find: 'const sha256 = computeDigest(new TextEncoder().encode(`gzip ${file.sha256}`))',
        replace: 'const { sha256 } = file',
      },
    ],
  ),
]
