import {
  type AbstractValue,
  allSources,
  exactText,
  knownOf,
  listValue,
  numberValue,
  referenceValue,
  textValue,
  UNKNOWN_RESULT,
  valueFrom,
} from '../run/abstract-value.ts'
import { argument, type Handler, type Handlers, requiredArgument, voidHandler } from '../run/call-table.ts'
import {
  chmodHandler,
  chownHandler,
  copyHandler,
  createHandler,
  deleteHandler,
  exposeSecretStore,
  forkHandler,
  killHandler,
  linkHandler,
  listHandler,
  moveHandler,
  observeHandler,
  readHandler,
  runWords,
  setDatesHandler,
  setUserHandler,
  shellHandler,
  tlsWeakeningHandler,
  tlsWeakeningIfFalse,
  truncateHandler,
  writeHandler,
} from './handlers.ts'
import { databaseHandler } from './object-mappers.ts'
import { packArchiveHandler, unpackArchiveHandler } from './python-archives.ts'

/** `subprocess.run([...])`, or with `shell=True` a text for the shell. */
const subprocessHandler: Handler = (call, run) => {
  const command = requiredArgument(call, 0, 'args', 'cmd')
  const directory = call.named.get('cwd')
  const saved = run.directory
  if (directory && exactText(directory) !== undefined) run.directory = directory
  const inShell =
    call.named.get('shell')?.ref === 'True' || /getoutput|getstatusoutput|subprocess_shell/.test(call.name)
  const sockets = ['stdin', 'stdout', 'stderr'].some((name) => isSocket(call.named.get(name)))
  if (sockets) run.state({ kind: 'listen', reach: 'reverse-shell', executes: true })
  const given = call.named.get('input')
  let result: AbstractValue
  if (inShell) {
    const line = command.items?.[0] ?? command
    result = shellHandler({ ...call, args: [line], named: new Map() }, run) ?? UNKNOWN_RESULT
  } else if (command.items || command.known === undefined || !/\s/.test(knownOf(command).trim())) {
    const spread = /create_subprocess_exec/.test(call.name) ? call.args.slice(1) : []
    result = runWords(call, run, command, spread)
  } else {
    const words = knownOf(command).trim().split(/\s+/)
    result = runWords(call, run, listValue(words.map((word) => textValue(word))), [])
  }
  run.directory = saved
  const head = exactText(command.items?.[0] ?? command) ?? ''
  if (given && exactText(given) !== undefined && /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k)?sh$/.test(head)) run.shell(given)
  const network = given ? allSources(given).filter((source) => source.kind === 'network') : []
  if (network.length > 0 && /^(?:ba|z|da|k)?sh$|python|node|perl|ruby/.test(head)) run.downloadRuns('shell', network)
  return result
}

function isSocket(value: AbstractValue | undefined): boolean {
  return value !== undefined && (value.type === 'socket' || /^socket\.socket\(\)/.test(value.ref ?? ''))
}

/** `os.execvp(file, args)`: the list's first word is only its name for itself. */
function execvHandler(listed: boolean): Handler {
  return (call, run) => {
    const [file, ...rest] = call.args
    const args = listed ? (rest[0]?.items ?? rest) : rest
    return runWords(call, run, file ?? UNKNOWN_RESULT, args.slice(1))
  }
}

const spawnvHandler: Handler = (call, run) => {
  const [, file, args] = call.args
  return runWords(call, run, file ?? UNKNOWN_RESULT, (args?.items ?? call.args.slice(2)).slice(1))
}

/** A terminal for a shell: the second half of a reverse shell. */
const ptyHandler: Handler = (call, run) => run.escaping(() => runWords(call, run, requiredArgument(call, 0), []))

const dup2Handler = voidHandler((call, run) => {
  run.lower('plain')
  const onto = call.args[1]?.number
  if (onto === undefined || onto <= 2) run.shellStarts()
})

const walkHandler: Handler = (call, run) => {
  const directory = requiredArgument(call, 0, 'top')
  run.reads(directory, true)
  const inside = textValue(`${knownOf(directory).replace(/\/$/, '')}/\0`, directory.sources)
  const names: AbstractValue = { element: textValue('\0'), sources: [] }
  return { element: listValue([inside, names, names]), sources: [] }
}

const pathGlobHandler: Handler = (call, run) => {
  const below = call.name.endsWith('rglob') ? '**/' : ''
  const known = `${knownOf(call.receiver).replace(/\/$/, '')}/${below}${knownOf(requiredArgument(call, 0))}`
  run.reads({ known, glob: true, sources: [] }, true)
  return { element: { known, glob: true, sources: [], type: 'Path' }, sources: [] }
}

const unlinkEachHandler = voidHandler((call, run) => run.deletes(call.receiver ?? UNKNOWN_RESULT, false, 'Path.unlink'))

/** Processes found by name and ended: someone else's. */
const killProcessHandler = voidHandler((call, run) => {
  run.lower('plain')
  const all = /process_iter|pids/.test(call.receiver?.ref ?? call.name)
  run.state({
    kind: 'signal-process',
    target: all ? 'processes found by a search' : 'a process',
    owner: all ? 'system' : 'unknown',
  })
})

