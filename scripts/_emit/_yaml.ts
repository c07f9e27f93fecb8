import { stringify } from 'yaml'

/**
 * Front matter of a record. YAML 1.1 readers are still common and would turn a bare date, `yes`
 * or `12:30` into something else, so those are quoted.
 */
export function frontMatter(record: Readonly<Record<string, string>>): string {
  const options = { compat: 'yaml-1.1', lineWidth: 0, aliasDuplicateObjects: false } as const
  return `---\n${stringify(record, options)}---\n`
}
