/** What keeps an element from readers, as far as its own tag tells. */
import type { TreeNode } from '../../html/index.ts'

/** Not shown, whatever stands around it. */
export const NOT_RENDERED = 1
/** Not shown to assistive technology. */
export const ARIA_HIDDEN = 2
/** `visibility: hidden`, which children may undo. */
export const INVISIBLE = 4

/** Browsers show nothing of these; `noscript` is for those without scripts. */
const NEVER_SHOWN = new Set(
  'head title meta link base style script template noscript noframes noembed datalist param rp source track col colgroup'.split(
    ' ',
  ),
)

const DISPLAY_NONE = /(?:^|;)\s*display\s*:\s*none\s*(?:!\s*important\s*)?(?:;|$)/i
const VISIBILITY = /(?:^|;)\s*visibility\s*:\s*(\w+)/i

/** Flags of the element; `isInvisible` is what its parent hands down. */
export function hiddenBy(node: TreeNode, isInvisible: boolean): number {
  const { name, attributes } = node
  let flags = isInvisible ? INVISIBLE : 0
  if (NEVER_SHOWN.has(name)) flags |= NOT_RENDERED
  if (isClosedPart(node)) flags |= NOT_RENDERED
  for (let i = 0; i < attributes.length; i += 2) {
    const value = attributes[i + 1]!
    if (attributes[i] === 'hidden') flags |= NOT_RENDERED
    else if (attributes[i] === 'aria-hidden' && value.toLowerCase() === 'true') flags |= ARIA_HIDDEN
    else if (attributes[i] === 'type' && name === 'input' && value.toLowerCase() === 'hidden')
      flags |= NOT_RENDERED
    else if (attributes[i] === 'style') flags = styled(value, flags)
  }
  return flags
}

function styled(style: string, flags: number): number {
  const shown = DISPLAY_NONE.test(style) ? flags | NOT_RENDERED : flags
  const visibility = VISIBILITY.exec(style)?.[1]?.toLowerCase()
  if (visibility === 'hidden' || visibility === 'collapse') return shown | INVISIBLE
  return visibility === 'visible' ? shown & ~INVISIBLE : shown
}

/** What a closed `details` or `dialog` keeps to itself. */
function isClosedPart(node: TreeNode): boolean {
  if (node.name === 'dialog') return node.attribute('open') === undefined
  const { parent } = node
  if (parent?.name !== 'details' || parent.attribute('open') !== undefined) return false
  return node.name !== 'summary'
}
