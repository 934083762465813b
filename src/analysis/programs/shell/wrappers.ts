import type { Program } from '../program.ts'
import { type Wrapper, type WrapperCall, wrapperProgram } from './wrapping.ts'

/** `time -o file`, `script file`: a report is written. */
function writesReport(given: WrapperCall): void {
  const word = given.value('o', 'output')
  if (word)
    given.scribe.effect({ kind: 'write-path', path: given.scribe.path(word), how: 'overwrite', content: undefined })
}

function newRoot(given: WrapperCall): void {
  for (const word of given.operands)
    given.scribe.effect({ kind: 'read-path', path: given.scribe.path(word), list: true })
}

function entersNamespace(given: WrapperCall): void {
  const target = given.value('t', 'target')?.text
  if (target === '1') given.scribe.effect({ kind: 'weaken', area: 'sandbox', feature: 'nsenter into init' })
}

function lockFile(given: WrapperCall): void {
  for (const word of given.operands) {
    if (!/^\d+$/.test(word.known))
      given.scribe.effect({ kind: 'write-path', path: given.scribe.path(word), how: 'create', content: '' })
  }
}

const TABLE: readonly Wrapper[] = [
  { names: ['nice'], flags: '-0123456789', values: '-n adjustment' },
  { names: ['ionice'], flags: '-t ignore', values: '-cnpPu class classdata pid' },
  { names: ['nohup'] },
  {
    names: ['timeout'],
    flags: '-vf foreground preserve-status verbose',
    values: '-ks kill-after signal',
    operands: 1,
  },
  {
    names: ['time'],
    flags: '-apvqlh append portability verbose quiet',
    values: '-fo format output',
    read: writesReport,
  },
  { names: ['stdbuf'], values: '-ioe input output error' },
  { names: ['setsid'], flags: '-cfw ctty fork wait' },
  { names: ['taskset'], flags: '-acp all-tasks cpu-list pid', operands: 1 },
  { names: ['chroot'], values: 'userspec groups', flags: 'skip-chdir', operands: 1, cap: 'plain', read: newRoot },
  {
    names: ['unshare'],
    flags:
      '-fcrmuinpUCT fork map-root-user mount uts ipc net pid user cgroup time map-current-user mount-proc kill-child keep-caps',
    values: '-RwSG root wd setuid setgid propagation',
    cap: 'plain',
  },
  {
    names: ['nsenter'],
    flags: '-amuinpUCTFZ all mount uts ipc net pid user cgroup time no-fork preserve-credentials',
    values: '-tSGrw target setuid setgid root wd',
    cap: 'plain',
    read: entersNamespace,
  },
  {
    names: ['runuser'],
    values: '-ugGs user group shell reuid regid',
    flags: '-lmp no-new-privs clear-groups init-groups',
    cap: 'plain',
  },
  {
    names: ['flock'],
    flags: '-exnsuoFv exclusive nonblock shared unlock close no-fork verbose',
    values: '-wE wait timeout conflict-exit-code',
    operands: 1,
    shellText: true,
    cap: 'expected',
    read: lockFile,
  },
  {
    names: ['xvfb-run'],
    flags: '-al auto-servernum',
    values: '-nsef server-num server-args error-file auth-file',
  },
]

export const WRAPPERS: readonly Program[] = TABLE.map(wrapperProgram)
