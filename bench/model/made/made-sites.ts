/** The made sites of a folder, with their truth. Those that are missing are said, and left out. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FolderSource } from '../folder-source.ts'
import type { JudgedSite } from '../judged-site.ts'
import {
  type MadeSite,
  pageClassifier,
  readGenerators,
  type Generator as SiteGenerator,
} from './generators.ts'
import { goldenOf, pathOf } from './made-truth.ts'

const ORIGIN = 'http://site.test'

export function* madeSites(folder: string, only: readonly string[]): Generator<JudgedSite> {
  for (const generator of readGenerators())
    for (const site of generator.sites) {
      if (only.length > 0 && !only.includes(site.name) && !only.includes(generator.name)) continue
      if (existsSync(rootOf(folder, site))) yield judgedSite(generator, site, folder)
      else console.log(`${site.name.padEnd(18)} missing: run bench/model/made/get.ts --out ${folder}`)
    }
}

function judgedSite(generator: SiteGenerator, site: MadeSite, folder: string): JudgedSite {
  const { name, start = '/' } = site
  const source = new FolderSource(rootOf(folder, site), ORIGIN)
  const classOf = pageClassifier(generator, start)
  const rules = JSON.stringify([generator.classes, generator.templates, site])
  return {
    ...{ name, generator: generator.name, source, start },
    golden: goldenOf(source, start, classOf, join(folder, `${name}.truth.json`), rules),
    truth: url => {
      const page = source.read(url)
      return page === null ? undefined : classOf(pathOf(page.url), page.html)
    },
  }
}

/** Where a package is unpacked below the folder of all. */
export function packageOf({ package: debian, npm }: MadeSite): string {
  return debian ?? npm!.replace(/@[^@]*$/, '')
}

function rootOf(folder: string, site: MadeSite): string {
  return join(folder, packageOf(site), site.root)
}
