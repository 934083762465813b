import { isUserCommand } from '../../../audit/effective-outcome.ts'
import { showInvisible } from '../../../cli/io.ts'
import type { StoredRecord } from '../../store/store.ts'
import { callLine, lastPart, shownDuration } from '../core/format.ts'
import { linkTo } from '../core/router.ts'
import { pathWords, reasonDetail } from '../core/words.ts'
import { Columns } from './card.tsx'
import { OutcomeBadge, Shown, Time } from './text.tsx'

/** Decisions as a table; on a phone each row folds into a card, so the roles are written out. */
export function RecordTable({ records, label }: { readonly records: readonly StoredRecord[]; readonly label: string }) {
  return (
    <table class="records" aria-label={label}>
      <Columns names={['Time', 'Answer', 'Call', 'Decided by', 'Where', 'Took']} numbers={['Took']} />
      <tbody>
        {records.map((stored) => (
          <Row key={`${stored.machine}/${stored.record.id}/${stored.record.at}`} stored={stored} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ stored: { machine, record } }: { readonly stored: StoredRecord }) {
  const { id, at, outcome, shadow, tool, input, reason, category, cwd, host, sessionId, ms } = record
  return (
    <tr data-outcome={outcome}>
      <td class="cell-time">
        <Time at={at} />
      </td>
      <td class="cell-outcome">
        <OutcomeBadge outcome={isUserCommand(record) ? 'person' : outcome} shadow={shadow} />
      </td>
      <td class="cell-call">
        <a href={linkTo('decision', machine, id)}>
          <span class="tool">
            <Shown text={tool} />
          </span>{' '}
          <code>
            <Shown text={callLine(input, 240)} />
          </code>
        </a>
      </td>
      <td class="cell-path">
        {category === undefined ? pathWords(reason.type) : <Shown text={category} />}
        <span class="quiet detail">
          <Shown text={category === undefined ? reasonDetail(reason) : pathWords(reason.type)} />
        </span>
      </td>
      <td class="cell-where">
        <a href={linkTo('session', machine, sessionId)} title={showInvisible(`session ${sessionId}`)}>
          <Shown text={lastPart(cwd)} />
        </a>
        <span class="quiet detail">
          <Shown text={host} />
        </span>
      </td>
      <td class="cell-ms number">{ms === undefined ? '' : shownDuration(ms)}</td>
    </tr>
  )
}
