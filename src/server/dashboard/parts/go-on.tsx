import type { AuditRecord } from '../../../audit/record.ts'
import { Card } from './card.tsx'
import { CopyLine } from './copy.tsx'
import { Shown } from './text.tsx'

/** What a person can do about a call that was stopped. */
export function GoOn({ record: { id, approvalKey, scope, unseen, shadow } }: { readonly record: AuditRecord }) {
  return (
    <Card id="go-on" title="Next steps">
      {shadow ? (
        <p>It was not stopped, so there is nothing to approve.</p>
      ) : approvalKey === undefined ? (
        <p>
          No approval lifts it. The message says what would clear it; a rule or another way to the same end may, too.
        </p>
      ) : unseen ? (
        <p>It holds a secret and cannot be shown whole, so nobody can approve it.</p>
      ) : (
        <>
          <p>On a terminal of yours, not the agent’s:</p>
          <CopyLine text={`irongate approve ${id}`} about="exactly this call, once" />
          {scope && (
            <>
              <CopyLine text={`irongate approve ${id} --session`} about="for the session" />
              <p class="quiet wrap">
                It would cover: <Shown text={scope.words} />
              </p>
            </>
          )}
          <CopyLine text={`irongate allow ${id}`} about="a rule, from now on, where one can be made" />
        </>
      )}
      <CopyLine text={`irongate why ${id}`} about="the same page in a terminal" />
    </Card>
  )
}
