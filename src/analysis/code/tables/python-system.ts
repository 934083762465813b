import { argument, does, type Handler, type Handlers, required } from '../run/table.ts'
import {
  type Abstract,
  allSources,
  exact,
  from,
  knownOf,
  listOf,
  numeric,
  reference,
  text,
  UNKNOWN,
} from '../run/value.ts'
import {
  becomes,
  copies,
  dates,
  deletes,
  forks,
  kills,
  links,
  lists,
  makes,
  modes,
  moves,
  observes,
  opensStore,
  owners,
  reads,
  runsWords,
  shells,
  truncates,
  weakens,
  weakensIfFalse,
  writes,
} from './acts.ts'
import { database } from './object-mappers.ts'
import { archives, packsArchive } from './python-archives.ts'

/** `subprocess.run([...])`, or with `shell=True` a text for the shell. */
const subprocess: Handler = (call, run) => {
  const command = required(call, 0, 'args', 'cmd')
  const directory = call.named.get('cwd')
  const saved = run.directory
  if (directory && exact(directory) !== undefined) run.directory = directory
  const inShell =
    call.named.get('shell')?.ref === 'True' || /getoutput|getstatusoutput|subprocess_shell/.test(call.name)
  const sockets = ['stdin', 'stdout', 'stderr'].some((name) => isSocket(call.named.get(name)))
  if (sockets) run.state({ kind: 'listen', reach: 'reverse-shell', executes: true })
  const given = call.named.get('input')
  let result: Abstract
  if (inShell) {
    const line = command.items?.[0] ?? command
    result = shells({ ...call, args: [line], named: new Map() }, run) ?? UNKNOWN
  } else if (command.items || command.known === undefined || !/\s/.test(knownOf(command).trim())) {
    const spread = /create_subprocess_exec/.test(call.name) ? call.args.slice(1) : []
    result = runsWords(call, run, command, spread)
  } else {
    const words = knownOf(command).trim().split(/\s+/)
    result = runsWords(call, run, listOf(words.map((word) => text(word))), [])
  }
  run.directory = saved
  const head = exact(command.items?.[0] ?? command) ?? ''
  if (given && exact(given) !== undefined && /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k)?sh$/.test(head)) run.shell(given)
  const network = given ? allSources(given).filter((source) => source.kind === 'network') : []
  if (network.length > 0 && /^(?:ba|z|da|k)?sh$|python|node|perl|ruby/.test(head)) run.downloadRuns('shell', network)
  return result
}

function isSocket(value: Abstract | undefined): boolean {
  return value !== undefined && (value.type === 'socket' || /^socket\.socket\(\)/.test(value.ref ?? ''))
}

/** `os.execvp(file, args)`: the list's first word is only its name for itself. */
function executes(listed: boolean): Handler {
  return (call, run) => {
    const [file, ...rest] = call.args
    const args = listed ? (rest[0]?.items ?? rest) : rest
    return runsWords(call, run, file ?? UNKNOWN, args.slice(1))
  }
}

const spawns: Handler = (call, run) => {
  const [, file, args] = call.args
  return runsWords(call, run, file ?? UNKNOWN, (args?.items ?? call.args.slice(2)).slice(1))
}

/** A terminal for a shell: the second half of a reverse shell. */
const pty: Handler = (call, run) => run.escaping(() => runsWords(call, run, required(call, 0), []))

const duplicates = does((call, run) => {
  run.lower('plain')
  const onto = call.args[1]?.number
  if (onto === undefined || onto <= 2) run.shellStarts()
})

const walks: Handler = (call, run) => {
  const directory = required(call, 0, 'top')
  run.reads(directory, true)
  const inside = text(`${knownOf(directory).replace(/\/$/, '')}/\0`, directory.sources)
  const names: Abstract = { element: text('\0'), sources: [] }
  return { element: listOf([inside, names, names]), sources: [] }
}

const globs: Handler = (call, run) => {
  const below = call.name.endsWith('rglob') ? '**/' : ''
  const known = `${knownOf(call.receiver).replace(/\/$/, '')}/${below}${knownOf(required(call, 0))}`
  run.reads({ known, glob: true, sources: [] }, true)
  return { element: { known, glob: true, sources: [], type: 'Path' }, sources: [] }
}

const removesEach = does((call, run) => run.deletes(call.receiver ?? UNKNOWN, false, 'Path.unlink'))

/** Processes found by name and ended: someone else's. */
const killsProcess = does((call, run) => {
  run.lower('plain')
  const all = /process_iter|pids/.test(call.receiver?.ref ?? call.name)
  run.state({
    kind: 'signal-process',
    target: all ? 'processes found by a search' : 'a process',
    owner: all ? 'system' : 'unknown',
  })
})

