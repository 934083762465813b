import type { Run } from '../code/run/run.ts'
import { type Abstract, from, reference, text } from '../code/run/value.ts'
import { variable } from '../code/tables/acts.ts'

export function automatic(name: string, run: Run): Abstract {
  const { facts } = run.scribe
  if (name.startsWith('env:')) return environment(name.slice(4).toUpperCase(), run)
  if (name === 'home') return text(facts.home)
  if (name === 'pwd' || name === 'psscriptroot') return text(facts.cwd)
  if (name === 'true' || name === 'false' || name === 'null') return reference(name)
  if (name === 'unknown_part') return text('\0')
  if (name === 'profile') return text(`${facts.home}/Documents/PowerShell/profile.ps1`)
  return name === 'args' || name === 'input' ? from([{ kind: 'argument' }]) : text('\0')
}

function environment(key: string, run: Run): Abstract {
  const { home } = run.scribe.facts
  if (key === 'TEMP' || key === 'TMP') return text('/tmp')
  if (key === 'USERPROFILE') return text(home)
  if (/^(?:WINDIR|SYSTEMROOT)$/.test(key)) return text('C:\\Windows')
  if (/^PROGRAM(?:FILES|DATA)/.test(key)) return text('C:\\Program Files')
  if (/^(?:LOCAL)?APPDATA$/.test(key)) return text(`${home}\\AppData`)
  if (key === 'SYSTEMDRIVE' || key === 'HOMEDRIVE') return text('C:')
  return variable(run, key)
}
