import { isPublicValue } from './env.ts'
import {
  compileShape,
  FILE_VALUE,
  GAP,
  isTokenShaped,
  LOGIN_VERBS,
  PASSWD_PROGRAM,
  SECRET_STDIN_READERS,
  type SecretPlace,
  SUDO_READING_STDIN,
  VALUE_AHEAD,
  WORD_PATTERN,
} from './shapes.ts'

/** Places that hold a secret by the role of a word: what an option is to its program, or what a text of a known form says there. */

/** Words of one command between its name and the option. */
const WORDS_BETWEEN = `(?:${GAP}${WORD_PATTERN}){0,12}?`
const PROGRAM_START = String.raw`(?<![\w.@=-])`
const USER_OPTION = String.raw`(?<=\s)(?:-[uU]|--?user(?:name)?)(?:=|${GAP})?(?![-=])${WORD_PATTERN}`

/** Options that are passwords by what their program says of them, and by no name. */
const PASSWORD_OPTIONS: readonly (readonly [programs: string, option: string])[] = [
  ['(?:redis|valkey|keydb)-cli', '-a'],
  ['(?:un)?zip(?:cloak|info)?', '-P'],
  ['7z[arz]?|(?:un)?rar', '-h?p(?![ \\t])'],
  ['openssl', '-k'],
  ['ssh-keygen', '-[NP]'],
  ['ldap[a-z]{3,10}', '-[ws]'],
  ['slappasswd', '-s'],
  ['sqlcmd|osql|bcp|ipmitool|mosquitto_[a-z]{3,5}', '-P'],
  ['mongo[a-z]{0,8}|cqlsh|cypher-shell|twine|ncftp[a-z]{0,4}|useradd|usermod', '-p'],
  ['snmp[a-z]{3,10}', '-[AX]'],
  ['plink|pscp|psftp|putty', '-pw'],
  ['security', '-[wp]'],
  ['snowsql', '-p'],
  ['ansible-vault', 'encrypt_string'],
  ['nmcli', 'password'],
  ['sqlplus|sqlldr|expdp|impdp|rman', String.raw`["']?[\w$#.]{1,60}\/`],
]