const winregHandler: Handler = (call, run) => {
  run.lower('plain')
  const key = call.args.map(knownOf).join('\\')
  const at = `${call.receiver?.ref ?? ''}${key}`
  if (/\\Run(?:Once)?\b/i.test(at))
    run.state({ kind: 'persist', mechanism: 'autostart', target: at.replaceAll('\0', '…') })
  return { ref: `winreg.key(${at})`, sources: [] }
}

const crontabHandler: Handler = (_call, run) => {
  run.acts({ kind: 'persist', mechanism: 'cron', target: 'crontab' })
  return undefined
}

/** An object that is read back calls what it names. One in letters was made by hand; YAML is data but for its tags. */
const unpickleHandler: Handler = (call, run) => {
  const [value] = call.args
  const sources = allSources(value)
  const { written } = run.recorder.facts.session
  const kept = sources.flatMap((source) => (source.kind === 'file' ? (written.get(source.path) ?? []) : []))
  const text = exactText(value) ?? kept[0]
  if (sources.some((source) => source.kind === 'network')) run.downloadRuns('python', sources)
  else if (text !== undefined) {
    run.unknown(`${call.name} may run what the text holds`)
    if (!call.name.startsWith('yaml.') || /!!?python\//.test(text)) {
      run.unresolved.hint(call.name)
      run.dynamicRun('python')
    }
  } else if (/[^\0]/.test(value?.known ?? '')) run.dynamicRun('python')
  else run.lower('plain')
  return valueFrom(sources)
}

const startProcessHandler: Handler = (_call, run) => {
  if (run.endless > 0) run.state({ kind: 'exhaust', what: 'processes', certainty: 'likely' })
  run.lower('expected')
  return undefined
}

const openArchiveHandler: Handler = (call, run) => {
  const path = requiredArgument(call, 0, 'file', 'name')
  const writing = /[wax]/.test(exactText(argument(call, 1, 'mode')) ?? 'r')
  if (writing) run.writes(path, 'create')
  else run.reads(path)
  return { ref: 'archive()', sources: [], fields: new Map([['path', path]]) }
}

const addToArchiveHandler = voidHandler((call, run) => {
  const sources = run.reads(requiredArgument(call, 0))
  const archive = call.receiver?.fields?.get('path')
  if (archive) run.carries(archive, sources)
})

