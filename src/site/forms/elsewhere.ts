/**
 * Fields that belong to a form although they are outside of it: `form="id"` (HTML, "form-associated elements"). All those of a page are
 * gathered in one pass and kept as long as its tree, so that many forms cost no more than one.
 */
import type { Tree, TreeNode } from '../../html/index.ts'

const CONTROLS = new Set(['input', 'button', 'select', 'textarea'])
const MAX_ELSEWHERE = 1_000
const LABEL_ABOVE = 4
const MAX_LABEL_CHARS = 200
/** Including white space. */
const MAX_LABEL_READ = 2_000
const gathered = new WeakMap<Tree, ReadonlyMap<string, readonly TreeNode[]>>()

export const isControl = (node: TreeNode) => CONTROLS.has(node.name)

/** Controls outside of the form that name it. */
export function controlsElsewhere(form: TreeNode): readonly TreeNode[] {
  const id = form.attribute('id')
  if (id === undefined || id === '') return []
  const named = namedControls(form.tree).get(id) ?? []
  return named.filter(({ order }) => order < form.order || order > form.last)
}

/** Whether a control inside one form names another form, to which it then belongs. */
export function belongsElsewhere(control: TreeNode, form: TreeNode): boolean {
  const owner = control.attribute('form')
  return owner !== undefined && owner !== form.attribute('id')
}

function namedControls(tree: Tree): ReadonlyMap<string, readonly TreeNode[]> {
  const known = gathered.get(tree)
  if (known !== undefined) return known
  const controls = new Map<string, TreeNode[]>()
  let found = 0
  for (const node of tree.nodes) {
    const owner = isControl(node) ? node.attribute('form') : undefined
    if (owner === undefined || found++ >= MAX_ELSEWHERE) continue
    const own = controls.get(owner)
    if (own === undefined) controls.set(owner, [node])
    else own.push(node)
  }
  gathered.set(tree, controls)
  return controls
}

/** The text of a label around the control. */
export function labelAround(control: TreeNode): string {
  let at = control.parent
  for (let i = 0; at !== null && i < LABEL_ABOVE; i++, at = at.parent)
    if (at.name === 'label')
      return at.text().slice(0, MAX_LABEL_READ).replace(/\s+/g, ' ').trim().slice(0, MAX_LABEL_CHARS)
  return ''
}
