/** Pages that differ in the validators they send, honest and not, and in whether they answer range requests. */
import { leaf, listing } from '../listing.ts'
import { routes } from '../routes.ts'
import { changing, type Plan } from '../schedule.ts'
import type { Site, Validators } from '../site.ts'

export const VALIDATORS = {
  'etag-strong': { etag: 'strong' },
  'etag-weak': { etag: 'weak' },
  'etag-lying': { etag: 'lying' },
  'etag-fickle': { etag: 'fickle' },
  'modified-true': { lastModified: 'true' },
  'modified-lying': { lastModified: 'lying' },
  both: { etag: 'strong', lastModified: 'true' },
  ranges: { etag: 'strong', ranges: true },
  none: {},
} as const satisfies Record<string, Validators>

export function conditional(
  host: string,
  options: { readonly changes?: Plan; readonly pages?: number } = {},
): Site {
  const { changes = changing(0.5, 5), pages = 3 } = options
  const names = Object.keys(VALIDATORS)
  const paths = names.flatMap(name => Array.from({ length: pages }, (_, n) => `/${name}/${n}`))
  const find = routes({
    '/': ({ seed }) => listing(seed, 'home', 'Validators', paths),
    '/:name/:n#': ({ seed, path, part, number }) => {
      const validators = VALIDATORS[part('name') as keyof typeof VALIDATORS]
      if (!validators || number('n') >= pages) return undefined
      return { ...leaf(seed, part('name'), path, 4), schedule: changes(seed, path), validators }
    },
  })
  return { host, kind: 'conditional', entries: ['/'], find }
}
