import { joinArguments, nonOptionWords, recordMachineChange } from '../../../analysis/interpret/command-words.ts'
import { recordPathDeletion } from '../../../analysis/interpret/file-tool.ts'
import { readOptions } from '../../../analysis/interpret/options.ts'
import type { EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec, SpecCallHandler } from '../../../analysis/interpret/spec.ts'
import { literalWord } from '../../../analysis/interpret/values.ts'
import type { Command, Word } from '../../../analysis/words.ts'

function recordWipe(word: Word | undefined, by: string, recorder: EffectRecorder): 'plain' {
  const path = word ? recorder.path(word) : recorder.pathOf('/dev/unknown')
  recordPathDeletion(path, { recursive: true, wipe: true, by }, recorder)
  return 'plain'
}

/** Programs whose last operand is a device that they overwrite, unless a word says that they only look. */
function createOverwriteProgram(names: string, looks: RegExp): Program {
  return {
    names: names.split(' '),
    read: (command, recorder) => {
      const line = joinArguments(command.args)
      if (/(?:^| )(?:--help|--version|-V|-h)(?: |$)/.test(line) || looks.test(line)) return 'proven'
      const operands = nonOptionWords(command)
      const device = operands.find((word) => word.known.startsWith('/dev/')) ?? operands.at(-1)
      return device ? recordWipe(device, command.name ?? '?', recorder) : 'plain'
    },
  }
}

/** Makers of file systems to which `-n` is a rehearsal. */
const MKFS_WITH_DRY_RUN = 'mke2fs mkntfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.ntfs'
/** To these it is a label, or nothing. */
const MKFS_WITHOUT_DRY_RUN = [
  'mkfs',
  ...'xfs btrfs vfat fat msdos f2fs exfat minix cramfs bfs jfs reiserfs gfs2 ocfs2 udf nilfs2 bcachefs'
    .split(' ')
    .map((kind) => `mkfs.${kind}`),
  'mkswap mkdosfs mkexfatfs newfs newfs_apfs newfs_hfs newfs_msdos mkudffs',
].join(' ')

/** `of=/dev/sdb` names a file as well. */
function stripOperandName(word: Word): Word {
  const known = word.known.replace(/^\w+=/, '')
  return known === word.known ? word : { ...word, known, text: word.text === undefined ? undefined : known }
}

/** `losetup -d`, `fusermount -u`: what was attached is let go. */
const DETACH_OPTION = /(?:^| )(?:-[dDuz]+|--detach(?:-all)?|--unmount)(?: |$)/

const BIND_OPTION = /(?:^| )(?:-B|-R|--r?bind|-M|--move)(?: |$)|(?:^|[ ,=])r?bind(?:[ ,]|$)/

/** The folder that another one is from now on: what is bound there, or written to below an overlay. */
function shownFolder(line: string, command: Command): Word | undefined {
  const words = nonOptionWords(command)
  if (command.name === 'bindfs' || BIND_OPTION.test(line)) return words.at(-2)
  const upper = command.args.find(({ known }) => /(?:^|,)upperdir=/.test(known))
  const at = upper === undefined ? -1 : upper.known.search(/(?:^|,)upperdir=/)
  if (upper === undefined || at < 0) return undefined
  const from = upper.known.indexOf('=', at) + 1
  const end = upper.known.indexOf(',', from)
  return literalWord(upper.known.slice(from, end < 0 ? undefined : end), upper.span)
}

/** `mount` alone lists; otherwise something becomes reachable. */
const mount: Program = {
  names: ['mount', 'mount.nfs', 'mount.cifs', 'sshfs', 'bindfs', 'losetup', 'fusermount', 'fusermount3'],
  read: (command: Command, recorder: EffectRecorder) => {
    const line = joinArguments(command.args)
    if (line === '' || /^(?:-l|-a|--list|--help|-V|--version|-j|-t \w+|-f|--find)$/.test(line) || /--list\b/.test(line))
      return 'proven'
    // To end a connection overwrites nothing.
    if (/^(?:losetup|fusermount3?)$/.test(command.name ?? '') && DETACH_OPTION.test(line)) return 'plain'
    const place = nonOptionWords(command).at(-1)
    // Something mounted over a process's own directory hides that process.
    if (/^\/proc\/[^/]+\/?$/.test(place?.known ?? '') && /bind|-o|tmpfs/.test(line))
      recorder.effect({ kind: 'weaken', area: 'audit', feature: `the process behind ${place?.raw ?? '/proc'}` })
    if (/\bhidepid=/.test(line))
      recorder.effect({ kind: 'weaken', area: 'audit', feature: `how ${place?.raw ?? 'it'} is mounted` })
    if (place) {
      const path = recorder.path(place)
      // A device that stands last is what is mounted, where the machine's own table says.
      if (path.tags.includes('device-storage')) return 'plain'
      const shown = shownFolder(line, command)
      const target = shown && recorder.path(shown)
      recorder.effect({
        kind: 'write-path',
        path,
        how: 'link',
        content: undefined,
        by: 'mount',
        ...(target && { target }),
      })
      // A folder of the person's own that something is laid over.
      if (BIND_OPTION.test(line) && path.zone === 'home')
        recorder.effect({ kind: 'write-path', path, how: 'overwrite', content: undefined, by: 'mount --bind' })
    }
    return 'plain'
  },
}

