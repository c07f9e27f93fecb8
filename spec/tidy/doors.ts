import { importsOf, packageOf } from './imports.ts'
import { lineAt, type Source } from './source.ts'

// Where each library may be imported; one that is not listed here has no place in the house.
const LIBRARIES: Readonly<Record<string, RegExp>> = {
  '@sinclair/typebox': /^(app|scripts)\//,
  elysia: /^app\/(\w+\/plugin|service)\.ts$/,
  '@elysiajs/static': /^app\/manifests\/plugin\.ts$/,
  orama: /^app\/search\/_index\w*\.ts$/,
  stemmer: /^app\/search\/_stems\.ts$/,
  'ipaddr.js': /^app\/limits\/\w+\.ts$/,
  arctic: /^app\/oauth\/_sign_in\.ts$/,
  jose: /^app\/oauth\/_id_token\.ts$/,
  '@oslojs/crypto': /^app\/(grants\/_secret|business\/_digests)\.ts$/,
  '@oslojs/encoding': /^app\/grants\/_secret\.ts$/,
  yaml: /^scripts\/(_read\/\w+|_emit\/_yaml)\.ts$/,
  '@cfworker/json-schema': /^(scripts\/_verify\/schema|app\/business\/_arguments)\.ts$/,
  'markdown-it': /^scripts\/_read\/markdown\.ts$/,
}

// Where Bun and Node may be used; all else is web-standard code.
const PLATFORM =
  /^(app\/(main|_\w+)\.ts$|app\/(public_docs|search|tables)\/|app\/store\/|scripts\/|spec\/)/

// Programs of their own; in the service only `main.ts` reads the environment.
const ENVIRONMENT = /^(app\/main\.ts$|scripts\/(start|test|mutate)\.ts$|scripts\/_test\/|spec\/)/

// Time and randomness are handed in by the program, so that a test can hand in its own.
const CLOCK = /^(app\/(main|_\w+)\.ts$|scripts\/|spec\/)/

/** Libraries, platform, environment and clock used outside their doors. */
export function doorFaults(source: Source): readonly string[] {
  if (source.path.startsWith('spec/') || source.path.endsWith('_test.ts')) return []
  return [
    ...importsOf(source).flatMap(({ line, name, target }) =>
      target === undefined ? libraryFaults(source.path, line, name) : [],
    ),
    ...outside(source, PLATFORM, /(?<![.\w])(Bun|process|Buffer|__dirname|__filename)\b(?!\s*:)/g),
    ...outside(source, PLATFORM, /\bimport\.meta\.(dir|file|path|main|env|require)\w*/g),
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
  if (/^(node:|bun:|bun$)/.test(name)) {
    return PLATFORM.test(path) ? [] : [`${place}: "${name}" outside its door`]
  }
  const door = LIBRARIES[packageOf(name)]
  if (door === undefined) return [`${place}: "${name}" is a library without a door`]
  return door.test(path) ? [] : [`${place}: "${name}" outside its door`]
}

function outside(source: Source, door: RegExp, use: RegExp): readonly string[] {
  if (door.test(source.path)) return []
  return [...source.code.matchAll(use)].map(
    (found) => `${source.path}:${lineAt(source.text, found.index)}: "${found[0]}" outside its door`,
  )
}
