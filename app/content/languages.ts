/** Loads a grammar; each is a module of its own, so that a build loads those it needs. */
type LoadGrammar = () => Promise<typeof import('@shikijs/langs/json')>

/** Code that has no colours on purpose. */
const PLAIN = new Set(['', 'text', 'txt', 'plain', 'plaintext', 'none', 'output', 'ascii', 'ansi'])

/** The grammars, and the words that authors write for each. */
const GRAMMARS: readonly (readonly [load: LoadGrammar, names: string])[] = [
  [() => import('@shikijs/langs/astro'), 'astro'],
  [() => import('@shikijs/langs/shellscript'), 'shellscript bash sh shell zsh'],
  [() => import('@shikijs/langs/bat'), 'bat batch cmd'],
  [() => import('@shikijs/langs/c'), 'c'],
  [() => import('@shikijs/langs/clojure'), 'clojure clj'],
  [() => import('@shikijs/langs/cmake'), 'cmake'],
  [() => import('@shikijs/langs/cpp'), 'cpp c++'],
  [() => import('@shikijs/langs/csharp'), 'csharp c# cs'],
  [() => import('@shikijs/langs/css'), 'css'],
  [() => import('@shikijs/langs/dart'), 'dart'],
  [() => import('@shikijs/langs/diff'), 'diff'],
  [() => import('@shikijs/langs/docker'), 'docker dockerfile'],
  [() => import('@shikijs/langs/dotenv'), 'dotenv'],
  [() => import('@shikijs/langs/elixir'), 'elixir'],
  [() => import('@shikijs/langs/fish'), 'fish'],
  [() => import('@shikijs/langs/go'), 'go'],
  [() => import('@shikijs/langs/graphql'), 'graphql gql'],
  [() => import('@shikijs/langs/groovy'), 'groovy'],
  [() => import('@shikijs/langs/haskell'), 'haskell hs'],
  [() => import('@shikijs/langs/hcl'), 'hcl'],
  [() => import('@shikijs/langs/html'), 'html'],
  [() => import('@shikijs/langs/http'), 'http'],
  [() => import('@shikijs/langs/ini'), 'ini properties'],
  [() => import('@shikijs/langs/java'), 'java'],
  [() => import('@shikijs/langs/json'), 'json'],
  [() => import('@shikijs/langs/json5'), 'json5'],
  [() => import('@shikijs/langs/jsonc'), 'jsonc'],
  [() => import('@shikijs/langs/julia'), 'julia jl'],
  [() => import('@shikijs/langs/kotlin'), 'kotlin kt kts'],
  [() => import('@shikijs/langs/latex'), 'latex'],
  [() => import('@shikijs/langs/less'), 'less'],
  [() => import('@shikijs/langs/lua'), 'lua'],
  [() => import('@shikijs/langs/make'), 'make makefile'],
  [() => import('@shikijs/langs/markdown'), 'markdown md'],
  [() => import('@shikijs/langs/mdx'), 'mdx'],
  [() => import('@shikijs/langs/nginx'), 'nginx'],
  [() => import('@shikijs/langs/nix'), 'nix'],
  [() => import('@shikijs/langs/nushell'), 'nushell nu'],
  [() => import('@shikijs/langs/objective-c'), 'objective-c objc'],
  [() => import('@shikijs/langs/ocaml'), 'ocaml'],
  [() => import('@shikijs/langs/perl'), 'perl'],
  [() => import('@shikijs/langs/php'), 'php'],
  [() => import('@shikijs/langs/powershell'), 'powershell ps ps1 pwsh'],
  [() => import('@shikijs/langs/prisma'), 'prisma'],
  [() => import('@shikijs/langs/proto'), 'proto protobuf'],
  [() => import('@shikijs/langs/python'), 'python py'],
  [() => import('@shikijs/langs/r'), 'r'],
  [() => import('@shikijs/langs/regexp'), 'regexp regex'],
  [() => import('@shikijs/langs/ruby'), 'ruby rb'],
  [() => import('@shikijs/langs/rust'), 'rust rs'],
  [() => import('@shikijs/langs/scala'), 'scala'],
  [() => import('@shikijs/langs/scss'), 'scss'],
  [() => import('@shikijs/langs/shellsession'), 'shellsession console'],
  [() => import('@shikijs/langs/sql'), 'sql'],
  [() => import('@shikijs/langs/svelte'), 'svelte'],
  [() => import('@shikijs/langs/swift'), 'swift'],
  [() => import('@shikijs/langs/terraform'), 'terraform tf tfvars'],
  [() => import('@shikijs/langs/toml'), 'toml'],
  [() => import('@shikijs/langs/tsx'), 'tsx'],
  [() => import('@shikijs/langs/typescript'), 'typescript ts cts mts'],
  [() => import('@shikijs/langs/vue'), 'vue'],
  [() => import('@shikijs/langs/xml'), 'xml'],
  [() => import('@shikijs/langs/yaml'), 'yaml yml'],
  [() => import('@shikijs/langs/zig'), 'zig'],
  [() => import('@shikijs/langs/jsx'), 'jsx javascript js cjs mjs node'],
]

const LOADERS: ReadonlyMap<string, LoadGrammar> = new Map(
  GRAMMARS.flatMap(([load, names]) => names.split(' ').map((name) => [name, load] as const)),
)

/** The words that a block of code may have for its language. */
export const LANGUAGES: readonly string[] = [...LOADERS.keys(), ...PLAIN].filter(Boolean)

export function isKnownLanguage(name: string): boolean {
  const language = name.toLowerCase()
  return LOADERS.has(language) || PLAIN.has(language)
}

/** The grammar of a language; undefined for text without colours. */
export function grammarLoaderOf(language: string): LoadGrammar | undefined {
  return LOADERS.get(language)
}
