import { posix } from 'node:path'
import type { Attributes } from '../../asciidoc/documents.ts'
import type { ConfigValue } from '../../foreign_source/source/config_values.ts'
import type { PageFile } from './_files.ts'

/** A longer value keeps its references: each could be ten times as long as the one above it. */
const FILLED_BYTES_MAX = 4096

/**
 * Attributes of a configuration; `false` unsets one that a page may set, null one that it may not,
 * and `@` lets a page set its own. A value may name those above it and those of `outer`: AsciiDoc
 * does not fill in values that it is given. What `fixed` sets without `@` stays, as in Antora,
 * where a component cannot replace it.
 */
export function readAttributes(
  list: ConfigValue | undefined,
  outer: Attributes,
  fixed: Attributes,
): Attributes {
  const attributes: Record<string, Value> = {}
  const find = (name: string) => (name in attributes ? attributes : outer)[name]
  for (const [name, each] of list?.entries() ?? []) {
    const { value } = each
    if (isFixed(fixed[name])) continue
    if (value === false || value === null) attributes[name] = value
    else attributes[name] = value === true ? '' : readValue(each.text() ?? '', find)
  }
  return attributes
}

type Value = Attributes[string]

type FindValue = (name: string) => Value | undefined

function isFixed(value: Value | undefined): boolean {
  return value === null || (typeof value === 'string' && !value.endsWith('@'))
}

/** A value that is the name of another alone is unset as that one is. */
function readValue(text: string, find: FindValue): Value {
  const [, alone = ''] = /^\{(\w[\w-]*)\}$/.exec(text) ?? []
  const named = find(alone)
  return named === false || named === null ? named : fillValue(text, find)
}

function fillValue(text: string, find: FindValue): string {
  let left = FILLED_BYTES_MAX - Buffer.byteLength(text)
  return text.replace(/\\?\{(\w[\w-]*)\}/g, (whole, name: string) => {
    // As an entity, the brace is a character of the text and opens no reference.
    if (whole.startsWith('\\')) return `&#123;${whole.slice(2)}`
    const value = find(name)
    if (typeof value !== 'string') return whole
    const filled = value.replace(/@$/, '')
    const bytes = Buffer.byteLength(filled)
    if (bytes > left) return whole
    left -= bytes
    return filled
  })
}

/** What Antora tells a page of its site; a playbook may replace it, and a component may not. */
export function describeSite(playbook: ConfigValue): Attributes {
  const title = playbook.at('site', 'title').text() ?? ''
  const url = playbook.at('site', 'url').text() ?? ''
  return {
    'env-site': '',
    env: 'site',
    'site-gen': 'antora',
    'site-gen-antora': '',
    ...(title === '' ? {} : { 'site-title': title }),
    ...(url === '' ? {} : { 'site-url': url }),
  }
}

/** What Antora tells a page of itself. */
export function describePage({ resource }: PageFile): Attributes {
  if (resource === undefined) return {}
  const { component, module, path } = resource
  const { name, version, title, folder } = component
  return {
    'page-component-name': name,
    'page-component-title': title ?? name,
    'page-component-version': version,
    'page-component-display-version': component.config.at('display_version').text() ?? version,
    'page-module': module,
    'page-relative-src-path': path,
    'page-version': version,
    partialsdir: 'partial$',
    examplesdir: 'example$',
    attachmentsdir: `/${posix.join(folder, 'modules', module, 'attachments')}`,
  }
}
