import { createSlugNamer } from '../../foreign_source/dialects/slugs.ts'
import { findDate } from '../../foreign_source/source/dates.ts'
import { readTextField } from '../../foreign_source/source/front_matter.ts'
import type { MkdocsConfig } from './_config.ts'

type Post = { readonly fields: Readonly<Record<string, unknown>>; readonly body: string }

/** Where the plugin `blog` of Material has a post: by its date and its title. */
export function findBlogAddress(
  named: string,
  { fields, body }: Post,
  config: MkdocsConfig,
): string | undefined {
  const blog = config.plugin(/^(?:material\/)?blog$/)
  if (blog === undefined || blog.at('post_url_format').text() !== undefined) return undefined
  const folder = blog.at('blog_dir').text() ?? 'blog'
  const date = findDate(fields)
  if (!named.startsWith(`${folder}/posts/`) || date === undefined) return undefined
  const heading = /^#[ \t]+(.+?)[ \t]*$/m.exec(body)?.[1]
  const title = readTextField(fields, ['title']) ?? heading ?? ''
  const slug = readTextField(fields, ['slug']) ?? createSlugNamer('github')(title)
  return slug === '' ? undefined : `${folder}/${date.replaceAll('-', '/')}/${slug}/`
}
