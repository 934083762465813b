/**
 * What is read together lies together: what every call and every command reads is measured (`reached-parts.ts`), of the rest a
 * command reads the families it meets.
 */
const PARTS: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [/^src\/knowledge\/programs\/(\w+)\//, ([, family]) => `programs-${family}`],
  // What git's settings and variables say is asked for its commands.
  [/^src\/(?:analysis\/shell\/git-variables|facts\/(?:git-config|identity))\.ts$/, () => 'programs-git'],
  [/^src\/(?:analysis|intent)\/(code|generic|interpret|powershell|mcp|speech)\//, ([, folder = '']) => folder],
  // What a written text holds, and what a task orders.
  [/^src\/analysis\/(?:files|prompt-instructions|data)\//, () => 'texts'],
  [/^src\/(?:analysis\/shell|knowledge\/programs)\//, () => 'shell'],
  // Tools of agents that call them by other names.
  [/^src\/tools\/hosts\//, () => 'hosts'],
  [/^src\/judge\/model\//, () => 'claude'],
  [/^src\/(?:categories|exceptions|judge|intent)\//, () => 'judge'],
  // What installs and repairs is for commands that a person types; the hosts' cards are read by all of them.
  [/^src\/integrations\/(?:[\w-]+\/)?install\//, () => 'commands'],
  [/^src\/integrations\/[\w-]+\/(?:index|signs|settings-files)\.ts$/, () => 'core'],
  // Only where a call waits for a person.
  [
    /^src\/(?:state\/pending-calls|integrations\/hook-runtime\/(?:approval-wait|installed-timeout))\.ts$/,
    () => 'waiting',
  ],
  // Nothing on a hook's way reaches the server.
  [/^src\/server\//, () => 'server'],
  [/^src\/integrations\/telemetry\.ts$/, () => 'server'],
  // What reads Records; hooks only write them.
  [
    /^src\/audit\/(?:query|file-records|follow-records|verify|repeats|record-explanation|line-erasure|backup)\.ts$/,
    () => 'commands',
  ],
  [/^src\/(?:integrations|state|audit|transcript)\/|^src\/(?:cli\/(?:hook|standard-input)|approval)/, () => 'hook'],
  [
    /^src\/cli\/(?!(?:main|check|check-line|io|process-io|call-line|call-case|call-arguments|terminal-judge-edge)\.ts)/,
    () => 'commands',
  ],
]

/** The part of the bundle that a module belongs to. A dependency, and what is bundled with one, is a part of its own. */
export function partOf(path: string): string {
  if (!path.startsWith('src/') || path.endsWith('.bundled.ts')) return path
  for (const [pattern, name] of PARTS) {
    const match = pattern.exec(path)
    if (match) return name(match)
  }
  return 'core'
}
