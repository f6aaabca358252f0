import { describe, expect, it } from 'vitest'
import { startClass } from '../guide/make.ts'
import { inferSite } from '../infer.ts'
import { MADE_AT, SHOP, ShopSource } from '../shop.fixture.ts'
import { type ModelVersion, versionOf } from '../version.ts'
import { induceWrapper } from '../wrapper/induce.ts'
import { editedModel, modelText } from './model-text.ts'

async function shopModel(): Promise<ModelVersion> {
  const source = new ShopSource()
  const model = versionOf(await inferSite(source, SHOP, { pages: 40, seed: 1, madeAt: MADE_AT }))
  const wrappers: Record<string, ReturnType<typeof induceWrapper>> = {}
  for (const [i, { name }] of model.classes.entries()) {
    const pages = await Promise.all(model.members[i]!.slice(0, 8).map(source.fetch))
    if (pages.length >= 3) wrappers[name] = induceWrapper(pages.map(page => page!))
  }
  return { ...model, wrappers }
}

const model = await shopModel()
const text = modelText(model, startClass(model))
const edited = (changed: string) => {
  const answer = editedModel(model, changed)
  if (answer.kind === 'wrong') throw new Error(JSON.stringify(answer.problems))
  return answer.model
}
const withList = Object.entries(model.wrappers!).find(([, { lists }]) => lists!.length > 0)![0]

describe('a model as text', () => {
  it('comes back as it was', () => {
    const same = edited(text)
    expect(same.wrappers).toEqual(
      Object.fromEntries(
        Object.entries(model.wrappers!).filter(([, { fields, lists }]) => fields.length + lists!.length > 0),
      ),
    )
    expect(new Set(same.links)).toEqual(new Set(model.links))
  })

  it('takes another name and another type for a field, and keeps what is known of it', () => {
    const [source, wrapper] = Object.entries(model.wrappers!).find(([, { fields }]) =>
      fields.some(({ name }) => name === 'price'),
    )!
    const price = wrapper.fields.find(({ name }) => name === 'price')!
    const { wrappers } = edited(text.replace(/number,(.*),price,/, 'string,$1,cost,'))
    expect(wrappers![source]!.fields).toContainEqual({ ...price, name: 'cost', type: 'string' })
  })

  it('keeps records that repeat in their list', () => {
    const [list] = model.wrappers![withList]!.lists!
    const changed = edited(text.replace(`,${list!.name}.${list!.fields[0]!.name},`, `,${list!.name}.label,`))
    expect(changed.wrappers![withList]!.lists![0]!.fields[0]).toEqual({ ...list!.fields[0]!, name: 'label' })
  })

  it('loses a field, a list and a link whose lines are deleted', () => {
    const changed = edited(
      text
        .split('\r\n')
        .filter(line => line.startsWith('#'))
        .join('\r\n'),
    )
    expect(changed.wrappers).toEqual({})
    expect(changed.links).toEqual([])
  })

  it('says with line and column what it cannot be', () => {
    const name = model.classes[0]!.name
    const wrong = editedModel(
      model,
      [
        `${name},string,//h1,a`,
        `${name},string,//h2,a`,
        'boats,string,//h1,b',
        `${name},link,//a[,${name}`,
        `${name},link,//a,nowhere`,
        `${name},form,//form`,
      ].join('\n'),
    )
    expect(
      wrong.kind === 'wrong' && wrong.problems.map(({ line, message }) => [line, message.split(':')[0]]),
    ).toEqual([
      [2, `${name} has two fields named a`],
      [3, 'there is no class boats'],
      [4, expect.stringContaining('XPath')],
      [5, 'there is no class nowhere'],
      [6, 'a form that is sent before a page is read needs a specification in a file (extract.model)'],
    ])
  })
})
