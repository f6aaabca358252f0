/** Every reading and action of the command line can be had over HTTP, too: whoever adds a command says here by what. */
import { expect, it } from 'vitest'
import { openApi } from '../../src/api/index.ts'
import { tidewatch } from './shell.ts'

/** Commands, and the operations that do the same. */
const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  crawl: ['createCollection', 'setConfig', 'addSeeds', 'start', 'stop'],
  watch: ['start', 'stop', 'setConfig'],
  recrawl: ['start', 'visitPage'],
  pages: ['pages', 'walledPages'],
  changes: ['changes'],
  duplicates: ['duplicates', 'pagesLike', 'pageCopies', 'findDuplicates'],
  search: ['search'],
  index: ['buildIndex'],
  links: ['linkHealth'],
  spam: ['spam'],
  patterns: ['patterns', 'findPatterns'],
  accessibility: ['accessibility', 'checkedPages', 'pageAccessibility', 'checkAccessibility'],
  forms: ['forms'],
  hosts: ['hosts'],
  classes: ['classes'],
  extract: ['records', 'startRecords', 'rereadSite'],
  errors: ['errors', 'events'],
  plan: ['plan', 'samples', 'planChart'],
  history: ['page', 'history', 'explain'],
  diff: ['diff'],
  show: ['stored', 'pageText', 'pageResponse'],
  export: ['export', 'startExport', 'exports', 'exportedFile'],
  robots: ['askRobots'],
  doctor: ['examine', 'tasks'],
  forget: ['forgetPages'],
  empty: ['empty'],
  lab: ['startLab', 'lab', 'stopLab', 'labReport'],
  model: ['makeModel', 'makeModels', 'models', 'model', 'modelDifference', 'modelFile'],
}
/** What a server is, not what it does, and where it finds its collections and the files of other crawls. */
const SERVERS = ['serve', 'demo', 'help', 'copy', 'import']

it('every command has operations that do the same', async () => {
  const { stdout } = await tidewatch('--help')
  const [, list = ''] = stdout.split('Crawl:\n')
  const commands = [...list.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name!)
  expect(commands.filter(name => !SERVERS.includes(name)).sort()).toEqual(Object.keys(OPERATIONS).sort())
})

it('those operations are there', () => {
  const { paths } = openApi() as { paths: Record<string, Record<string, { operationId: string }>> }
  const ids = new Set(
    Object.values(paths).flatMap(methods => Object.values(methods).map(each => each.operationId)),
  )
  expect(
    Object.values(OPERATIONS)
      .flat()
      .filter(id => !ids.has(id)),
  ).toEqual([])
})
