import { memoize } from '../analysis/text/memoize.ts'
import { SECRET_NAMES } from '../knowledge/lexicon/secret-names.ts'
import { canWriteEnv } from './env.ts'
import { hasSecretPlace } from './shapes.ts'

/** What tells at a glance whether a text could hold a secret at all: most hold none, and are searched for nothing. */

/**
 * One of these stands, in lower case, in every text that anything above could find: most texts have none, and a process that lives for one call
 * is spared the rest.
 */
const SECRET_SIGNAL =
  /-----begin|\ba[ks]ia|\bgh[pousr]_|\bgithub_pat_|\bglpat-|\b[srp]k[-_]|\bxox|\baiza|\bya29|\bnpm_|\bpypi-|\bhf_|\beyj|authorization|bearer|basic|:\/\/[^\s/]{0,300}:|cookie|(?:^|\s)(?:-u|--user|--proxy-user)|mysql|mariadb|sshpass|-cert[ =]|\.(?:pem|p12|pfx|crt|cer):|(?:key|tok|sec|pass|pwd|cred|pat|auth|dsn|cook|priv|aws|ur[li]|string|netrc|kube)[\w.-]{0,80}\\?["']?\]?[ \t]{0,3}[:=]/
/** The same for a name that only a blank parts from its value, which an option alone can be. */
const OPTION_SIGNAL =
  /(?:key|tok|sec|pass|pwd|cred|pat|auth|dsn|cook|priv|aws|ur[li]|string|netrc|kube)[\w.-]{0,80}[ \t]/

/** One of these stands, in lower case, in every text with the shape of a key. */
export const KEY_SIGNS =
  '-----b akia asia ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- sk- sk_ rk- rk_ pk- pk_ xox aiza ya29 npm_ pypi- hf_ eyj'.split(
    ' ',
  )

/** A piece of each alternative above, the most frequent first: looking for these takes no expression that must be compiled first. */
const SECRET_SIGNS =
  'key tok sec pass pwd cred pat auth dsn cook priv aws url uri string netrc kube :// -u --proxy bearer basic mysql mariadb login log-in logon log-on signin sign-in sudo stdin luks unlock obscure -cert .pem: .p12: .pfx: .crt: .cer:'
    .split(' ')
    .concat(KEY_SIGNS)

/** A piece of each place in a command that holds a secret: without one of them the patterns of places are not even loaded. */
const PLACE_SIGNS = [
  ...SECRET_NAMES.password,
  ...'login log-in logon log-on signin sign-in auth secret sudo stdin -fd -file -token -pass set put add create store save update write insert define register conf cfg env var option param -name -key -id luks unlock obscure insert'.split(
    ' ',
  ),
]

/** A piece of each place that holds a secret by the role of a word, and then a shape that most texts with such a piece do not have. */
const ROLE_SIGNS = [
  ' -',
  '<<',
  'passw',
  'passp',
  'identified',
  ':*:',
  'user ',
  ' kv ',
  'kind:',
  ' /p',
  'rman ',
  'sqlplus',
  'config:set',
  'setenv',
  'encrypt_string',
  'net user',
]
const ROLE_SIGNAL =
  /(?:-cli|zip|7z|rar|openssl|keygen|ldap|slapp|sqlcmd|osql|bcp|ipmi|mosq|mongo|cql|cypher|twine|ncftp|useradd|usermod|snmp|plink|pscp|psftp|putty|security)\S{0,20}\s[^|;&\n]{0,400}?-(?:h?p|pw|[anwskx])|sqlplus|sqlldr|expdp|impdp|rman\s|\s(?:-u|--?user)[^|;&\n]{1,400}?\s-p|\s-pw?[ =][^|;&\n]{1,400}?\s(?:-u|--?user)|\s(?:-u|--user)[ =]?\S{1,80}[%,]|\s(?:-a|--auth)[ =]\S{1,80}:|\s\/p\w{0,7}:|\s(?:-b|--cookie)[ =]["']?[\w.-]{1,80}=|pass(?:word|phrase|wd)["' \t(=]|identified|:(?:\d{4,5}|\*):|\skv\s|_user\s|[-_]pass(?:word|wd)?\s|<<|^user\s|-(?:command|cmd)[ =]["']?(?:echo|printf)|kind:\s{0,4}secret|\s-(?:[pawnxst]|pw)[ =]["']?(?=\S{0,80}\d)[\w+/=-]{10}/m
/** The same for options that say of a setting that it is secret, fields of forms, and settings for a process of any name. */
const SETTING_ROLE_SIGNAL =
  /--(?:secret|sensitive|secure|masked|encrypted|protected)(?![\w-])|\s(?:-d|-f|--data\S{0,20}|--form\S{0,20}|--post-data|--body-data)[ =]?\S{0,400}?(?:pw|pin|otp|code|cvv|cvc|ssn|jwt|sid)=|(?:config|env|vars?|variables?):set|setenv|encrypt_string|nmcli|net\s{1,4}user|snowsql|wpa_pass/

/** A piece of each alternative above, so that most texts need no expression. */
const SETTING_ROLE_SIGNS =
  '--sec --sens --mask --encr --prot :set setenv encrypt_string nmcli user snowsql wpa_pass pw= pin= otp= code= cvv= cvc= ssn= jwt= sid='.split(
    ' ',
  )

function hasSettingRole(lower: string): boolean {
  return SETTING_ROLE_SIGNS.some((word) => lower.includes(word)) && SETTING_ROLE_SIGNAL.test(lower)
}

/** What a text could hold: nothing at all, or something, and then whether by its place or by its role in a command, too. */
export interface SecretSigns {
  readonly lower: string
  readonly places: boolean
  readonly roles: boolean
  /** A file of settings for a process may be written. */
  readonly env: boolean
}

/** What steps of the gate say is the same in every call, too. */
export const secretSignsOf = memoize((text): SecretSigns | undefined => {
  const lower = text.toLowerCase()
  const roles = ROLE_SIGNS.some((sign) => lower.includes(sign)) && (ROLE_SIGNAL.test(lower) || hasSettingRole(lower))
  const env = canWriteEnv(lower)
  if (!roles && !env && !SECRET_SIGNS.some((sign) => lower.includes(sign))) return undefined
  const places = PLACE_SIGNS.some((word) => lower.includes(word)) && hasSecretPlace(lower)
  const some = roles || places || env || SECRET_SIGNAL.test(lower) || (lower.includes('-') && OPTION_SIGNAL.test(lower))
  return some ? { lower, places, roles, env } : undefined
})
