import { memoize } from '../text/memoize.ts'
import type { Command } from '../words.ts'
import { cmdToPowerShell } from './shell-programs.ts'

/** Programs that only Windows has, and commands of its old shell that no other shell knows. */
const WINDOWS_PROGRAMS =
  ` schtasks reg netsh diskshadow wmic bitsadmin mshta rundll32 regsvr32 msiexec cscript wscript installutil
wevtutil auditpol fsutil taskkill cmdkey vaultcmd diskpart icacls cacls takeown procdump procdump64 sdelete sdelete64 ntdsutil
esentutl fltmc dism attrib runas psexec psexec64 setspn nltest dsquery sc del erase rd copy xcopy robocopy findstr logoff tscon
sysmon sysmon64 mpcmdrun mimikatz makecab regasm regsvcs regini msconfig pnputil odbcconf cmstp msdt forfiles pcalua
mavinject certreq desktopimgdownldr extrac32 verclsid wusa xwizard iwr irm move assoc ftype setx
manage-bde reagentc winrm winrs quser qwinsta rasdial wecutil dsadd dsmod adfind sharphound csvde ldifde gpupdate secedit `.replaceAll(
    '\n',
    ' ',
  )
const SHARED_PROGRAMS = ' net net1 format cipher type at dir shutdown certutil start cmd powershell pwsh '
const WINDOWS_ARGUMENT =
  /(?:^|\s)\/[a-z?][\w-]*(?::|\s|$)|\b[a-z]:(?:\\|$|\s)|%\w+%|\\\\[\w.-]+\\|(?:^|\s)-(?:urlcache|decode|encode|addstore)\b/i
/** Words that `net` has on Windows alone. */
const NET_COMMAND = /^net1?(?:\.exe)?\s+(?:user|use|localgroup|accounts|share|stop|group)\s+\S/i
const CMDLET_NAME = /^(?:[A-Z][A-Za-z]{1,14}-[A-Z]\w{2,40}|[a-z]{3,12}-[a-z]\w{2,40})$/
const CMDLET_VERB =
  /^(?:invoke|clear|disable|enable|stop|restart|register|unregister|compress|out|rename|copy|move|new|get|set|remove)-/
const CMDLET_NOUN =
  /-(?:expression|webrequest|restmethod|item|childitem|itemproperty|content|process|service|computer|command|history|eventlog|clipboard|object|archive|file|localuser|localgroupmember|scheduledtask|mppreference|netfirewall\w+|executionpolicy|psremoting|wmiobject|wmimethod|ciminstance|cimmethod|psreadlineoption|aduser|adgroupmember)$/

/**
 * The text as PowerShell would read it, when words of Windows are typed where a command of Bash is expected; undefined otherwise.
 * Nothing but the name in the place of a command counts: text that is only data stays data.
 */
export function windowsCommandText(text: string, commands: readonly Command[]): string | undefined {
  if (commands.every((command) => commandKind(command) === 'other')) return undefined
  const own = commands.filter(({ wrapperNames }) => wrapperNames.length === 0)
  const cmdlets = own.some((command) => commandKind(command) === 'cmdlet')
  if (!cmdlets && !own.some((command) => isWindowsCommand(command, text))) return undefined
  const source = text.includes('<<') ? own.map(({ span }) => text.slice(span.start, span.end)).join('\n') : text
  return cmdlets ? source : source.split('\n').map(cmdToPowerShell).join('\n')
}

type CommandKind = 'cmdlet' | 'windows' | 'shared' | 'other'

function commandKind({ head, name }: Command): CommandKind {
  return kindOfWrittenName(head?.raw ?? name ?? '')
}

const kindOfWrittenName = memoize((written) => kindOfName(plainProgramName(written)))

function kindOfName(name: string): CommandKind {
  if (isCmdlet(name)) return 'cmdlet'
  const plain = name.toLowerCase().replace(/\.exe$/, '')
  if (isInNameList(WINDOWS_PROGRAMS, plain)) return 'windows'
  return isInNameList(SHARED_PROGRAMS, plain) ? 'shared' : 'other'
}

/** From the name as written: Bash takes the backslashes out of a path. */
function plainProgramName(written: string): string {
  const raw = written.replace(/["']/g, '')
  return raw.slice(Math.max(raw.lastIndexOf('/'), raw.lastIndexOf('\\')) + 1)
}

function isCmdlet(name: string): boolean {
  if (!CMDLET_NAME.test(name)) return false
  const plain = name.toLowerCase()
  return /^[A-Z]/.test(name) ? true : CMDLET_VERB.test(plain) && CMDLET_NOUN.test(plain)
}

function isWindowsCommand(command: Command, text: string): boolean {
  const kind = commandKind(command)
  if (kind !== 'shared') return kind === 'windows'
  const line = text.slice(command.span.start, command.span.end)
  return WINDOWS_ARGUMENT.test(line) || NET_COMMAND.test(line)
}

/** Searched as text: most processes ask a few times only. */
function isInNameList(names: string, name: string): boolean {
  return name !== '' && !name.includes(' ') && names.includes(` ${name} `)
}