export const PYTHON_SYSTEM: Handlers = {
  'os.{remove unlink rmdir removedirs}': deleteHandler(0, false, 'path'),
  'shutil.rmtree distutils.dir_util.remove_tree setuptools.distutils.dir_util.remove_tree': deleteHandler(
    0,
    true,
    'path',
  ),
  'send2trash.send2trash send2trash': deleteHandler(0, false),
  'Path.{unlink rmdir}': deleteHandler('self', false),
  '?.unlink': unlinkEachHandler,
  '?.rmtree': deleteHandler('self', true),
  'os.{rename renames replace} shutil.move': moveHandler(0),
  'Path.{rename replace}': moveHandler('self'),
  'shutil.{copy copy2 copyfile copytree}': copyHandler,
  'os.{symlink link}': linkHandler,
  'Path.{symlink_to hardlink_to}': voidHandler((call, run) => run.writes(call.receiver ?? UNKNOWN_RESULT, 'link')),
  'os.{mkdir makedirs mkfifo mknod}': createHandler(0),
  'Path.{mkdir touch}': createHandler('self'),
  'os.truncate': truncateHandler,
  'os.open': voidHandler((call, run) => {
    run.reads(requiredArgument(call, 0))
    if (/WRONLY|RDWR|CREAT|TRUNC|APPEND/.test(JSON.stringify(call.args[1] ?? '')))
      run.writes(requiredArgument(call, 0), 'overwrite')
  }),
  'os.chmod os.fchmod': chmodHandler(0, 1),
  'os.utime': setDatesHandler(0),
  'Path.chmod': chmodHandler('self', 0),
  'os.chown os.lchown shutil.chown': chownHandler(0),
  'Path.{read_text read_bytes}': readHandler('self'),
  'Path.{write_text write_bytes} ?.{write_text write_bytes}': writeHandler('overwrite', 'self', 0),
  'Path.iterdir': listHandler('self', true),
  'os.listdir': listHandler(0, false),
  'os.scandir': listHandler(0, true),
  'os.walk': walkHandler,
  'Path.{glob rglob}': pathGlobHandler,
  'pandas.read_csv pandas.read_json pandas.read_excel pandas.read_parquet pd.read_csv numpy.load numpy.loadtxt np.load np.loadtxt linecache.getline tomllib.loads':
    readHandler(0),
  '?.{to_csv to_json to_excel to_parquet to_html to_pickle savefig save savetxt}': (call, run) => {
    const [path] = call.args
    if (path?.known !== undefined && path.known !== '') run.writes(path, 'overwrite')
    else run.lower('expected')
    // Without a file it is put where its object came from.
    return call.args.length === 0 ? undefined : UNKNOWN_RESULT
  },
  'plt.savefig matplotlib.pyplot.savefig numpy.save numpy.savetxt np.save': writeHandler('overwrite', 0, 9),
  'os.system os.popen commands.getoutput commands.getstatusoutput popen2.popen2 sh.Command plumbum.cmd pexpect.spawn pexpect.run invoke.run os.startfile':
    shellHandler,
  'subprocess.{run call check_call check_output Popen getoutput getstatusoutput} asyncio.{create_subprocess_exec create_subprocess_shell} asyncio.subprocess.{create_subprocess_exec create_subprocess_shell}':
    subprocessHandler,
  'os.{execl execle execlp execlpe}': execvHandler(false),
  'os.{execv execve execvp execvpe posix_spawn posix_spawnp}': execvHandler(true),
  'os.{spawnl spawnlp spawnv spawnvp spawnve spawnvpe spawnle}': spawnvHandler,
  'pty.spawn': ptyHandler,
  'os.dup2': dup2Handler,
  'os.{fork forkpty vfork}': forkHandler,
  'spwd.{getspall getspnam}': (_call, run) => ({ sources: run.reads(textValue('/etc/shadow')) }),
  '?.ptrace ?.process_vm_readv ?.process_vm_writev': observeHandler('memory'),
  'multiprocessing.{Process Pool}': startProcessHandler,
  'subprocess.STARTUPINFO': () => UNKNOWN_RESULT,
  'os.{kill killpg}': killHandler,
  'psutil.Process().kill psutil.Process().terminate psutil.process_iter().kill psutil.process_iter().terminate':
    killProcessHandler,
  'psutil.process_iter': (call) => ({ element: referenceValue('psutil.process_iter()'), sources: [], ref: call.name }),
  'os.{setuid setgid seteuid setegid setreuid setresuid}': setUserHandler,
  'winreg.{OpenKey CreateKey OpenKeyEx CreateKeyEx SetValueEx SetValue}': winregHandler,
  'crontab.CronTab': crontabHandler,
  'pickle.loads pickle.load marshal.loads dill.loads cloudpickle.loads joblib.load yaml.load yaml.unsafe_load':
    unpickleHandler,
  '?.{extractall extract} shutil.unpack_archive': unpackArchiveHandler,
  'zipfile.ZipFile tarfile.open tarfile.TarFile': openArchiveHandler,
  'archive().{write add writestr}': addToArchiveHandler,
  'shutil.make_archive': packArchiveHandler,
  'pyperclip.paste clipboard.paste pandas.read_clipboard win32clipboard.GetClipboardData': observeHandler('clipboard', {
    kind: 'clipboard',
  }),
  '?.clipboard_get': observeHandler('clipboard', { kind: 'clipboard' }),
  'PIL.ImageGrab.grab ImageGrab.grab pyautogui.screenshot mss.mss pyscreenshot.grab d3dshot.create PIL.ImageGrab.grabclipboard':
    observeHandler('screen', { kind: 'screen' }),
  'pynput.keyboard.Listener keyboard.Listener keyboard.hook keyboard.on_press keyboard.record pyHook.HookManager pyxhook.HookManager evdev.InputDevice':
    observeHandler('keyboard'),
  'sounddevice.rec pyaudio.PyAudio().open pyaudio.PyAudio speech_recognition.Microphone': observeHandler('microphone'),
  'cv2.VideoCapture': (call, run) =>
    call.args[0]?.number === undefined ? undefined : observeHandler('camera')(call, run),
  'scapy.all.sniff scapy.sniff pyshark.LiveCapture pcap.pcap': observeHandler('network-traffic'),
  'keyring.get_password keyring.get_credential browser_cookie3.load browser_cookie3.chrome browser_cookie3.firefox': (
    call,
    run,
  ) => exposeSecretStore(run, call.name),
  '?.{check_hostname= verify=}': tlsWeakeningIfFalse('verify'),
  'requests.Session().verify= requests.session().verify=': tlsWeakeningIfFalse('verify=False'),
  'sqlite3.connect().execute sqlite3.connect().cursor().execute sqlite3.connect().executescript sqlite3.connect().cursor().executescript sqlite3.connect().executemany':
    databaseHandler('sqlite', 'local-file'),
  bytearray: (call, run) => {
    if ((call.args[0]?.number ?? 0) >= 20_000_000_000) run.state({ kind: 'exhaust', what: 'memory' })
    return call.args[0] ?? textValue('')
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
  'os.sep os.path.sep': () => textValue('/'),
  ...Object.fromEntries(Object.entries(MODE_BITS).map(([name, bits]) => [`stat.${name}`, () => numberValue(bits)])),
  'ssl.CERT_NONE': tlsWeakeningHandler('ssl.CERT_NONE'),
  'ssl._create_unverified_context': tlsWeakeningHandler('ssl._create_unverified_context'),
}
