/** Where names of C and C++ count: within a namespace, a class or another declaration. */
export type CScope = {
  path: readonly string[]
  /** The places to which the ends of namespaces lead back. */
  readonly paths: (readonly string[])[]
}

/** A declaration of C or C++. */
type Declaration = {
  /** The names around it, and its own; one that begins with `@` is shown to nobody. */
  readonly path: readonly string[]
  readonly anchors: readonly string[]
  /** Whether these are all: Sphinx makes others of types, which need a parser of C++. */
  readonly isWhole: boolean
}

const DOMAIN = /^(c|cpp):/
const SCOPED = /^(?:class|struct|union|enum(?:-class|-struct)?|enumerator|concept)$/

/** Whether a directive declares something in C or C++. */
export function isDeclaring(directive: string): boolean {
  const kind = directive.replace(DOMAIN, '')
  return DOMAIN.test(directive) && !/^(?:alias|namespace)/.test(kind)
}

/** Follows `namespace`, `namespace-push` and `namespace-pop`. */
export function followNamespace(directive: string, argument: string, scope: CScope): boolean {
  const [, kind] = /^(?:c|cpp):namespace(|-push|-pop)$/.exec(directive) ?? []
  if (kind === undefined) return false
  const names = /^(?:NULL|0|nullptr)$/.test(argument.trim()) ? [] : cutNames(argument)
  if (kind === '-push') scope.paths.push(scope.path)
  if (kind === '-pop') scope.path = scope.paths.pop() ?? []
  else scope.path = kind === '' ? names : [...scope.path, ...names]
  return true
}