const registry: Handler = (call, run) => {
  run.lower('plain')
  const key = call.args.map(knownOf).join('\\')
  const at = `${call.receiver?.ref ?? ''}${key}`
  if (/\\Run(?:Once)?\b/i.test(at))
    run.state({ kind: 'persist', mechanism: 'autostart', target: at.replaceAll('\0', '…') })
  return { ref: `winreg.key(${at})`, sources: [] }
}

const schedules: Handler = (_call, run) => {
  run.acts({ kind: 'persist', mechanism: 'cron', target: 'crontab' })
  return undefined
}

/** An object that is read back calls what it names. One in letters was made by hand; YAML is data but for its tags. */
const unpickles: Handler = (call, run) => {
  const [value] = call.args
  const sources = allSources(value)
  const { written } = run.scribe.facts.session
  const kept = sources.flatMap((source) => (source.kind === 'file' ? (written.get(source.path) ?? []) : []))
  const text = exact(value) ?? kept[0]
  if (sources.some((source) => source.kind === 'network')) run.downloadRuns('python', sources)
  else if (text !== undefined) {
    run.unknown(`${call.name} may run what the text holds`)
    if (!call.name.startsWith('yaml.') || /!!?python\//.test(text)) {
      run.loose.hint(call.name)
      run.dynamicRun('python')
    }
  } else if (/[^\0]/.test(value?.known ?? '')) run.dynamicRun('python')
  else run.lower('plain')
  return from(sources)
}

const starts: Handler = (_call, run) => {
  if (run.endless > 0) run.state({ kind: 'exhaust', what: 'processes', certainty: 'likely' })
  run.lower('expected')
  return undefined
}

const opensArchive: Handler = (call, run) => {
  const path = required(call, 0, 'file', 'name')
  const writing = /[wax]/.test(exact(argument(call, 1, 'mode')) ?? 'r')
  if (writing) run.writes(path, 'create')
  else run.reads(path)
  return { ref: 'archive()', sources: [], fields: new Map([['path', path]]) }
}

const addsToArchive = does((call, run) => {
  const sources = run.reads(required(call, 0))
  const archive = call.receiver?.fields?.get('path')
  if (archive) run.carries(archive, sources)
})