/** No path, number of a port, format or plain word: of an option that has other meanings, only such a value tells. */
function isPasswordLike(value: string): boolean {
  return (
    /[^a-z-]/.test(value) &&
    !/:\/\/|^[\d.:/-]+(?:tcp|udp)?$|^(?:[A-Z][a-z]+)+$|[%{]/.test(value) &&
    !FILE_VALUE.test(value)
  )
}

const passwordKind: SecretPlace['kind'] = (_, value) => (isPasswordLike(value) ? 'password' : undefined)
const constantKind =
  (kind: string): SecretPlace['kind'] =>
  () =>
    kind

const SECRET_FLAG = '--(?:secret|sensitive|secure|masked|encrypted|protected)(?![\\w-])'
/** A verb that sets one value. */
const SET_COMMAND = String.raw`${PROGRAM_START}(?:config\w{0,10}|conf|cfg|settings?|env|vars?|variables?|options?|param\w{0,8}|stack)[ \t:]{1,3}(?:set|add|put|create)`
const OPTION_WORDS = String.raw`(?:${GAP}--?[\w-]{1,40}(?:=[^\s;|&]{0,80})?){0,6}?`
/** What is set: neither an option nor a value. */
const SETTING_NAME = String.raw`(?!-)(?:"[^"\n=]{1,100}"|'[^'\n=]{1,100}'|[^\s;|&"'=<>()]{1,100})(?=[ \t\\])`
const FLAGGED_SETTING = `${OPTION_WORDS}${GAP}${SECRET_FLAG}${OPTION_WORDS}${GAP}${SETTING_NAME}`
const VALUE_NEXT_WORD = `${GAP}${VALUE_AHEAD}`
const SECRET_FLAG_AFTER = String.raw`(?=[^\n;|&]{0,400}[ \t]${SECRET_FLAG})`
/** In the same command, before or behind. */
const SECRET_FLAG_NEARBY = String.raw`(?:${SECRET_FLAG_AFTER}|(?<=[ \t]${SECRET_FLAG}[^\n;|&]{0,400}))`
const settingKind: SecretPlace['kind'] = (_, value) => (FILE_VALUE.test(value) ? undefined : 'secret')

export const ROLE_PLACES: readonly SecretPlace[] = [
  ...PASSWORD_OPTIONS.map(
    ([programs, option]): SecretPlace => ({
      lead: compileShape(`${PROGRAM_START}(?:${programs})${WORDS_BETWEEN}${GAP}${option}(?:=|${GAP})?${VALUE_AHEAD}`),
      kind: (_, value) => (FILE_VALUE.test(value) ? undefined : 'password'),
      many: true,
    }),
  ),
  // A setting that an option calls secret, before it or behind it, under whatever name.
  { lead: compileShape(`${SET_COMMAND}${FLAGGED_SETTING}(?:${GAP}--)?${VALUE_NEXT_WORD}`), kind: settingKind },
  {
    lead: compileShape(`${SET_COMMAND}${OPTION_WORDS}${GAP}${SETTING_NAME}${VALUE_NEXT_WORD}${SECRET_FLAG_AFTER}`),
    kind: settingKind,
  },
  {
    lead: compileShape(
      `${SET_COMMAND}${WORDS_BETWEEN}${GAP}["']?[A-Za-z_][\\w.:-]{0,80}=${VALUE_AHEAD}${SECRET_FLAG_NEARBY}`,
    ),
    kind: settingKind,
    many: true,
  },
  // Fields of a form that no name of a secret tells.
  {
    lead: compileShape(
      String.raw`(?<=\s)(?:-d|-F|--data[\w-]{0,20}|--form[\w-]{0,20}|--post-data|--body-data)(?:=|${GAP})?["']?(?:[^\s"'&]{0,200}&){0,20}?(?:pw|pin|otp|totp|code|passcode|cvv|cvc|ssn|jwt|sid)=`,
      'i',
    ),
    kind: constantKind('secret'),
    many: true,
  },
  // Settings of a process that is run elsewhere.
  {
    lead: compileShape(
      String.raw`${PROGRAM_START}(?:(?:config|env|vars?|variables?):set|setenv)${WORDS_BETWEEN}${GAP}["']?([A-Za-z_]\w{0,80})=${VALUE_AHEAD}`,
    ),
    kind: ([, name = ''], value) => (isPublicValue(name, value) ? undefined : 'secret'),
    many: true,
  },
  {
    lead: compileShape(`${PROGRAM_START}net${GAP}user${GAP}${WORD_PATTERN}${GAP}(?!/)${VALUE_AHEAD}`, 'i'),
    kind: constantKind('password'),
  },
  {
    lead: compileShape(`${PROGRAM_START}wpa_passphrase${GAP}${WORD_PATTERN}${GAP}${VALUE_AHEAD}`),
    kind: constantKind('password'),
  },
  // A user's name and a password are given side by side, in whichever order.
  {
    lead: compileShape(`${USER_OPTION}${WORDS_BETWEEN}${GAP}(?:-[pP]|-pw)(?:=|${GAP})${VALUE_AHEAD}`),
    kind: passwordKind,
  },
  {
    lead: compileShape(
      String.raw`(?<=\s)(?:-[pP]|-pw)(?:=|${GAP})${VALUE_AHEAD}(?=${WORD_PATTERN}${WORDS_BETWEEN}${GAP}(?:-[uU]|--?user(?:name)?)(?:=|${GAP}))`,
    ),
    kind: passwordKind,
  },
  {
    lead: compileShape(String.raw`(?<=\s)(?:-U|--user)(?:=|${GAP})?["']?[\w.\\-]{1,80}%`),
    kind: constantKind('password'),
  },
  { lead: compileShape(String.raw`(?<=\s)-u(?:=|${GAP})?["']?[A-Za-z][\w.-]{0,80},`), kind: passwordKind },
  {
    lead: compileShape(String.raw`(?<=\s)(?:-a|--auth)(?:=|${GAP})["']?[\w.@+-]{1,80}:(?=[^|;&\n]{0,300}https?:)`),
    kind: passwordKind,
  },
  {
    lead: compileShape(String.raw`(?<=\s)\/p(?:ass(?:word)?|wd)?:`),
    kind: (_, value) => (/^\w+=/.test(value) ? undefined : 'password'),
  },
  // Whatever else a letter stands for: what was made by chance is no name of a thing.
  {
    lead: compileShape(String.raw`(?<=\s)-(?:[pPawNXAWstT]|pw)(?:=|${GAP})${VALUE_AHEAD}`),
    kind: (_, value) => (/[a-z]/.test(value) && /[A-Z]/.test(value) && isTokenShaped(value) ? 'secret' : undefined),
    many: true,
  },
  {
    lead: compileShape(
      String.raw`${PROGRAM_START}curl${WORDS_BETWEEN}${GAP}(?:-b|--cookie)(?:=|${GAP})["']?[\w.-]{1,80}=`,
    ),
    kind: constantKind('cookie'),
  },
  // SQL, and files that pair words.
  {
    lead: compileShape(
      String.raw`\b(?:pass(?:word|phrase|wd)|identified(?:[ \t]with[ \t][\w"']{1,40})?[ \t]{1,4}by)\b(?:[ \t]{1,4}for[ \t]{1,4}\S{1,80})?[ \t=]{0,8}(?:password[ \t]{0,4})?\(?[ \t]{0,4}(?<=[ \t=(])(?=\\?["'])`,
      'i',
    ),
    kind: constantKind('password'),
    many: true,
  },
  {
    lead: compileShape(
      String.raw`\b(?:login|account|user)[ \t]{1,4}\S{1,80}[ \t\n]{1,8}password[ \t]{1,4}${VALUE_AHEAD}`,
      'i',
    ),
    kind: constantKind('password'),
    many: true,
  },
  {
    lead: compileShape(String.raw`\bpassword[ \t]{1,4}${VALUE_AHEAD}`, 'i'),
    kind: (_, value) => (/\d/.test(value) && /[A-Za-z]/.test(value) && value.length >= 6 ? 'password' : undefined),
  },
  {
    lead: compileShape(String.raw`^[\w.*-]{1,100}:(?:\d{4,5}|\*):[^:\s]{1,80}:[^:\s]{1,80}:`, 'm'),
    kind: constantKind('password'),
    many: true,
  },
  {
    lead: compileShape(String.raw`^user[ \t]{1,4}\S{1,80}[ \t]{1,4}(?=\S{1,200}[ \t]{0,4}$)`, 'm'),
    kind: passwordKind,
  },
  // What is put into a store of secrets, under whatever name.
  {
    lead: compileShape(
      String.raw`(?<![\w./])kv${GAP}(?:put|patch)${WORDS_BETWEEN}${GAP}["']?[A-Za-z_][\w.-]{0,80}=${VALUE_AHEAD}(?!["']?\$)`,
    ),
    kind: (_, value) => (FILE_VALUE.test(value) ? undefined : 'secret'),
    many: true,
  },
  // Verbs that say what follows.
  {
    lead: compileShape(
      String.raw`(?<![\w./])(?:change|reset|set|update)[-_](?:[a-z]{1,20}[-_])?pass(?:word|wd)?(?:${GAP}${WORD_PATTERN}){0,2}?${GAP}(?=${WORD_PATTERN}[ \t]{0,4}(?:$|[\n;|&)]))${VALUE_AHEAD}`,
      'm',
    ),
    kind: passwordKind,
  },
  {
    lead: compileShape(`(?<![\\w./])(?:add|create)_user${GAP}${WORD_PATTERN}${GAP}${VALUE_AHEAD}`),
    kind: passwordKind,
  },
  // Text between two marks that a reader of a secret is given; names of accounts stay.
  {
    lead: compileShape(
      String.raw`(?:${SUDO_READING_STDIN}|${SECRET_STDIN_READERS})(?:[^|;&\n<]|\\\n){0,200}?<<-?[ \t]{0,4}["']?\w{1,40}["']?[^\n]{0,200}\n[ \t]{0,40}`,
    ),
    kind: constantKind('password'),
    code: true,
  },
  {
    lead: compileShape(String.raw`${PASSWD_PROGRAM}[^|;&\n<]{0,80}<<<[ \t]{0,4}["']?(?:[\w.-]{1,32}:)?`),
    kind: constantKind('password'),
  },
  {
    lead: compileShape(String.raw`(?<![\w./@=-])(?:${LOGIN_VERBS})\b[^|;&\n<]{0,200}?<<<[ \t]{0,4}`),
    kind: passwordKind,
  },
  {
    lead: compileShape(
      String.raw`(?<=\s)--[\w-]{0,30}(?:pass|secret|token)[\w-]{0,20}-(?:command|cmd)(?:=|${GAP})["']?(?:echo|printf)${GAP}`,
    ),
    kind: constantKind('password'),
  },
  {
    lead: compileShape(
      String.raw`${PASSWD_PROGRAM}[^|;&\n<]{0,80}<<-?[ \t]{0,4}["']?\w{1,40}["']?[^\n]{0,80}\n(?:[\w.-]{1,32}:[^\n]{1,200}\n){0,40}?[\w.-]{1,32}:(?!«)`,
    ),
    kind: constantKind('password'),
    many: true,
  },
]

/** The values of a Kubernetes secret, which have any name: the lines below `data` in such a document. */
export function hideSecretDocument(text: string, hide: (value: string) => string): string {
  let inside: number | undefined
  return text
    .split('\n')
    .map((line) => {
      const indent = line.search(/\S/)
      if (indent < 0) return line
      if (inside !== undefined && indent <= inside) inside = undefined
      if (/^\s*(?:stringData|data):\s*$/.test(line)) inside = indent
      const [whole, lead = '', value = ''] = /^(\s*[\w."'-]{1,100}:\s+)(\S.*)$/.exec(line) ?? []
      return inside === undefined || whole === undefined ? line : `${lead}${hide(value)}`
    })
    .join('\n')
}
