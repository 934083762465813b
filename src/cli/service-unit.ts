import { join } from 'node:path'
import { launcherFile } from './package-root.ts'

/** What a service manager is to run. */
export interface ServiceUnit {
  readonly platform: NodeJS.Platform
  readonly node: string
  readonly program: string
  /** The words of the command, such as `serve --port 9000`. */
  readonly words: readonly string[]
  readonly home: string
}

/** This program with these words. */
export function currentService(words: readonly string[], home: string): ServiceUnit {
  const program = launcherFile()
  return { platform: process.platform, node: process.execPath, program, words, home }
}

/** A unit for the service manager of the platform, with how to install it in its first lines. */
export function unitText(service: ServiceUnit): string {
  return service.platform === 'darwin' ? launchAgent(service) : systemdUnit(service)
}

/**
 * It may write to the gate's own folder and to one for what is temporary, and to nothing else; it sees the real temporary directories, because
 * calls are about files there. What only the system's manager could do is not in it; V8 makes code at run time, so that memory stays executable.
 */
function systemdUnit({ node, program, words, home }: ServiceUnit): string {
  const again = ['irongate', ...words.filter((word) => word !== '--no-open'), '--print-unit'].map(shellWord).join(' ')
  return `# Install: ${again} > ~/.config/systemd/user/irongate.service
#          systemctl --user daemon-reload && systemctl --user enable --now irongate
#          loginctl enable-linger   (to run it while you are not logged in)
# Look:    systemctl --user status irongate; \`irongate pair\` gives you a key for the dashboard
[Unit]
Description=Irongate server

[Service]
ExecStart=${[node, program, ...words].map(systemdWord).join(' ')}
Restart=on-failure
RestartSec=5
UMask=0077
NoNewPrivileges=yes
PrivateUsers=yes
ProtectSystem=strict
ProtectHome=read-only
ReadWritePaths=${systemdPath(join(home, '.irongate'))}
CacheDirectory=irongate
Environment=TMPDIR=%C/irongate
ProtectKernelTunables=yes
ProtectControlGroups=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
MemoryMax=2G
TasksMax=256

[Install]
WantedBy=default.target
`
}

/** One word as systemd reads it: its own marks and specifiers stand for themselves, and it stays on its line. */
function systemdPath(word: string): string {
  const marked = word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')
  const plain = marked.replace(CONTROL_CHARACTERS, (one) => `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return /^[\w./:=@%+,-]+$/.test(plain) ? plain : `"${plain}"`
}

const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/g

/** The same where variables are put in. */
function systemdWord(word: string): string {
  return systemdPath(word).replaceAll('$', '$$$$')
}

/** One word as a person types it into a shell, on one line. */
function shellWord(word: string): string {
  if (/^[\w./:=@%+,-]+$/.test(word)) return word
  const quoted = word.replaceAll("'", "'\\''")
  return `'${quoted.replace(CONTROL_CHARACTERS, (one) => `'$'\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}''`)}'`
}

function launchAgent({ node, program, words, home }: ServiceUnit): string {
  const list = [node, program, ...words].map((word) => `    <string>${xmlText(word)}</string>`).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- Install: keep this as ~/Library/LaunchAgents/dev.irongate.server.plist, then
     launchctl bootstrap gui/$UID ~/Library/LaunchAgents/dev.irongate.server.plist -->
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>dev.irongate.server</string>
  <key>ProgramArguments</key>
  <array>
${list}
  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>Umask</key>
  <integer>63</integer>
  <key>ProcessType</key>
  <string>Background</string>
  <key>StandardErrorPath</key>
  <string>${xmlText(join(home, '.irongate/state/server/log'))}</string>
</dict>
</plist>
`
}

function xmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
