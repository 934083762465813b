/** What is read together lies together: a decision reads the core, a shell command also the families it meets. */
const PARTS: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [/path-forest\.static\.ts$/, () => 'places'],
  // What every command is asked, whichever family its program is of.
  [/^src\/analysis\/programs\/system\/(?:by-name|open-shells|beside-readers|endless|attack-tools)\.ts$/, () => 'shell'],
  [/^src\/analysis\/programs\/(?:files\/placement|unlisted\/spoken)\.ts$/, () => 'shell'],
  [/^src\/analysis\/programs\/containers\/(?:started|compose-options|listings)\.ts$/, () => 'shell'],
  [
    /^src\/analysis\/(?:code\/(?:written-loads|recipe-pieces|written-sources)|powershell\/typed-in-bash)\.ts$/,
    () => 'shell',
  ],
  [/^src\/analysis\/programs\/(?:git\/(?:made-words|standing)|network\/binding)\.ts$/, () => 'shell'],
  // Words that every program is read by where no reader knows better: git and the files ask them too.
  [/^src\/analysis\/programs\/(?:cloud\/words|files\/patched-files)\.ts$/, () => 'programs-unlisted'],
  // Asked at every call, and each the only one of its part that is.
  [/^src\/(?:cli\/commands|analysis\/mcp\/made)\.ts$/, () => 'core'],
  [/^src\/analysis\/programs\/(\w+)\//, ([, family]) => `programs-${family}`],
  [/^src\/analysis\/(code|powershell|mcp|speech)\//, ([, folder = '']) => folder],
  // What a written text holds, and what a task orders.
  [/^src\/analysis\/(?:files|orders|data)\/|^src\/analysis\/delegated\.ts$/, () => 'texts'],
  [/^src\/analysis\/(?:shell\/|programs\/|read-shell)/, () => 'shell'],
  // Tools of agents that call them by other names.
  [/^src\/tools\/hosts\//, () => 'hosts'],
  [/^src\/judge\/claude\//, () => 'claude'],
  // Every call asks whether a boundary stands against it; most conversations state none.
  [/^src\/judge\/(?:embedded\/(?:judge|findings)|consent\/(?:index|boundaries|cues))\.ts/, () => 'core'],
  [/^src\/(?:categories|exceptions|judge)\//, () => 'judge'],
  // What installs and repairs is for commands that a person types; the hosts' cards are read by every command.
  [/^src\/integrations\/(?:[\w-]+\/)?install\//, () => 'commands'],
  [/^src\/integrations\/(?:policy|registry|other-agents)\.ts$/, () => 'core'],
  [/^src\/integrations\/[\w-]+\/(?:index|signs|settings-files)\.ts$/, () => 'core'],
  // What reads Records; hooks only write them.
  [/^src\/audit\/(?:query|file-records|follow|verify|repeats|words)\.ts$/, () => 'commands'],
  [/^src\/analysis\/redact\.ts$/, () => 'hook'],
  [/^src\/(?:integrations|state|audit|transcript)\/|^src\/(?:cli\/(?:hook|standard-input)|approval)/, () => 'hook'],
  [/^src\/cli\/(?!(?:main|check|check-line|io|process-io|line|case|call-arguments|person-edge)\.ts)/, () => 'commands'],
]

/** The part of the bundle that a module belongs to. */
export function partOf(path: string): string {
  for (const [pattern, name] of PARTS) {
    const match = pattern.exec(path)
    if (match) return name(match)
  }
  return 'core'
}
