const ALIAS_PAIRS = `
iex invoke-expression|iwr invoke-webrequest|curl invoke-webrequest|wget invoke-webrequest|irm invoke-restmethod|rm remove-item|ri remove-item|del remove-item
erase remove-item|rd remove-item|rmdir remove-item|rp remove-itemproperty|gc get-content|cat get-content|type get-content|sc set-content|ac add-content|clc clear-content
cli clear-item|clp clear-itemproperty|ni new-item|mkdir new-item|md new-item|cp copy-item|copy copy-item|cpi copy-item|mv move-item|move move-item|mi move-item|ren rename-item|rni rename-item
saps start-process|start start-process|spps stop-process|kill stop-process|spsv stop-service|sasv start-service|icm invoke-command|ii invoke-item|gci get-childitem|ls get-childitem|dir get-childitem
echo write-output|write write-output|gl get-location|pwd get-location|sl set-location|cd set-location|chdir set-location|pushd push-location|popd pop-location|gi get-item|gp get-itemproperty|sp set-itemproperty
si set-item|sv set-variable|gv get-variable|clv clear-variable|rv remove-variable|ps get-process|gps get-process|gsv get-service|sajb start-job|gjb get-job|rcjb receive-job|rjb remove-job|wjb wait-job
select select-object|where where-object|? where-object|foreach foreach-object|% foreach-object|sort sort-object|group group-object|measure measure-object|ft format-table|fl format-list|fw format-wide|fhx format-hex|tee tee-object
oh out-host|compare compare-object|diff compare-object|gm get-member|gcm get-command|gal get-alias|sal set-alias|nal new-alias|h get-history|history get-history|clh clear-history|clhy clear-history|cls clear-host|clear clear-host
gcb get-clipboard|scb set-clipboard|gwmi get-wmiobject|iwmi invoke-wmimethod|rwmi remove-wmiobject|gcim get-ciminstance|icim invoke-cimmethod|etsn enter-pssession|nsn new-pssession|sls select-string|rvpa resolve-path|cvpa convert-path
epcsv export-csv|ipcsv import-csv|ipmo import-module|sleep start-sleep|tnc test-netconnection|man get-help|help get-help|shcm show-command|fc format-custom|set set-variable|mount new-psdrive|ndr new-psdrive|rdr remove-psdrive|cfs convertfrom-string|gu get-unique|gtz get-timezone|gin get-computerinfo
`

const ALIASES = new Map(
  ALIAS_PAIRS.split(/[\n|]/)
    .map((pair) => pair.trim().split(' '))
    .filter((pair): pair is [string, string] => pair.length === 2),
)

const ALIASES_BY_RUN = new WeakMap<object, Map<string, string>>()

/** The names that the text itself gave to commands, by the run that reads it. */
export function aliasesOf(run: object): Map<string, string> {
  const own = ALIASES_BY_RUN.get(run) ?? new Map<string, string>()
  ALIASES_BY_RUN.set(run, own)
  return own
}

export function resolveAlias(name: string, run: object): string {
  const plain = name.toLowerCase().replace(/^.*\\(?=[a-z]+-[a-z]+$)/, '')
  const meant = aliasesOf(run).get(plain) ?? plain
  return ALIASES.get(meant) ?? meant
}

const SWITCH_PARAMETERS =
  'recurse force confirm whatif verbose debug passthru asjob append nonewline noclobber usebasicparsing skipcertificatecheck skiphttperrorcheck wait nonewwindow raw asplaintext assecurestring file directory hidden readonly system name list quiet casesensitive notmatch allmatches simplematch unique descending autosize wrap compress notypeinformation leaf parent resolve isabsolute sum average maximum minimum line word character la l all online full examples detailed includeusername stable asstring ashashtable nohistory allusers currentuser usedefaultcredentials noprofile noninteractive nologo noexit sta mta removefileandexecute'.split(
    ' ',
  )
const VALUE_PARAMETERS =
  'path literalpath pspath filter include exclude destination value encoding depth first last skip property pattern itemtype target uri outfile infile method body headers contenttype timeoutsec seconds milliseconds id computername stream credential erroraction ea warningaction wa errorvariable outvariable ov inputobject totalcount head tail readcount delimiter attributes context culture top bottom argumentlist scriptblock variable width separator object newname begin process end filterscript membername excludeproperty expandproperty index showwindow workingdirectory verb filepath windowstyle session websession useragent referenceobject differenceobject option scope description definition expression'.split(
    ' ',
  )

/** Short names are programs elsewhere: what no parameter begins with, as in `rm -rf`, is meant for that program. */
export function isMeantForProgram(written: string, parameters: readonly string[]): boolean {
  if (!ALIASES.has(written.toLowerCase())) return false
  return parameters.some((name) => ![...SWITCH_PARAMETERS, ...VALUE_PARAMETERS].some((known) => known.startsWith(name)))
}

const NAME_TAKES_VALUE =
  /^(?:new-|set-|remove-|start-|stop-|restart-|get-(?:service|process|variable|localuser|localgroup|scheduledtask|alias|job)|add-|disable-|enable-|register-|suspend-)/

export function isSwitchParameter(parameter: string, cmdlet: string): boolean {
  if (parameter === 'verb' || parameter === 'include') return false
  if (parameter === 'r' || parameter === 'f') return /^(?:remove|copy|get-child|move)/.test(cmdlet)
  if (parameter === 'name' && NAME_TAKES_VALUE.test(cmdlet)) return false
  if (parameter === 'file' && !cmdlet.startsWith('get-childitem')) return false
  return SWITCH_PARAMETERS.some((name) => name === parameter || (parameter.length >= 2 && name.startsWith(parameter)))
}
