import { isOrdinary } from './redact-env.ts'
import {
  FILE,
  GAP,
  isTokenShaped,
  LOGS_IN,
  PASSWD,
  READS,
  type SecretPlace,
  SUDO,
  shape,
  VALUE_NEXT,
  WORD,
} from './redact-shapes.ts'

/** Places that hold a secret by the role of a word: what an option is to its program, or what a text of a known form says there. */

/** Words of one command between its name and the option. */
const WORDS = `(?:${GAP}${WORD}){0,12}?`
const PROGRAM = String.raw`(?<![\w.@=-])`
const USER = String.raw`(?<=\s)(?:-[uU]|--?user(?:name)?)(?:=|${GAP})?(?![-=])${WORD}`

/** Options that are passwords by what their program says of them, and by no name. */
const OWN_OPTIONS: readonly (readonly [programs: string, option: string])[] = [
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
    /[^a-z-]/.test(value) && !/:\/\/|^[\d.:/-]+(?:tcp|udp)?$|^(?:[A-Z][a-z]+)+$|[%{]/.test(value) && !FILE.test(value)
  )
}

const asPassword: SecretPlace['kind'] = (_, value) => (isPasswordLike(value) ? 'password' : undefined)
const always =
  (kind: string): SecretPlace['kind'] =>
  () =>
    kind

const CALLED_SECRET = '--(?:secret|sensitive|secure|masked|encrypted|protected)(?![\\w-])'
/** A verb that sets one value. */
const SETS = String.raw`${PROGRAM}(?:config\w{0,10}|conf|cfg|settings?|env|vars?|variables?|options?|param\w{0,8}|stack)[ \t:]{1,3}(?:set|add|put|create)`
const OPTIONS = String.raw`(?:${GAP}--?[\w-]{1,40}(?:=[^\s;|&]{0,80})?){0,6}?`
/** What is set: neither an option nor a value. */
const NAMED = String.raw`(?!-)(?:"[^"\n=]{1,100}"|'[^'\n=]{1,100}'|[^\s;|&"'=<>()]{1,100})(?=[ \t\\])`
const FLAGGED = `${OPTIONS}${GAP}${CALLED_SECRET}${OPTIONS}${GAP}${NAMED}`
const VALUE_NEXT_WORD = `${GAP}${VALUE_NEXT}`
const FLAG_BEHIND = String.raw`(?=[^\n;|&]{0,400}[ \t]${CALLED_SECRET})`
/** In the same command, before or behind. */
const FLAG_AROUND = String.raw`(?:${FLAG_BEHIND}|(?<=[ \t]${CALLED_SECRET}[^\n;|&]{0,400}))`
const asSetting: SecretPlace['kind'] = (_, value) => (FILE.test(value) ? undefined : 'secret')

