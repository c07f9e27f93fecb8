import { type CScope, isDeclaring, listKeys, readDeclaration } from './_c_objects.ts'
import { makeSphinxId } from './_text.ts'

/** Directives that describe an object of a program, without their domain. */
const OBJECTS = new Set(
  `function class method classmethod staticmethod attribute property data exception decorator
  decoratormethod module describe object type var member struct union enum enumerator macro concept
  alias option cmdoption envvar confval rst:directive rst:role directive:option`.split(/\s+/),
)

const DOMAIN = /^(?:py|c|cpp|js|rst|std):/

/** Whether a directive describes an object of a program; roles have no part in this. */
export function isObjectDirective(name: string): boolean {
  if (/^rst:(?:directive|role)/.test(name)) return true
  return OBJECTS.has(name.replace(DOMAIN, '')) && !/^c(?:pp)?:alias$/.test(name)
}

/** Where a name counts: within a module, an object, or a program with options. */
export type Scope = CScope & { module: string; object: string; program: string }

export function createScope(): Scope {
  return { module: '', object: '', program: '', path: [], paths: [] }
}

/** Each line of an argument is a signature; a line that ends with a backslash goes on. */
export function splitSignatures(argument: string): readonly string[] {
  return argument
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .flatMap((text) => text.trim() || [])
}

type NamedObject = { readonly name: string; readonly anchor: string }

/** All that a signature names: an option has a short and a long name. */
export function listObjects(
  directive: string,
  signature: string,
  scope: Scope,
): readonly NamedObject[] {
  const kind = directive.replace(DOMAIN, '')
  if (kind === 'option' || kind === 'cmdoption') return listOptions(signature, scope.program)
  if (/^(?:directive|directive:option|role)$/.test(kind)) {
    return [nameMarkup(kind, signature.trim(), scope.object)]
  }
  if (isDeclaring(directive)) {
    const { path, anchors } = readDeclaration(directive, signature, scope)
    const names = listKeys(directive, path)
    return anchors.flatMap((anchor) => names.map((name) => ({ name, anchor })))
  }
  const name = nameObject(directive, signature, scope)
  return [{ name, anchor: anchorObject(directive.replace(/^auto/, ''), name) }]
}

function listOptions(signature: string, program: string): readonly NamedObject[] {
  return signature.split(', ').flatMap((part): readonly NamedObject[] => {
    const option = /^[^\s=]+/.exec(part.trim())?.[0].replace(/\[$/, '')
    if (option === undefined) return []
    const isWord = !/^[-/]/.test(option)
    const parts = ['cmdoption', program, isWord ? 'arg' : '', option]
    const anchor = makeSphinxId(parts.filter((each) => each !== '').join('-'))
    return [{ name: nameOption(option, program), anchor }]
  })
}

/** A directive or role of the markup itself, by a name that no object of a program has. */
function nameMarkup(kind: string, signature: string, around: string): NamedObject {
  if (kind === 'role')
    return { name: `role ${signature}`, anchor: makeSphinxId(`role-${signature}`) }
  const above = kind === 'directive' ? '' : around.replace(/^dir /, '')
  const name =
    kind === 'directive'
      ? (/^\.\. (.+?)::/.exec(signature)?.[1] ?? signature)
      : signature.replace(/\s*:\s[\s\S]*$/, '')
  const parts = [kind, above, name].filter((each) => each !== '')
  const full = above === '' ? name : `${above}:${name}`
  return { name: `dir ${full}`, anchor: makeSphinxId(parts.join('-')) }
}

/** The full name of what a role refers to. */
export function nameReference(role: string, name: string, program: string): string {
  const kind = role.replace(DOMAIN, '')
  if (kind === 'option') return nameOption(name, program)
  return /^rst:(?:dir|role)$/.test(role) ? `${kind} ${name}` : name
}

/** An option of a program by its full name: `kettle-boil --hot`. */
function nameOption(option: string, program: string): string {
  const words = option.trim().split(/\s+/)
  const name = words.at(-1) ?? ''
  const above = words.length > 1 ? words.slice(0, -1).join('-') : program
  return above === '' ? name : `${above} ${name}`
}

/** What `program` names, as anchors of options have it. */
export function nameProgram(argument: string): string {
  const words = argument.trim()
  return words === 'None' ? '' : words.replace(/\s+/g, '-')
}

const BARE_NAME =
  /^(?:(?:async|static|abstract|classmethod|final|property|const|type|class)\s+)*([^\s([=:]+)/

/**
 * The full name of the object in a signature: `flask.Flask.run` of `run(host=None)`. Sphinx puts
 * the module before every name that is written out, also before one that has it already; only
 * names whose code it reads are known to be whole.
 */
export function nameObject(directive: string, signature: string, scope: Scope): string {
  const kind = directive.replace(DOMAIN, '')
  const [, bare = ''] = BARE_NAME.exec(signature.replace(/^@/, '').trim()) ?? []
  if (kind === 'envvar' || kind === 'confval') return bare
  if (kind === 'module' || kind === 'automodule') return bare
  const inObject = scope.object !== '' && !bare.startsWith(`${scope.object}.`)
  const own = inObject ? `${scope.object}.${bare}` : bare
  if (isWhole(kind, bare)) return bare
  return scope.module === '' ? own : `${scope.module}.${own}`
}

/** Autodoc takes what is before a name for its module; before a method it may be the class. */
function isWhole(kind: string, name: string): boolean {
  if (!kind.startsWith('auto')) return false
  const isMember = /^auto(?:method|attribute|property)$/.test(kind)
  return name.split('.').length > (isMember ? 2 : 1)
}

/** The anchor that Sphinx gives an object. */
function anchorObject(directive: string, name: string): string {
  const kind = directive.replace(DOMAIN, '')
  if (kind === 'module') return `module-${name}`
  if (kind === 'envvar' || kind === 'confval') return `${kind}-${name}`
  return name
}

/** The names around what a declaration of C or C++ holds. */
export function encloseDeclared(
  directive: string,
  signature: string | undefined,
  scope: Scope,
): readonly string[] {
  return signature === undefined || !isDeclaring(directive)
    ? scope.path
    : readDeclaration(directive, signature, scope).path
}

/** The name that encloses what a directive holds: a class encloses its methods. */
export function enclose(directive: string, name: string, scope: Scope): string {
  if (isDeclaring(directive)) return scope.object
  const kind = directive.replace(DOMAIN, '')
  if (kind === 'directive') return name
  if (!/^(?:class|exception|struct|union|enum|type)$/.test(kind)) return scope.object
  return scope.module !== '' && name.startsWith(`${scope.module}.`)
    ? name.slice(scope.module.length + 1)
    : name
}
