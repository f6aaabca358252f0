import type { ChangeNote } from '../../src/client/index.ts'
import { changeSaid } from './change-words.ts'

export const ChangeSaid = ({ change }: { readonly change: ChangeNote | null }) => (
  <span class="cell-change" dir="auto" title={change?.summary ?? change?.why}>
    {changeSaid(change)}
  </span>
)