const umount: Program = {
  names: ['umount', 'eject', 'udisksctl', 'fsfreeze', 'xfs_freeze'],
  read: (command, recorder) => {
    const target = nonOptionWords(command).at(-1)?.text ?? '-'
    return /^\/(?:home|usr|var|etc|boot|opt|srv)?\/?$/.test(target)
      ? recordMachineChange({ ...MACHINE_RESOURCE, verb: 'update', target: `mount ${target}` }, recorder)
      : 'plain'
  },
}

const MACHINE_RESOURCE = { system: 'machine', family: 'config' } as const

/** What an array is made of loses what it held; the array itself is new. */
const wipeArrayMembers: SpecCallHandler = ({ rest, recorder }) => {
  const devices = rest.filter((word) => /^\/dev\/(?!md)/.test(word.known))
  for (const word of devices) recordWipe(word, 'mdadm', recorder)
  return 'plain'
}

const recordShrink: SpecCallHandler = ({ loose: { operands }, recorder }) =>
  /^\d+[KMGTs]?$/.test(operands[1]?.known ?? '') ? recordWipe(operands[0], 'resize2fs', recorder) : 'plain'

const recordSwapOff: SpecCallHandler = ({ command: { name = '' }, recorder }) =>
  name.endsWith('swapoff')
    ? recordMachineChange({ ...MACHINE_RESOURCE, verb: 'update', target: 'swap' }, recorder)
    : 'plain'

export const VOLUME_SPECS: readonly ProgramSpec[] = [
  {
    names: 'lvremove vgremove pvremove lvreduce',
    options: '-L: -l:',
    rules: [
      ['-t --test', 'shows'],
      ['**', 'wipes $-1'],
    ],
    examples: { match: ['lvremove -f vg0/data'], pass: ['lvremove -t vg0/data'] },
  },
  {
    names: 'zpool zfs btrfs',
    rules: [
      ['destroy/-n|-nv', 'shows'],
      ['destroy|labelclear|create|replace|rollback', 'wipes $-1'],
      ['device|dev/remove|delete', 'wipes $1'],
      ['subvolume|sub/delete', 'wipes $-1'],
      ['allow/*/*', 'grant rights on $-1'],
      [
        'status|get|history|iostat|events|diff|holds|version|userspace|groupspace **/list|show|df|usage|du|stats scrub/status',
        'shows',
      ],
      ['**', 'local'],
    ],
    examples: {
      match: ['zfs destroy tank/home', 'btrfs subvolume delete /srv/old', 'zfs allow eve destroy tank'],
      pass: ['zpool status', 'zfs destroy -n tank/a', 'zfs allow tank'],
    },
  },
  {
    named: true,
    serves: false,
    names: 'diskutil',
    // It knows no such word.
    hands: '*',
    rules: [
      ['list*|info*|activity*|verify* apfs|APFS|ap|cs|appleRAID|AppleRAID/list', 'shows'],
      [
        'erase*|reformat*|zero*|random*|secure*|partition* apfs|APFS|ap|cs|appleRAID|AppleRAID/delete*|erase*',
        'wipes $-1',
      ],
      ['**', 'local'],
    ],
    examples: { match: ['diskutil eraseDisk APFS Shop disk2'], pass: ['diskutil list'] },
  },
  {
    named: true,
    serves: false,
    names: 'swapon swapoff',
    rules: [
      ['-s*|--show*|--summary', 'shows'],
      ['**', recordSwapOff],
    ],
    examples: { match: ['swapoff -a'], pass: ['swapon --show'] },
  },
  {
    names: 'mdadm',
    options: '-l: -n: --level: --raid-devices:',
    rules: [
      ['--detail|-D|--examine|-E|--query|-Q|--monitor', 'shows'],
      ['--create|-C', wipeArrayMembers],
      ['--zero-superblock|--stop|-S|--fail|-f|--remove|-r', 'wipes $1'],
      ['**', 'local'],
    ],
    examples: {
      match: ['mdadm --create /dev/md0 -l 1 -n 2 /dev/sdb /dev/sdc', 'mdadm --stop /dev/md1'],
      pass: ['mdadm --detail /dev/md0'],
    },
  },
  {
    names: 'cryptsetup',
    target: '$1',
    options: '-d: --key-file: -c: -s: --cipher: --key-size:',
    rules: [
      ['status|isLuks|luksDump|luksUUID|benchmark', 'shows'],
      ['luksAddKey|luksChangeKey|addkey', 'grant a key of the disk'],
      [
        'erase|luksErase|luksFormat|luksKillSlot|luksRemoveKey|reencrypt|luksHeaderRestore|plainFormat|format',
        'wipes $1',
      ],
      ['**', 'local'],
    ],
    examples: {
      match: ['cryptsetup luksFormat /dev/sdb', 'cryptsetup luksAddKey /dev/sdb'],
      pass: ['cryptsetup status data'],
    },
  },
  {
    names: 'debugfs',
    // Without `-w` it only reads, but whatever the permissions of the files say.
    options: '-R: -f: -b: -s: -d:',
    rules: [
      ['-w -w*', 'wipes $-1'],
      ['-V -R=stats* -R=show_super_stats* -R=ls* -R=features', 'shows'],
      ['**', 'observe credential-scan', 'reads $-1'],
    ],
    examples: {
      match: ['debugfs -w -R "rm x" /dev/sda1', 'debugfs -R "cat /etc/shadow" /dev/sda1', 'debugfs /dev/sda1'],
      pass: ['debugfs -R stats /dev/sda1', 'debugfs -R "ls -l /" /dev/sda1'],
    },
  },
  {
    names: 'nvme hdparm sdparm',
    rules: [
      ['-w', 'wipes $-1'],
      ['format|sanitize|write-zeroes|write-uncor|dsm|delete-ns', 'wipes $1'],
      [
        '--security-erase*|--trim-sector-ranges*|--make-bad-sector|--write-sector|--repair-sector|--sanitize-*',
        'wipes $-1',
      ],
      ['list|smart-log|id-ctrl|id-ns|error-log|fw-log|get-feature|list-subsys', 'shows'],
      ['**', 'local'],
    ],
    examples: { match: ['nvme format /dev/nvme1n1'], pass: ['nvme list', 'hdparm -I /dev/sda'] },
  },
  {
    names: 'fsck e2fsck fsck.ext4 xfs_repair tune2fs resize2fs smartctl dumpe2fs badblocks',
    options: '-O:',
    rules: [
      ['-n|-N|-l|-i|-a|-H|-x|--info|--all|--health|-P', 'shows'],
      // A size after the device shrinks it; features and the journal are what recovery needs.
      ['-w -O=^*', 'wipes $1'],
      ['*/*', recordShrink],
      ['**', 'local'],
    ],
    examples: { match: ['resize2fs /dev/sdb1 2G', 'tune2fs -O ^has_journal /dev/sdb1'], pass: ['fsck -n /dev/sdb1'] },
  },
]

