/** Golden sets as sites that a server answers: the file that an address leads to is the page. */
import { goldenClassifier } from '../../src/site/index.ts'
import { FolderSource } from '../model/folder-source.ts'
import { type GoldenSite, originOf } from '../model/golden.ts'
import { type KnownSite, NOTHING } from './site.ts'

export function goldenSite(golden: GoldenSite, folder: string): KnownSite {
  const origin = originOf(golden)
  const source = new FolderSource(folder, origin)
  const truth = goldenClassifier(golden)
  return {
    name: golden.name,
    start: golden.start,
    answer: (path, served) => {
      const page = source.read(origin + path)
      if (page === null) return NOTHING
      if (page.url !== origin + path) return { kind: 'moved', to: page.url.replace(origin, served) }
      return { kind: 'page', html: page.html.replaceAll(origin, served) }
    },
    contentAt: path => {
      const file = source.fileOf(origin + path)
      if (file === undefined || file.url !== origin + path) return null
      const known = truth(origin + path) ?? truth(origin + path.replace(/\?.*$/s, ''))
      return known === undefined || known.trap ? null : { page: file.path, className: known.name }
    },
  }
}
