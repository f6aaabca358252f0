/** Sound, video and moving content (WCAG 1.2.2, 1.4.2, 2.2.2). */
import type { TreeNode } from '../../../html/index.ts'
import type { AccessPage } from '../access-page.ts'
import type { Rule, RuleVerdict } from '../rule.ts'

/** A video without a track may be silent, or have its captions in the picture. */
function captions(node: TreeNode): RuleVerdict {
  const { nodes } = node.tree
  for (let i = node.order + 1; i <= Math.min(node.last, node.order + 200); i++)
    if (nodes[i]!.name === 'track' && /^captions$/i.test(nodes[i]!.attribute('kind') ?? '')) return 'pass'
  return 'unsure'
}

/** How long it plays can be told only from the media file. */
function autoplay(node: TreeNode): RuleVerdict {
  if (node.attribute('autoplay') === undefined) return 'skip'
  if (node.attribute('muted') !== undefined) return 'skip'
  return node.attribute('controls') === undefined ? 'unsure' : 'pass'
}

const isMoving = (node: TreeNode, page: AccessPage): RuleVerdict => (page.isUnseen(node) ? 'pass' : 'fail')

export const mediaRules: readonly Rule[] = [
  {
    id: 'video-caption',
    level: 'A',
    criteria: '1.2.2',
    says: 'Films have captions.',
    on: { tags: 'video' },
    check: captions,
  },
  {
    id: 'no-autoplay-audio',
    level: 'A',
    criteria: '1.4.2',
    says: 'Sound that starts by itself can be stopped.',
    on: { tags: 'audio video' },
    includesHidden: true,
    check: autoplay,
  },
  {
    id: 'blink',
    level: 'A',
    criteria: '2.2.2',
    says: 'Nothing blinks.',
    on: { tags: 'blink' },
    check: isMoving,
  },
  {
    id: 'marquee',
    level: 'A',
    criteria: '2.2.2',
    says: 'No text runs through the page.',
    on: { tags: 'marquee' },
    check: isMoving,
  },
]