/** fdisk and its kin change the table of partitions; `-l` lists it. */
const parted: Program = {
  names: ['parted', 'gparted', 'partprobe', 'kpartx'],
  read: (command, recorder) => {
    const options = readOptions(command.args, { flags: '-smf script machine fix', values: '-a align' })
    const [device, ...commands] = options.operands
    // It takes many orders in a row, and shows the table at the end.
    const verb = commands.find(({ known }) =>
      /^(?:mklabel|mktable|mkpart|mkpartfs|rm|resize|resizepart|rescue)$/.test(known),
    )
    if (device && verb) return recordWipe(device, `parted ${verb.known}`, recorder)
    const looks = /(?:^| )(?:-l|--list|print|unit \w+ print|-d -s)(?: free| all| list)?$/.test(
      joinArguments(command.args),
    )
    return looks || command.name === 'partprobe' ? 'proven' : 'plain'
  },
}

export const DISK_PROGRAMS: readonly Program[] = [
  createOverwriteProgram(MKFS_WITH_DRY_RUN, /(?:^| )-n(?: |$)/),
  // Of these only xfs knows a rehearsal; newfs takes it as well.
  createOverwriteProgram(MKFS_WITHOUT_DRY_RUN, /(?:^| )-N(?: (?:-|\/)|$)/),
  createOverwriteProgram('wipefs', /^(?!.*(?: |^)(?:-\w*a\w*|--all|-o|--offset)(?: |$))|(?:^| )(?:-n|--no-act)(?: |$)/),
  createOverwriteProgram('fdisk cfdisk gdisk', /(?:^| )(?:-l|--list|-s)(?: |$)/),
  // It does all that it is told, and prints as well; `-d` takes a partition away.
  createOverwriteProgram(
    'sgdisk',
    /(?:^| )(?:-P|--pretend)(?: |$)|^(?:(?:-[pvL]|--(?:print|verify)|-i \d+|--info=\S+) ?)+\/dev\/\S+$/,
  ),
  createOverwriteProgram('sfdisk', /(?:^| )(?:-l|--list|-n|--no-act|-d|--dump|-V|--verify|-s|-J|--json|-F|-T)(?: |$)/),
  createOverwriteProgram('blkdiscard', /^$/),
  {
    names: ['ddrescue', 'dc3dd'],
    read: (command, recorder) => {
      const files = nonOptionWords(command).map(stripOperandName)
      const target = files.find(
        (word) => /^\/dev\//.test(word.known) && !/^\/dev\/(?:zero|u?random|null)$/.test(word.known),
      )
      return target ? recordWipe(target, command.name ?? '?', recorder) : 'unknown'
    },
  },
  parted,
  mount,
  umount,
]
