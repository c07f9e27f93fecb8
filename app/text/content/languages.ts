/** Code that has no colours on purpose. */
const PLAIN = ['text', 'txt', 'plain', 'plaintext', 'none', 'output', 'ascii', 'ansi']

/** The grammars, and the words that authors write for each. */
const GRAMMARS = {
  astro: 'astro',
  bat: 'bat batch cmd',
  c: 'c',
  clojure: 'clojure clj',
  cmake: 'cmake',
  cpp: 'cpp c++',
  csharp: 'csharp c# cs',
  css: 'css',
  dart: 'dart',
  diff: 'diff',
  docker: 'docker dockerfile',
  dotenv: 'dotenv',
  elixir: 'elixir',
  fish: 'fish',
  go: 'go',
  graphql: 'graphql gql',
  groovy: 'groovy',
  haskell: 'haskell hs',
  hcl: 'hcl',
  html: 'html',
  http: 'http',
  ini: 'ini properties',
  java: 'java',
  json: 'json',
  json5: 'json5',
  jsonc: 'jsonc',
  jsx: 'jsx javascript js cjs mjs node',
  julia: 'julia jl',
  kotlin: 'kotlin kt kts',
  latex: 'latex',
  less: 'less',
  lua: 'lua',
  make: 'make makefile',
  markdown: 'markdown md',
  mdx: 'mdx',
  nginx: 'nginx',
  nix: 'nix',
  nushell: 'nushell nu',
  'objective-c': 'objective-c objc',
  ocaml: 'ocaml',
  perl: 'perl',
  php: 'php',
  powershell: 'powershell ps ps1 pwsh',
  prisma: 'prisma',
  proto: 'proto protobuf',
  python: 'python py',
  r: 'r',
  regexp: 'regexp regex',
  ruby: 'ruby rb',
  rust: 'rust rs',
  scala: 'scala',
  scss: 'scss',
  shellscript: 'shellscript bash sh shell zsh',
  shellsession: 'shellsession console',
  sql: 'sql',
  svelte: 'svelte',
  swift: 'swift',
  terraform: 'terraform tf tfvars',
  toml: 'toml',
  tsx: 'tsx',
  typescript: 'typescript ts cts mts',
  vue: 'vue',
  xml: 'xml',
  yaml: 'yaml yml',
  zig: 'zig',
} as const

export type GrammarName = keyof typeof GRAMMARS

const GRAMMAR_OF: ReadonlyMap<string, GrammarName> = new Map(
  Object.keys(GRAMMARS)
    .filter(isGrammar)
    .flatMap((grammar) => GRAMMARS[grammar].split(' ').map((name) => [name, grammar] as const)),
)

/** The words that a block of code may have for its language. */
export const LANGUAGES: readonly string[] = [...GRAMMAR_OF.keys(), ...PLAIN]

export function isKnownLanguage(name: string): boolean {
  return name === '' || LANGUAGES.includes(name.toLowerCase())
}

/** The grammar of a language; undefined for text without colours. */
export function grammarOf(language: string): GrammarName | undefined {
  return GRAMMAR_OF.get(language)
}

function isGrammar(name: string): name is GrammarName {
  return Object.hasOwn(GRAMMARS, name)
}
