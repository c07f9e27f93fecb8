import { posix } from 'node:path'
import type { Attributes } from '../../asciidoc/documents.ts'
import type { ConfigValue } from '../../foreign_source/source/config_values.ts'
import type { PageFile } from './_files.ts'

/**
 * Attributes of a configuration; `false` unsets one, and `@` lets a page set its own. A value may
 * name those above it and those of `outer`: AsciiDoc does not fill in values that it is given. What
 * `outer` sets without `@` stays, as in Antora, where a component cannot replace it.
 */
export function readAttributes(list: ConfigValue | undefined, outer: Attributes = {}): Attributes {
  const attributes: Record<string, string | false> = {}
  const find = (name: string) => (name in attributes ? attributes : outer)[name]
  for (const [name, each] of list?.entries() ?? []) {
    const { value } = each
    if (isFixed(outer[name])) continue
    if (value === false || value === null) attributes[name] = false
    else attributes[name] = value === true ? '' : fillValue(each.text() ?? '', find)
  }
  return attributes
}

function isFixed(value: string | false | undefined): boolean {
  return typeof value === 'string' && !value.endsWith('@')
}

function fillValue(text: string, find: (name: string) => string | false | undefined): string {
  return text.replace(/\\?\{(\w[\w-]*)\}/g, (whole, name: string) => {
    if (whole.startsWith('\\')) return whole.slice(1)
    const value = find(name)
    return typeof value === 'string' ? value.replace(/@$/, '') : whole
  })
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
    'env-site': '',
    env: 'site',
    'site-gen': 'antora',
    'site-gen-antora': '',
  }
}
