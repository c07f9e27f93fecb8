import { importsOf, packageOf } from './imports.ts'
import { lineAt, type Source } from './source.ts'

const OTLP = /^app\/service\/otlp\/\w+\.ts$/

// Where each library may be imported; one that is not listed may be imported nowhere.
const LIBRARIES: Readonly<Record<string, RegExp>> = {
  '@sinclair/typebox': /^app\//,
  elysia: /^app\/(interfaces\/\w+\/plugin|service\/service)\.ts$/,
  '@elysiajs/static': /^app\/interfaces\/static_files\/plugin\.ts$/,
  orama: /^app\/docs\/search\/mod\.ts$/,
  stemmer: /^app\/docs\/search\/analysis\/languages\.ts$/,
  '@orama/stemmers': /^app\/docs\/search\/analysis\/languages\.ts$/,
  '@orama/stopwords': /^app\/docs\/search\/analysis\/languages\.ts$/,
  'ipaddr.js': /^app\/foundation\/limits\/\w+\.ts$/,
  arctic: /^app\/interfaces\/oauth\/sign_in\/arctic\.ts$/,
  jose: /^app\/interfaces\/oauth\/sign_in\/_id_token\.ts$/,
  '@oslojs/crypto': /^app\/(contract|business\/(grants|tools))\/\w+\.ts$/,
  '@oslojs/encoding': /^app\/(contract|business\/grants)\/\w+\.ts$/,
  yaml: /^app\/text\/source_text\/\w+\.ts$/,
  'smol-toml': /^app\/import\/source\/files\/\w+\.ts$/,
  parse5: /^app\/import\/html\/tree\.ts$/,
  acorn: /^app\/import\/source\/files\/(?:script_literals|script_markup)\.ts$/,
  '@cfworker/json-schema': /^app\/(checks\/verifier\/schema|business\/tools\/_arguments)\.ts$/,
  idiomorph: /^app\/build\/preview\/client\/\w+\.ts$/,
  'markdown-it': /^app\/text\/source_text\/\w+\.ts$/,
  'markdown-it-footnote': /^app\/text\/source_text\/markdown\.ts$/,
  '@shikijs/primitive': /^app\/text\/content\/_tokenizer\.ts$/,
  '@shikijs/engine-javascript': /^app\/text\/content\/_tokenizer\.ts$/,
  '@shikijs/langs': /^app\/text\/content\/_grammars\.ts$/,
  'image-size': /^app\/text\/content\/picture_size\.ts$/,
  'beautiful-mermaid': /^app\/text\/content\/diagram_drawer\.ts$/,
  temml: /^app\/text\/content\/math\.ts$/,
  '@cyclonedx/cyclonedx-library': /^scripts\/_release\/bill_of_materials\.ts$/,
  nanotar: /^scripts\/_release\/release\.ts$/,
  fflate: /^app\/build\/packager\/bundle\.ts$/,
  fontkit: /^app\/text\/content\/(_card_text|card_drawer|font_metrics)\.ts$/,
  '@fontsource-variable/inter': /^app\/text\/content\/font_metrics\.ts$/,
  '@fontsource/inter': /^app\/text\/content\/_card_text\.ts$/,
  '@resvg/resvg-wasm': /^app\/text\/content\/card_drawer\.ts$/,
  nodemailer: /^app\/service\/network\/smtp\.ts$/,
  'prom-client': /^app\/service\/metrics\/\w+\.ts$/,
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
  'foundation/files|foundation/object_store|text|docs/model|build|import|' +
  'service/(?:admin|parts|network)|checks/(?:doctor|evaluator|verifier)|cli'

// Where Bun and Node may be used; all else is web-standard code. The web's own compression has no
// levels, and brotli at its highest costs a request too much; a hash in JavaScript takes five times
// as long as that of the runtime.
const PLATFORM_FILES =
  'main|contract/(?:content_coding|text_hash)|foundation/limits/_?redis_\\w+|service/\\w+|' +
  'service/settings/(?:effective_settings|secret_files|settings_file)'
const PLATFORM_FOLDERS = `docs/(?:public_docs|search)|foundation/(?:tables|store)|${ON_THE_MACHINE}`
const PLATFORM = new RegExp(`^(app/(${PLATFORM_FILES})\\.ts$|app/(${PLATFORM_FOLDERS})/|scripts/)`)

// In the service only `main.ts` reads the environment; scripts are programs of their own. Git must
// not inherit the variables by which a hook names another repository.
const ENVIRONMENT = /^(app\/(main|foundation\/files\/_git_question)\.ts$|scripts\/)/

// Who may start programs: what a folder of documents holds must decide neither which one nor how.
const PROGRAMS = /^(app\/foundation\/files\/_git_question\.ts$|scripts\/)/
const STARTS =
  /\bBun\s*\.\s*(spawn(Sync)?|\$)|\bBun\s*\[|\}\s*=\s*Bun\b|\bimport\s*\{[^}]*(\$|\bspawn)/g
const STARTING_LIBRARIES = /^((node:)?(child_process|cluster)|node:(module|vm)|bun:ffi)$/

// Code is loaded by names that are written here, never by a path that was read.
const LOADS = /\bimport\((?!\s*['"])|\brequire\(|\beval\(|\bnew Function\b|\bdlopen\b/g

// Time and randomness are handed in by the program, so that a test can hand in its own.
const CLOCK = /^(app\/main\.ts$|app\/(cli|service|checks\/doctor)\/|scripts\/)/

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
