/** The test cases of W3C's ACT rules, for the rules that ours claim to implement (act-rules/act-rules.github.io, `_rules/*.md`). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Our rules for each of theirs; what theirs asks is asked by all of ours together. */
export const CLAIMED: Readonly<Record<string, readonly string[]>> = {
  '5f99a7': ['aria-valid-attr'],
  '6cfa84': ['aria-hidden-focus'],
  ff89c9: ['aria-required-parent'],
  bc4a75: ['aria-required-children'],
  '5c01ea': ['aria-allowed-attr', 'aria-prohibited-attr'],
  '6a7281': ['aria-valid-attr-value'],
  '73f2c2': ['autocomplete-valid'],
  '97a4e1': ['button-name', 'input-button-name', 'aria-command-name', 'summary-name'],
  de46e4: ['valid-lang'],
  '7d6734': ['svg-img-alt'],
  e086e5: ['label', 'select-name', 'aria-input-field-name', 'aria-toggle-field-name'],
  ffd0e9: ['empty-heading'],
  b5c3f8: ['html-has-lang'],
  bf051a: ['html-lang-valid'],
  '5b7ae0': ['html-xml-lang-mismatch'],
  '2779a5': ['document-title'],
  cae760: ['frame-title'],
  '59796f': ['input-image-alt'],
  '23a2a8': ['image-alt', 'role-img-alt'],
  c487ae: ['link-name', 'aria-command-name', 'area-alt'],
  m6b1q3: ['aria-command-name', 'button-name', 'aria-toggle-field-name'],
  bc659a: ['meta-refresh'],
  bisz58: ['meta-refresh-no-exceptions'],
  b4f0c3: ['meta-viewport'],
  '8fc3b6': ['object-alt'],
  '307n5z': ['nested-interactive'],
  '674b10': ['aria-roles'],
  '4e8ab6': ['aria-required-attr'],
  '2t702h': ['summary-name'],
  d0f69e: ['th-has-data-cells'],
  a25f45: ['td-headers-attr'],
  '46ca7f': ['presentation-role-conflict'],
}

export interface ActCase {
  readonly rule: string
  /** `Passed Example 1` */
  readonly name: string
  readonly expected: 'passed' | 'failed' | 'inapplicable'
  readonly html: string
  /** It is what a script makes of it that is tested. */
  readonly needsScript: boolean
}

const EXAMPLE = /^####\s+((Passed|Failed|Inapplicable) Example \d+)\s*$([\s\S]*?)(?=^#{1,4}\s|(?![\s\S]))/gm
const FENCE = /^```(\w+)[^\n]*\n([\s\S]*?)^```/m

export function actCases(folder: string): ActCase[] {
  return readdirSync(join(folder, '_rules'))
    .filter(name => name.endsWith('.md'))
    .flatMap(name => casesOf(readFileSync(join(folder, '_rules', name), 'utf8')))
}

function casesOf(text: string): ActCase[] {
  const rule = /^id:\s*(\w+)/m.exec(text)?.[1] ?? ''
  return [...text.matchAll(EXAMPLE)].flatMap(([, name, expected, body]) => {
    const fence = FENCE.exec(body!)
    if (fence === null || !/^x?html$/.test(fence[1]!)) return []
    const html = fence[2]!
    return [
      {
        rule,
        name: name!,
        expected: expected!.toLowerCase() as ActCase['expected'],
        html,
        needsScript: /<script\b(?![^>]*type="application)/i.test(html),
      },
    ]
  })
}
