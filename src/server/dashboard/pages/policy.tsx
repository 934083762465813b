import type { PolicyResponse } from '../../api/shapes.ts'
import { useCell } from '../core/cell.ts'
import { whoami } from '../core/connection.ts'
import { asText, counted } from '../core/format.ts'
import { useLoad } from '../core/load.ts'
import { Card, Columns } from '../parts/card.tsx'
import { PolicyEditor } from '../parts/policy-editor.tsx'
import { LoadedView } from '../parts/problem.tsx'
import { Code, Empty, Inline, Notice, OutcomeBadge, PageHead, Shown } from '../parts/text.tsx'

/** The origin of what no file says. */
const DEFAULT = 'default'

/** The merged policy with where each line of it stands, and the user's own file to edit. */
export function PolicyPage() {
  const loaded = useLoad<PolicyResponse>('/policy')
  const me = useCell(whoami)
  return (
    <>
      <PageHead title="Policy" about="What is in force, and which file says so." />
      <LoadedView loaded={loaded}>
        {(policy) => (
          <>
            {policy.notices.map(({ level, text }) => (
              <Notice kind={level}>
                <p class="wrap">
                  <Shown text={text} />
                </p>
              </Notice>
            ))}
            <Rules rules={policy.rules} />
            <Files files={policy.files} mayEdit={me?.rights.includes('policy') === true} saved={loaded.reload} />
            <Settings settings={policy.settings} />
          </>
        )}
      </LoadedView>
    </>
  )
}

function Rules({ rules }: Pick<PolicyResponse, 'rules'>) {
  return (
    <Card id="the-rules" title={counted(rules.length, 'rule')}>
      {rules.length === 0 ? (
        <Empty>No rule is written. Fast paths and the judge decide.</Empty>
      ) : (
        <table class="rules">
          <Columns names={['Says', 'Rule', 'From']} />
          <tbody>
            {rules.map(({ behavior, text, origin, invalid }) => (
              <tr>
                <td>
                  <OutcomeBadge outcome={behavior} />
                </td>
                <td>
                  <Inline text={text} />
                  {invalid !== undefined && (
                    <p class="fault wrap">
                      cannot be used: <Shown text={invalid} />
                    </p>
                  )}
                </td>
                <td class="quiet wrap">
                  <Shown text={origin} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}

/** What was written comes first; defaults are folded. */
function Settings({ settings }: Pick<PolicyResponse, 'settings'>) {
  const written = settings.filter(({ origin }) => origin !== DEFAULT)
  const rest = settings.filter(({ origin }) => origin === DEFAULT)
  return (
    <Card id="the-settings" title="Settings">
      {written.length === 0 ? <Empty>All defaults</Empty> : <SettingsTable settings={written} />}
      {rest.length > 0 && (
        <details>
          <summary>{counted(rest.length, 'default')}</summary>
          <SettingsTable settings={rest} />
        </details>
      )}
    </Card>
  )
}

function SettingsTable({ settings }: Pick<PolicyResponse, 'settings'>) {
  return (
    <table class="settings">
      <Columns names={['Name', 'Value', 'From']} />
      <tbody>
        {settings.map(({ name, value, origin }) => (
          <tr>
            <th scope="row" class="mono">
              <Shown text={name} />
            </th>
            <td>
              <Value value={value} />
            </td>
            <td class="quiet wrap">
              <Shown text={origin} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ value }: { readonly value: unknown }) {
  if (Array.isArray(value)) {
    if (value.length === 0) return <span class="quiet">none</span>
    return (
      <span class="words">
        {value.map((each) => (
          <span class="word wrap">
            <Shown text={asText(each)} />
          </span>
        ))}
      </span>
    )
  }
  if (typeof value === 'boolean') return <>{value ? 'yes' : 'no'}</>
  return (
    <span class="wrap">
      <Shown text={asText(value)} />
    </span>
  )
}

interface FilesProps extends Pick<PolicyResponse, 'files'> {
  readonly mayEdit: boolean
  readonly saved: () => void
}

function Files({ files, mayEdit, saved }: FilesProps) {
  const own = mayEdit ? files.find(({ writable }) => writable) : undefined
  const others = files.filter((file) => file !== own)
  return (
    <>
      {own && (
        <Card id="own-settings" title="Your settings">
          <p class="quiet mono wrap">
            <Shown text={own.path} />
          </p>
          <PolicyEditor key={own.text} text={own.text} saved={saved} />
        </Card>
      )}
      {!mayEdit && (
        <Notice kind="info">
          <p>
            This browser may look but not change it; <code>irongate pair</code> on a terminal lets it.
          </p>
        </Notice>
      )}
      {others.map(({ path, scope, text }) => (
        <section class="card">
          <details>
            <summary>
              <span class="mono wrap">
                <Shown text={path} />
              </span>{' '}
              <span class="quiet">
                <Shown text={scope} />
              </span>
            </summary>
            <Code text={text} label={path} />
          </details>
        </section>
      ))}
    </>
  )
}