export const PYTHON_SYSTEM: Handlers = {
  'os.{remove unlink rmdir removedirs}': deletes(0, false, 'path'),
  'shutil.rmtree distutils.dir_util.remove_tree setuptools.distutils.dir_util.remove_tree': deletes(0, true, 'path'),
  'send2trash.send2trash send2trash': deletes(0, false),
  'Path.{unlink rmdir}': deletes('self', false),
  '?.unlink': removesEach,
  '?.rmtree': deletes('self', true),
  'os.{rename renames replace} shutil.move': moves(0),
  'Path.{rename replace}': moves('self'),
  'shutil.{copy copy2 copyfile copytree}': copies,
  'os.{symlink link}': links,
  'Path.{symlink_to hardlink_to}': does((call, run) => run.writes(call.receiver ?? UNKNOWN, 'link')),
  'os.{mkdir makedirs mkfifo mknod}': makes(0),
  'Path.{mkdir touch}': makes('self'),
  'os.truncate': truncates,
  'os.open': does((call, run) => {
    run.reads(required(call, 0))
    if (/WRONLY|RDWR|CREAT|TRUNC|APPEND/.test(JSON.stringify(call.args[1] ?? '')))
      run.writes(required(call, 0), 'overwrite')
  }),
  'os.chmod os.fchmod': modes(0, 1),
  'os.utime': dates(0),
  'Path.chmod': modes('self', 0),
  'os.chown os.lchown shutil.chown': owners(0),
  'Path.{read_text read_bytes}': reads('self'),
  'Path.{write_text write_bytes} ?.{write_text write_bytes}': writes('overwrite', 'self', 0),
  'Path.iterdir': lists('self', true),
  'os.listdir': lists(0, false),
  'os.scandir': lists(0, true),
  'os.walk': walks,
  'Path.{glob rglob}': globs,
  'pandas.read_csv pandas.read_json pandas.read_excel pandas.read_parquet pd.read_csv numpy.load numpy.loadtxt np.load np.loadtxt linecache.getline tomllib.loads':
    reads(0),
  '?.{to_csv to_json to_excel to_parquet to_html to_pickle savefig save savetxt}': (call, run) => {
    const [path] = call.args
    if (path?.known !== undefined && path.known !== '') run.writes(path, 'overwrite')
    else run.lower('expected')
    // Without a file it is put where its object came from.
    return call.args.length === 0 ? undefined : UNKNOWN
  },
  'plt.savefig matplotlib.pyplot.savefig numpy.save numpy.savetxt np.save': writes('overwrite', 0, 9),
  'os.system os.popen commands.getoutput commands.getstatusoutput popen2.popen2 sh.Command plumbum.cmd pexpect.spawn pexpect.run invoke.run os.startfile':
    shells,
  'subprocess.{run call check_call check_output Popen getoutput getstatusoutput} asyncio.{create_subprocess_exec create_subprocess_shell} asyncio.subprocess.{create_subprocess_exec create_subprocess_shell}':
    subprocess,
  'os.{execl execle execlp execlpe}': executes(false),
  'os.{execv execve execvp execvpe posix_spawn posix_spawnp}': executes(true),
  'os.{spawnl spawnlp spawnv spawnvp spawnve spawnvpe spawnle}': spawns,
  'pty.spawn': pty,
  'os.dup2': duplicates,
  'os.{fork forkpty vfork}': forks,
  'spwd.{getspall getspnam}': (_call, run) => ({ sources: run.reads(text('/etc/shadow')) }),
  '?.ptrace ?.process_vm_readv ?.process_vm_writev': observes('memory'),
  'multiprocessing.{Process Pool}': starts,
  'subprocess.STARTUPINFO': () => UNKNOWN,
  'os.{kill killpg}': kills,
  'psutil.Process().kill psutil.Process().terminate psutil.process_iter().kill psutil.process_iter().terminate':
    killsProcess,
  'psutil.process_iter': (call) => ({ element: reference('psutil.process_iter()'), sources: [], ref: call.name }),
  'os.{setuid setgid seteuid setegid setreuid setresuid}': becomes,
  'winreg.{OpenKey CreateKey OpenKeyEx CreateKeyEx SetValueEx SetValue}': registry,
  'crontab.CronTab': schedules,
  'pickle.loads pickle.load marshal.loads dill.loads cloudpickle.loads joblib.load yaml.load yaml.unsafe_load':
    unpickles,
  '?.{extractall extract} shutil.unpack_archive': archives,
  'zipfile.ZipFile tarfile.open tarfile.TarFile': opensArchive,
  'archive().{write add writestr}': addsToArchive,
  'shutil.make_archive': packsArchive,
  'pyperclip.paste clipboard.paste pandas.read_clipboard win32clipboard.GetClipboardData': observes('clipboard', {
    kind: 'clipboard',
  }),
  '?.clipboard_get': observes('clipboard', { kind: 'clipboard' }),
  'PIL.ImageGrab.grab ImageGrab.grab pyautogui.screenshot mss.mss pyscreenshot.grab d3dshot.create PIL.ImageGrab.grabclipboard':
    observes('screen', { kind: 'screen' }),
  'pynput.keyboard.Listener keyboard.Listener keyboard.hook keyboard.on_press keyboard.record pyHook.HookManager pyxhook.HookManager evdev.InputDevice':
    observes('keyboard'),
  'sounddevice.rec pyaudio.PyAudio().open pyaudio.PyAudio speech_recognition.Microphone': observes('microphone'),
  'cv2.VideoCapture': (call, run) => (call.args[0]?.number === undefined ? undefined : observes('camera')(call, run)),
  'scapy.all.sniff scapy.sniff pyshark.LiveCapture pcap.pcap': observes('network-traffic'),
  'keyring.get_password keyring.get_credential browser_cookie3.load browser_cookie3.chrome browser_cookie3.firefox': (
    call,
    run,
  ) => opensStore(run, call.name),
  '?.{check_hostname= verify=}': weakensIfFalse('verify'),
  'requests.Session().verify= requests.session().verify=': weakensIfFalse('verify=False'),
  'sqlite3.connect().execute sqlite3.connect().cursor().execute sqlite3.connect().executescript sqlite3.connect().cursor().executescript sqlite3.connect().executemany':
    database('sqlite', 'local-file'),
  bytearray: (call, run) => {
    if ((call.args[0]?.number ?? 0) >= 20_000_000_000) run.state({ kind: 'exhaust', what: 'memory' })
    return call.args[0] ?? text('')
  },
}

const MODE_BITS = {
  S_ISUID: 0o4000,
  S_ISGID: 0o2000,
  S_IRWXU: 0o700,
  S_IRUSR: 0o400,
  S_IWUSR: 0o200,
  S_IXUSR: 0o100,
  S_IRWXG: 0o070,
  S_IWGRP: 0o020,
  S_IXGRP: 0o010,
  S_IRWXO: 0o007,
  S_IROTH: 0o004,
  S_IWOTH: 0o002,
  S_IXOTH: 0o001,
}

export const PYTHON_SYSTEM_MENTIONS: Handlers = {
  'os.sep os.path.sep': () => text('/'),
  ...Object.fromEntries(Object.entries(MODE_BITS).map(([name, bits]) => [`stat.${name}`, () => numeric(bits)])),
  'ssl.CERT_NONE': weakens('ssl.CERT_NONE'),
  'ssl._create_unverified_context': weakens('ssl._create_unverified_context'),
}
