/** What keeps an element from readers, as far as its own tag tells. */
import type { TreeNode } from '../../html/index.ts'
import type { Styled } from './page-styles.ts'

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
const DISPLAY = /(?:^|;)\s*display\s*:/i
const VISIBILITY = /(?:^|;)\s*visibility\s*:\s*(\w+)/i

/** Flags of the element; `isInvisible` is what its parent hands down, `sheet` what style sheets say of it. */
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

/** Only what hides: a rule that shows cannot undo what stands around it, nor what is never shown. */
function sheeted({ display, visibility }: Styled, flags: number): number {
  const shown = display === 'none' ? flags | NOT_RENDERED : flags
  if (visibility === null) return shown
  return visibility === 'hidden' ? shown | INVISIBLE : shown & ~INVISIBLE
}

/** An element's own style wins over style sheets. */
function styled(style: string, sheet: Styled | null, flags: number): number {
  const isUndone = sheet?.display === 'none' && !sheet.isImportant && DISPLAY.test(style)
  const before = isUndone ? flags & ~NOT_RENDERED : flags
  const shown = DISPLAY_NONE.test(style) ? before | NOT_RENDERED : before
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