export function readDeclaration(
  directive: string,
  signature: string,
  { path: around }: CScope,
): Declaration {
  const kind = directive.replace(DOMAIN, '')
  const { template, text } = cutTemplate(signature)
  const own = SCOPED.test(kind) ? nameScoped(text) : nameDeclared(text)
  const path = [...around, ...cutNames(own)]
  if (directive.startsWith('c:')) {
    return { path, anchors: [`c.${path.join('.')}`], isWhole: true }
  }
  const isNamed = template === '' && !/[<(]|operator/.test(own) && kind !== 'function'
  if (!isNamed) return { path, anchors: [path.join('::')], isWhole: false }
  return { path, anchors: makeAnchors(kind, path, text), isWhole: !/^(?:var|member)$/.test(kind) }
}

/** The anchors of all versions of Sphinx that depend on the name alone, the newest first. */
function makeAnchors(kind: string, path: readonly string[], text: string): readonly string[] {
  const isAnonymous = path.some((name) => name.startsWith('@'))
  const isOld = /^(?:class|struct|union|type)$/.test(kind) && !/(?<![<>=])=/.test(text)
  const parts = path.map((name, at) => {
    if (at === 0 && name === 'std' && path.length > 1) return 'St'
    return name.startsWith('@') ? `Ut${name.length - 1}_${name.slice(1)}` : `${name.length}${name}`
  })
  const encoded = parts.length === 1 ? parts.join('') : `N${parts.join('')}E`
  return [
    ...(isAnonymous ? [4, 3] : [4, 3, 2]).map((version) => `_CPPv${version}${encoded}`),
    ...(isOld && !isAnonymous ? [path.join('::')] : []),
  ]
}

/** Names by which roles find a declaration: those that nobody sees may be absent. */
export function listKeys(directive: string, path: readonly string[]): readonly string[] {
  const isEnumerator = directive.endsWith(':enumerator')
  const paths = [
    path,
    path.filter((name) => !name.startsWith('@')),
    ...(isEnumerator ? [path.filter((_, at) => at !== path.length - 2)] : []),
  ]
  return [...new Set(paths.map((each) => keyOf(directive, each)))]
}

/** What a role may name from where it stands, the nearest first. */
export function listCandidates(role: string, name: string, { path }: CScope): readonly string[] {
  const names = cutNames(/[\s(]/.test(name) ? nameDeclared(cutTemplate(name).text) : name)
  const places = Array.from({ length: path.length + 1 }, (_, at) => path.slice(0, path.length - at))
  return places.map((place) => keyOf(role, [...place, ...names]))
}

/** A key has no full stop, after which names of other languages are cut. */
function keyOf(directive: string, path: readonly string[]): string {
  return `${DOMAIN.exec(directive)?.[1]} ${path.join('/')}`
}

/** Names of a signature that may be those of other declarations. */
export function listTypeNames(signature: string): readonly string[] {
  return [...signature.matchAll(/[A-Za-z_]\w*(?:::\w+)*/g)].map(([name]) => name)
}

/** A signature as Sphinx shows it, which begins with what it declares. */
export function showDeclaration(directive: string, signature: string): string {
  const kind = directive.replace(DOMAIN, '').replace('-', ' ')
  const { template, text } = cutTemplate(signature)
  const shown = hideNames(text)
  const word = SCOPED.test(kind.replace(' ', '-')) ? kind : kind === 'type' ? wordOfType(text) : ''
  const isThere = word === '' || shown.startsWith(`${word} `)
  return `${template === '' ? '' : `${template} `}${isThere ? '' : `${word} `}${shown}`
}

/** Names that only other declarations use. */
export function hideNames(text: string): string {
  return text.replace(/(?<![\w@])@\w+/g, '[anonymous]')
}

function wordOfType(text: string): string {
  if (/(?<![<>=])=/.test(text)) return 'using'
  return /^[\w:@.]+$/.test(text) ? 'type' : 'typedef'
}

/** `template<typename T>` before a declaration, also several. */
function cutTemplate(signature: string): { readonly template: string; readonly text: string } {
  const text = signature.trim().replace(/^(?:public|protected|private)\s+/, '')
  const [head = ''] = /^(?:template\s*)?(?=<)|^template\s+(?=\w)/.exec(text) ?? []
  if (!/^(?:template\b|<)/.test(text)) return { template: '', text }
  let depth = 0
  for (let at = head.length; at < text.length; at += 1) {
    depth += text[at] === '<' ? 1 : text[at] === '>' ? -1 : 0
    if (depth > 0) continue
    const rest = cutTemplate(text.slice(at + 1))
    return { template: `${text.slice(0, at + 1)} ${rest.template}`.trim(), text: rest.text }
  }
  return { template: text, text: '' }
}

const NAME = /[@~\w.]+(?:<[^()]*?>)?(?:::[@~\w]+(?:<[^()]*?>)?)*/

function nameScoped(text: string): string {
  const bare = text.replace(/^(?:(?:class|struct|union|enum|concept)\s+)+/, '')
  return NAME.exec(bare)?.[0] ?? bare
}

/** The name in a declaration with a type: `a` of `int a[2] = {1}`, `f` of `int (*f)(int)`. */
function nameDeclared(text: string): string {
  const bare = text.replace(/(?<![<>=!])=(?!=)[\s\S]*$/, '').trim()
  const pointer = /\(\s*(?:[\w:]*[*&]+\s*)(?:const\s+)?([@\w:]+)/.exec(bare)?.[1]
  if (pointer !== undefined) return pointer
  const operator = /(?<![\w:<>])(?:[\w:<>]*::)?operator\b[^(]*(?:\(\s*\))?/.exec(bare)?.[0]
  if (operator !== undefined) return operator.trim()
  const head = bare.replace(/(?:\(|\[|\s:\s|(?<=\w):(?!:))[\s\S]*$/, '').trim()
  return /(?<![@~\w.:])[@~\w.:]+(?:<[^<>]*>)?$/.exec(head)?.[0] ?? head
}

function cutNames(name: string): readonly string[] {
  const bare = name
    .trim()
    .replace(/<[^()]*>/g, '')
    .replace(/\(\)$/, '')
  return bare.split(/::|\./).filter((part) => part !== '')
}
