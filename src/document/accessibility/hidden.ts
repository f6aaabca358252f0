/** What hides an element, judging by its own tag. */
import type { TreeNode } from '../../html/index.ts'
import type { Styled } from './page-styles.ts'

/** Not rendered, whatever its surroundings. */
export const NOT_RENDERED = 1
/** Not shown to assistive technology. */
export const ARIA_HIDDEN = 2
/** `visibility: hidden`, which children may undo. */
export const INVISIBLE = 4

/** Browsers do not render these; `noscript` is for browsers without scripts. */
const NEVER_SHOWN = new Set(
  'head title meta link base style script template noscript noframes noembed datalist param rp source track col colgroup'.split(
    ' ',
  ),
)

const DISPLAY_NONE = /(?:^|;)\s*display\s*:\s*none\s*(?:!\s*important\s*)?(?:;|$)/i
const DISPLAY = /(?:^|;)\s*display\s*:/i
const VISIBILITY = /(?:^|;)\s*visibility\s*:\s*(\w+)/i

/** Flags of the element; `isInvisible` is inherited from its parent, `sheet` is what style sheets say about it. */
export function hiddenBy(node: TreeNode, isInvisible: boolean, sheet: Styled | null): number {
  const { name, attributes } = node
  let flags = isInvisible ? INVISIBLE : 0
  if (NEVER_SHOWN.has(name)) flags |= NOT_RENDERED
  if (isClosedPart(node)) flags |= NOT_RENDERED
  if (sheet !== null && !sheet.isImportant) flags = sheeted(sheet, flags)
  for (let i = 0; i < attributes.length; i += 2) {
    const value = attributes[i + 1]!
    if (attributes[i] === 'hidden') flags |= NOT_RENDERED
    else if (attributes[i] === 'aria-hidden' && value.toLowerCase() === 'true') flags |= ARIA_HIDDEN
    else if (attributes[i] === 'type' && name === 'input' && value.toLowerCase() === 'hidden')
      flags |= NOT_RENDERED
    else if (attributes[i] === 'style') flags = styled(value, sheet, flags)
  }
  return sheet?.isImportant ? sheeted(sheet, flags) : flags
}

/** Applies only what hides: a rule that shows cannot undo what surrounds the element, nor show what is never rendered. */
function sheeted({ display, visibility }: Styled, flags: number): number {
  const shown = display === 'none' ? flags | NOT_RENDERED : flags
  if (visibility === null) return shown
  return visibility === 'hidden' ? shown | INVISIBLE : shown & ~INVISIBLE
}

/** An element's own style overrides style sheets. */
function styled(style: string, sheet: Styled | null, flags: number): number {
  const isUndone = sheet?.display === 'none' && !sheet.isImportant && DISPLAY.test(style)
  const before = isUndone ? flags & ~NOT_RENDERED : flags
  const shown = DISPLAY_NONE.test(style) ? before | NOT_RENDERED : before
  const visibility = VISIBILITY.exec(style)?.[1]?.toLowerCase()
  if (visibility === 'hidden' || visibility === 'collapse') return shown | INVISIBLE
  return visibility === 'visible' ? shown & ~INVISIBLE : shown
}

/** Whether it is the closed part of a `details` or `dialog`. */
function isClosedPart(node: TreeNode): boolean {
  if (node.name === 'dialog') return node.attribute('open') === undefined
  const { parent } = node
  if (parent?.name !== 'details' || parent.attribute('open') !== undefined) return false
  return node.name !== 'summary'
}
