/** Directives that describe an object of a program, without their domain. */
const OBJECTS = new Set(
  `function class method classmethod staticmethod attribute property data exception decorator
  decoratormethod module describe object type var member struct union enum enumerator macro concept
  alias option cmdoption program envvar confval rst:directive rst:role directive:option`.split(
    /\s+/,
  ),
)

const DOMAIN = /^(?:py|c|cpp|js|rst|std):/

/** Whether a directive describes an object of a program; roles have no part in this. */
export function isObjectDirective(name: string): boolean {
  if (/^rst:(?:directive|role)/.test(name)) return true
  return OBJECTS.has(name.replace(DOMAIN, ''))
}

type Scope = { readonly module: string; readonly object: string }

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
  if (kind === 'envvar' || kind === 'option' || kind === 'cmdoption' || kind === 'confval') {
    return bare.replace(/,$/, '')
  }
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
export function anchorObject(directive: string, name: string): string {
  const kind = directive.replace(DOMAIN, '')
  if (kind === 'module') return `module-${name}`
  if (kind === 'envvar' || kind === 'confval') return `${kind}-${name}`
  if (kind === 'option' || kind === 'cmdoption') return `cmdoption-${name.replace(/^[-/]+/, '')}`
  return name
}

/** The name that encloses what a directive holds: a class encloses its methods. */
export function enclose(directive: string, name: string, scope: Scope): string {
  const kind = directive.replace(DOMAIN, '')
  if (!/^(?:class|exception|struct|union|enum|type)$/.test(kind)) return scope.object
  return scope.module !== '' && name.startsWith(`${scope.module}.`)
    ? name.slice(scope.module.length + 1)
    : name
}