export const ROLE_PLACES: readonly SecretPlace[] = [
  ...OWN_OPTIONS.map(
    ([programs, option]): SecretPlace => ({
      lead: shape(`${PROGRAM}(?:${programs})${WORDS}${GAP}${option}(?:=|${GAP})?${VALUE_NEXT}`),
      kind: (_, value) => (FILE.test(value) ? undefined : 'password'),
      many: true,
    }),
  ),
  // A setting that an option calls secret, before it or behind it, under whatever name.
  { lead: shape(`${SETS}${FLAGGED}(?:${GAP}--)?${VALUE_NEXT_WORD}`), kind: asSetting },
  { lead: shape(`${SETS}${OPTIONS}${GAP}${NAMED}${VALUE_NEXT_WORD}${FLAG_BEHIND}`), kind: asSetting },
  {
    lead: shape(`${SETS}${WORDS}${GAP}["']?[A-Za-z_][\\w.:-]{0,80}=${VALUE_NEXT}${FLAG_AROUND}`),
    kind: asSetting,
    many: true,
  },
  // Fields of a form that no name of a secret tells.
  {
    lead: shape(
      String.raw`(?<=\s)(?:-d|-F|--data[\w-]{0,20}|--form[\w-]{0,20}|--post-data|--body-data)(?:=|${GAP})?["']?(?:[^\s"'&]{0,200}&){0,20}?(?:pw|pin|otp|totp|code|passcode|cvv|cvc|ssn|jwt|sid)=`,
      'i',
    ),
    kind: always('secret'),
    many: true,
  },
  // Settings of a process that is run elsewhere.
  {
    lead: shape(
      String.raw`${PROGRAM}(?:(?:config|env|vars?|variables?):set|setenv)${WORDS}${GAP}["']?([A-Za-z_]\w{0,80})=${VALUE_NEXT}`,
    ),
    kind: ([, name = ''], value) => (isOrdinary(name, value) ? undefined : 'secret'),
    many: true,
  },
  {
    lead: shape(`${PROGRAM}net${GAP}user${GAP}${WORD}${GAP}(?!/)${VALUE_NEXT}`, 'i'),
    kind: always('password'),
  },
  {
    lead: shape(`${PROGRAM}wpa_passphrase${GAP}${WORD}${GAP}${VALUE_NEXT}`),
    kind: always('password'),
  },
  // A user's name and a password are given side by side, in whichever order.
  { lead: shape(`${USER}${WORDS}${GAP}(?:-[pP]|-pw)(?:=|${GAP})${VALUE_NEXT}`), kind: asPassword },
  {
    lead: shape(
      String.raw`(?<=\s)(?:-[pP]|-pw)(?:=|${GAP})${VALUE_NEXT}(?=${WORD}${WORDS}${GAP}(?:-[uU]|--?user(?:name)?)(?:=|${GAP}))`,
    ),
    kind: asPassword,
  },
  { lead: shape(String.raw`(?<=\s)(?:-U|--user)(?:=|${GAP})?["']?[\w.\\-]{1,80}%`), kind: always('password') },
  { lead: shape(String.raw`(?<=\s)-u(?:=|${GAP})?["']?[A-Za-z][\w.-]{0,80},`), kind: asPassword },
  {
    lead: shape(String.raw`(?<=\s)(?:-a|--auth)(?:=|${GAP})["']?[\w.@+-]{1,80}:(?=[^|;&\n]{0,300}https?:)`),
    kind: asPassword,
  },
  {
    lead: shape(String.raw`(?<=\s)\/p(?:ass(?:word)?|wd)?:`),
    kind: (_, value) => (/^\w+=/.test(value) ? undefined : 'password'),
  },
  // Whatever else a letter stands for: what was made by chance is no name of a thing.
  {
    lead: shape(String.raw`(?<=\s)-(?:[pPawNXAWstT]|pw)(?:=|${GAP})${VALUE_NEXT}`),
    kind: (_, value) => (/[a-z]/.test(value) && /[A-Z]/.test(value) && isTokenShaped(value) ? 'secret' : undefined),
    many: true,
  },
  {
    lead: shape(String.raw`${PROGRAM}curl${WORDS}${GAP}(?:-b|--cookie)(?:=|${GAP})["']?[\w.-]{1,80}=`),
    kind: always('cookie'),
  },
  // SQL, and files that pair words.
  {
    lead: shape(
      String.raw`\b(?:pass(?:word|phrase|wd)|identified(?:[ \t]with[ \t][\w"']{1,40})?[ \t]{1,4}by)\b(?:[ \t]{1,4}for[ \t]{1,4}\S{1,80})?[ \t=]{0,8}(?:password[ \t]{0,4})?\(?[ \t]{0,4}(?<=[ \t=(])(?=\\?["'])`,
      'i',
    ),
    kind: always('password'),
    many: true,
  },
  {
    lead: shape(String.raw`\b(?:login|account|user)[ \t]{1,4}\S{1,80}[ \t\n]{1,8}password[ \t]{1,4}${VALUE_NEXT}`, 'i'),
    kind: always('password'),
    many: true,
  },
  {
    lead: shape(String.raw`\bpassword[ \t]{1,4}${VALUE_NEXT}`, 'i'),
    kind: (_, value) => (/\d/.test(value) && /[A-Za-z]/.test(value) && value.length >= 6 ? 'password' : undefined),
  },
  {
    lead: shape(String.raw`^[\w.*-]{1,100}:(?:\d{4,5}|\*):[^:\s]{1,80}:[^:\s]{1,80}:`, 'm'),
    kind: always('password'),
    many: true,
  },
  { lead: shape(String.raw`^user[ \t]{1,4}\S{1,80}[ \t]{1,4}(?=\S{1,200}[ \t]{0,4}$)`, 'm'), kind: asPassword },
  // What is put into a store of secrets, under whatever name.
  {
    lead: shape(
      String.raw`(?<![\w./])kv${GAP}(?:put|patch)${WORDS}${GAP}["']?[A-Za-z_][\w.-]{0,80}=${VALUE_NEXT}(?!["']?\$)`,
    ),
    kind: (_, value) => (FILE.test(value) ? undefined : 'secret'),
    many: true,
  },
  // Verbs that say what follows.
  {
    lead: shape(
      String.raw`(?<![\w./])(?:change|reset|set|update)[-_](?:[a-z]{1,20}[-_])?pass(?:word|wd)?(?:${GAP}${WORD}){0,2}?${GAP}(?=${WORD}[ \t]{0,4}(?:$|[\n;|&)]))${VALUE_NEXT}`,
      'm',
    ),
    kind: asPassword,
  },
  { lead: shape(`(?<![\\w./])(?:add|create)_user${GAP}${WORD}${GAP}${VALUE_NEXT}`), kind: asPassword },
  // Text between two marks that a reader of a secret is given; names of accounts stay.
  {
    lead: shape(
      String.raw`(?:${SUDO}|${READS})(?:[^|;&\n<]|\\\n){0,200}?<<-?[ \t]{0,4}["']?\w{1,40}["']?[^\n]{0,200}\n[ \t]{0,40}`,
    ),
    kind: always('password'),
    code: true,
  },
  { lead: shape(String.raw`${PASSWD}[^|;&\n<]{0,80}<<<[ \t]{0,4}["']?(?:[\w.-]{1,32}:)?`), kind: always('password') },
  { lead: shape(String.raw`(?<![\w./@=-])(?:${LOGS_IN})\b[^|;&\n<]{0,200}?<<<[ \t]{0,4}`), kind: asPassword },
  {
    lead: shape(
      String.raw`(?<=\s)--[\w-]{0,30}(?:pass|secret|token)[\w-]{0,20}-(?:command|cmd)(?:=|${GAP})["']?(?:echo|printf)${GAP}`,
    ),
    kind: always('password'),
  },
  {
    lead: shape(
      String.raw`${PASSWD}[^|;&\n<]{0,80}<<-?[ \t]{0,4}["']?\w{1,40}["']?[^\n]{0,80}\n(?:[\w.-]{1,32}:[^\n]{1,200}\n){0,40}?[\w.-]{1,32}:(?!«)`,
    ),
    kind: always('password'),
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
