import { importsOf, packageOf } from './imports.ts'
import { lineAt, type Source } from './source.ts'

const OTLP = /^app\/otlp\/\w+\.ts$/

// Where each library may be imported; one that is not listed may be imported nowhere.
const LIBRARIES: Readonly<Record<string, RegExp>> = {
  '@sinclair/typebox': /^app\//,
  elysia: /^app\/(\w+\/plugin|service)\.ts$/,
  '@elysiajs/static': /^app\/static_files\/plugin\.ts$/,
  orama: /^app\/search\/_index\.ts$/,
  stemmer: /^app\/search\/analysis\/languages\.ts$/,
  '@orama/stemmers': /^app\/search\/analysis\/languages\.ts$/,
  '@orama/stopwords': /^app\/search\/analysis\/languages\.ts$/,
  'ipaddr.js': /^app\/limits\/\w+\.ts$/,
  arctic: /^app\/oauth\/sign_in\/arctic\.ts$/,
  jose: /^app\/oauth\/sign_in\/_id_token\.ts$/,
  '@oslojs/crypto': /^app\/(contract|grants|business)\/\w+\.ts$/,
  '@oslojs/encoding': /^app\/(contract|grants)\/\w+\.ts$/,
  yaml: /^app\/source_text\/\w+\.ts$/,
  'smol-toml': /^app\/foreign_source\/source\/\w+\.ts$/,
  parse5: /^app\/html_pages\/tree\.ts$/,
  acorn: /^app\/foreign_source\/source\/(?:script_literals|_script_nodes)\.ts$/,
  '@cfworker/json-schema': /^app\/(verifier\/schema|business\/_arguments)\.ts$/,
  idiomorph: /^app\/dev_server\/client\/\w+\.ts$/,
  'markdown-it': /^app\/source_text\/\w+\.ts$/,
  'markdown-it-footnote': /^app\/source_text\/markdown\.ts$/,
  '@shikijs/primitive': /^app\/content\/_tokenizer\.ts$/,
  '@shikijs/engine-javascript': /^app\/content\/_tokenizer\.ts$/,
  '@shikijs/langs': /^app\/content\/_grammars\.ts$/,
  'image-size': /^app\/content\/picture_size\.ts$/,
  temml: /^app\/content\/math\.ts$/,
  '@cyclonedx/cyclonedx-library': /^scripts\/_release\/bill_of_materials\.ts$/,
  nanotar: /^scripts\/_release\/archive\.ts$/,
  fflate: /^app\/packager\/bundle\.ts$/,
  fontkit: /^app\/content\/(_card_text|card_drawer|font_metrics)\.ts$/,
  '@fontsource/inter': /^app\/content\/_card_text\.ts$/,
  '@resvg/resvg-wasm': /^app\/content\/card_drawer\.ts$/,
  nodemailer: /^app\/cli\/_smtp\.ts$/,
  'prom-client': /^app\/metrics\/\w+\.ts$/,
  '@opentelemetry/api': OTLP,
  '@opentelemetry/context-async-hooks': OTLP,
  '@opentelemetry/core': OTLP,
  '@opentelemetry/otlp-transformer': OTLP,
  '@opentelemetry/resources': OTLP,
  '@opentelemetry/sdk-metrics': OTLP,
  '@opentelemetry/sdk-trace': OTLP,
}

// Work on the machine: files, folders, threads, the command line.
const ON_THE_MACHINE =
  'content|corpus_build|foreign_markup|foreign_source|generators|importer|site_fetch|new_corpus|' +
  'dev_server|packager|evaluator|verifier|doctor|source_text|files|object_store|build_transfer|cli'

// Where Bun and Node may be used; all else is web-standard code. The web's own compression has no
// levels, and brotli at its highest costs a request too much.
const PLATFORM_FILES = 'main|contract/content_coding|limits/_?redis_\\w+'
const PLATFORM_FOLDERS = `public_docs|search|tables|store|${ON_THE_MACHINE}`
const PLATFORM = new RegExp(`^(app/(${PLATFORM_FILES})\\.ts$|app/(${PLATFORM_FOLDERS})/|scripts/)`)

// In the service only `main.ts` reads the environment; scripts are programs of their own. Git must
// not inherit the variables by which a hook names another repository.
const ENVIRONMENT = /^(app\/(main|files\/_git_question)\.ts$|scripts\/)/

// Who may start programs: what a folder of documents holds must decide neither which one nor how.
const PROGRAMS = /^(app\/files\/_git_question\.ts$|scripts\/)/
const STARTS =
  /\bBun\s*\.\s*(spawn(Sync)?|\$)|\bBun\s*\[|\}\s*=\s*Bun\b|\bimport\s*\{[^}]*(\$|\bspawn)/g
const STARTING_LIBRARIES = /^((node:)?(child_process|cluster)|node:(module|vm)|bun:ffi)$/

// Code is loaded by names that are written here, never by a path that was read.
const LOADS = /\bimport\((?!\s*['"])|\brequire\(|\beval\(|\bnew Function\b|\bdlopen\b/g

// Time and randomness are handed in by the program, so that a test can hand in its own.
const CLOCK = /^(app\/main\.ts$|app\/cli\/|scripts\/)/

/** Libraries, platform, environment and clock used where they may not be. */
export function useFaults(source: Source): readonly string[] {
  if (source.path.startsWith('spec/') || source.path.endsWith('_test.ts')) return []
  return [
    ...importsOf(source).flatMap(({ line, name, target }) =>
      target === undefined ? libraryFaults(source.path, line, name) : [],
    ),
    ...outside(source, PLATFORM, /(?<![.\w])(Bun|process|Buffer|__dirname|__filename)\b(?!\s*:)/g),
    ...outside(source, PLATFORM, /\bimport\.meta\.(dir|file|path|main|env|require)\w*/g),
    ...outside(source, PROGRAMS, STARTS),
    ...outside(source, /^scripts\//, LOADS),
    ...outside(source, ENVIRONMENT, /\b(process|Bun|import\.meta)\.env\b/g),
    ...outside(
      source,
      CLOCK,
      /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\bMath\.random\b/g,
    ),
  ]
}

function libraryFaults(path: string, line: number, name: string): readonly string[] {
  const place = `${path}:${line}`
  if (/^(node:|bun:|bun$|child_process$|cluster$)/.test(name)) {
    const starts = STARTING_LIBRARIES.test(name) && !PROGRAMS.test(path)
    return PLATFORM.test(path) && !starts ? [] : [`${place}: "${name}" may not be used here`]
  }
  const allowed = LIBRARIES[packageOf(name)]
  if (allowed === undefined)
    return [`${place}: "${name}" is a library that allowed_uses.ts does not list`]
  return allowed.test(path) ? [] : [`${place}: "${name}" may not be used here`]
}

function outside(source: Source, allowed: RegExp, use: RegExp): readonly string[] {
  if (allowed.test(source.path)) return []
  return [...source.code.matchAll(use)].map(
    (found) =>
      `${source.path}:${lineAt(source.text, found.index)}: "${found[0]}" may not be used here`,
  )
}
