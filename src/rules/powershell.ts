/** Aliases of PowerShell, so that a rule on either spelling binds both. */
const POWERSHELL_ALIASES: ReadonlyMap<string, string> = new Map([
  ['cat', 'get-content'],
  ['gc', 'get-content'],
  ['type', 'get-content'],
  ['ls', 'get-childitem'],
  ['dir', 'get-childitem'],
  ['gci', 'get-childitem'],
  ['rm', 'remove-item'],
  ['del', 'remove-item'],
  ['erase', 'remove-item'],
  ['rd', 'remove-item'],
  ['ri', 'remove-item'],
  ['rmdir', 'remove-item'],
  ['cp', 'copy-item'],
  ['copy', 'copy-item'],
  ['cpi', 'copy-item'],
  ['mv', 'move-item'],
  ['move', 'move-item'],
  ['mi', 'move-item'],
  ['ren', 'rename-item'],
  ['rni', 'rename-item'],
  ['ni', 'new-item'],
  ['sc', 'set-content'],
  ['ac', 'add-content'],
  ['iex', 'invoke-expression'],
  ['icm', 'invoke-command'],
  ['iwr', 'invoke-webrequest'],
  ['curl', 'invoke-webrequest'],
  ['wget', 'invoke-webrequest'],
  ['irm', 'invoke-restmethod'],
  ['saps', 'start-process'],
  ['start', 'start-process'],
  ['sajb', 'start-job'],
  ['kill', 'stop-process'],
  ['spps', 'stop-process'],
  ['gps', 'get-process'],
  ['ps', 'get-process'],
])

/** A PowerShell command or pattern in one spelling: lower case, its first word without alias. */
export function powershellForm(text: string): string {
  const folded = text.trim().toLowerCase()
  const end = folded.search(/[\s:*]/)
  const first = end < 0 ? folded : folded.slice(0, end)
  const own = POWERSHELL_ALIASES.get(first.replace(/\.exe$/, ''))
  return own === undefined ? folded : own + folded.slice(first.length)
}

/** One command without anything that could hold another: the only kind an allow rule with a star may cover. */
export function isSinglePowershell(text: string): boolean {
  return !/[;|&\n\r(){}$`@<>]/.test(text)
}
