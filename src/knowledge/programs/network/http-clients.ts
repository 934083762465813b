import {
  constantWord,
  curlVariableSources,
  readFileSource,
  recordConnect,
  stdinDataSources,
  valueSources,
} from '../../../analysis/interpret/data-sources.ts'
import { recordLoadedLibraries } from '../../../analysis/interpret/loaded-library.ts'
import { displayText } from '../../../analysis/interpret/loose-words.ts'
import {
  type Grammar,
  type OptionNames,
  type Options,
  parseOptionNames,
  readOptions,
  sliceWord,
} from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import { hostOf } from '../../../analysis/remote/hosts.ts'
import { takeFirst } from '../../../analysis/text/read-limits.ts'
import type { Command, DataSource, Word } from '../../../analysis/words.ts'
import {
  type ClientCall,
  createClientProgram,
  fileOrStdinSources,
  type HttpClient,
  optionValues,
  readExtraOptionFiles,
} from './http-client-program.ts'

const CURL_GRAMMAR: Grammar = {
  lenient: true,
  flags:
    '-#012346aBfgGiIjJklLMnNOpqRsSvVZ: append compressed create-dirs doh-insecure ftp-create-dirs get head insecure location manual metalink next proxy-insecure remote-header-name remote-name remote-name-all remove-on-error retry-all-errors styled-output trace-ids trace-time use-ascii version',
  values:
    '-AbcCdDeEFHKmoPQrtTuUwxXyYzh abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout connect-to continue-at cookie cookie-jar create-file-mode crlfile curves data data-ascii data-binary data-raw data-urlencode delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-header ech egd-file engine etag-compare etag-save expect100-timeout form form-string ftp-account ftp-alternative-to-user ftp-method ftp-port ftp-ssl-ccc-mode happy-eyeballs-timeout-ms haproxy-clientip header hostpubmd5 hostpubsha256 hsts interface ipfs-gateway json keepalive-cnt keepalive-time key key-type krb libcurl limit-rate local-port login-options mail-auth mail-from mail-rcpt max-filesize max-redirs max-time netrc-file noproxy oauth2-bearer output output-dir parallel-max pass pinnedpubkey preproxy proto proto-default proto-redir proxy proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey quote random-file range rate referer request request-target resolve retry retry-delay retry-max-time sasl-authzid service-name socks4 socks4a socks5 socks5-hostname speed-limit speed-time stderr telnet-option tftp-blksize time-cond tls-max tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii trace-config unix-socket upload-file url url-query user user-agent variable expand-url expand-data expand-data-raw expand-data-binary expand-header expand-json expand-form expand-url-query expand-user-agent expand-referer expand-cookie vlan-priority write-out ip-tos',
  optional: 'help',
}

const CURL_BODY_OPTIONS = 'd data data-ascii data-binary json data-urlencode'

function curlBody(call: ClientCall): readonly DataSource[] {
  const { options } = call
  const marked = (names: OptionNames, file: RegExp) =>
    optionValues(options, names).flatMap((word) => {
      const marker = file.exec(word.known)?.[0]
      return marker === undefined ? valueSources(word) : fileOrStdinSources(sliceWord(word, marker.length), call)
    })
  const form = options.values('F', 'form').flatMap((word) => {
    const marker = /=\(?[@<]/.exec(word.known)
    if (!marker) return valueSources(word)
    const rest = sliceWord(word, marker.index + marker[0].length)
    const names = rest.known.split(';')[0]?.split(',') ?? []
    return names.flatMap((name) => fileOrStdinSources({ ...rest, known: name, text: rest.text && name }, call))
  })
  return [
    ...marked(CURL_BODY_OPTIONS, options.has('data-urlencode') ? /^[\w.-]*@/ : /^@/),
    ...marked('url-query', /^[\w.-]*@/),
    ...form,
    ...options.values('data-raw', 'form-string').flatMap(valueSources),
    ...options.values('T', 'upload-file').flatMap((word) => fileOrStdinSources(word, call)),
    ...options
      .values('variable')
      .flatMap((word) => curlVariableSources(word, (file) => fileOrStdinSources(file, call))),
  ]
}

const MAX_CONFIG_LINES = 2_000

/** The options that `-K file` adds, when the file can be read. */
function curlConfigWords(command: Command, recorder: EffectRecorder): readonly Word[] {
  return readOptions(command.args, CURL_GRAMMAR)
    .values('K', 'config')
    .flatMap((word) => {
      const { real } = recorder.path(word)
      const { stdin } = command
      const fed = stdin.kind === 'value' ? stdin.value.text : undefined
      const text = word.text === '-' ? fed : real === undefined ? undefined : recorder.readText(real)
      const lines = (text ?? '').split('\n')
      return takeFirst(lines, MAX_CONFIG_LINES, recorder, 'more lines of options than are read').flatMap((line) =>
        parseConfigLine(line).map((each) => constantWord(each, word)),
      )
    })
}

/** `name = value`, `--name value` or `-n value`. */
function parseConfigLine(line: string): readonly string[] {
  const [, dashes = '', name = '', rest = ''] = /^\s*(-{0,2})([\w.-]+)\s*[=:\s]?\s*(.*?)\s*$/.exec(line) ?? []
  if (name === '') return []
  const value = rest.replace(/^"(.*)"$/s, '$1')
  return [dashes === '-' ? `-${name}` : `--${name}`, ...(value === '' ? [] : [value])]
}

const PROXY_OPTIONS = 'x proxy preproxy socks4 socks4a socks5 socks5-hostname proxy1.0'

function recordCurlExtras(call: ClientCall): readonly CommandGrade[] {
  const { options, command, recorder } = call
  recordLoadedLibraries(command, /^--engine$/, recorder)
  const more = readExtraOptionFiles('K config', call)
  if (more.length > 0) recorder.unknown('curl takes further options from a file')
  for (const word of options.values('unix-socket'))
    if (/\/(?:docker|containerd|podman|crio)[^/]*\.sock$/.test(recorder.path(word).text))
      recorder.effect({ kind: 'weaken', area: 'sandbox', feature: 'container engine socket', certainty: 'likely' })
  for (const word of optionValues(options, PROXY_OPTIONS)) {
    const host = hostOf(displayText(word))
    if (host) recordConnect(host, recorder, displayText(word))
  }
  for (const word of options.values('mail-rcpt'))
    recorder.effect({ kind: 'external-write', service: 'mail', nature: 'mail', target: displayText(word) })
  const doubt =
    options.has('engine') || options.values('w', 'write-out').some(({ known }) => known.includes('%output{'))
  return [
    ...more,
    doubt ? 'unknown' : 'proven',
    optionValues(options, `unix-socket mail-rcpt ${PROXY_OPTIONS}`).length > 0 ? 'plain' : 'proven',
  ]
}

const CURL: HttpClient = {
  names: 'curl curlie',
  grammar: CURL_GRAMMAR,
  proxies: 'x proxy preproxy proxy1.0',
  headerFiles: true,
  asks: 'help h V version M manual',
  further: curlConfigWords,
  urls: (options) => [...options.operands, ...options.values('url', 'expand-url')],
  method: (options) => {
    const given = options.value('X', 'request')?.text?.toUpperCase()
    if (given) return given
    if (options.has('I', 'head')) return 'HEAD'
    if (options.has('G', 'get')) return 'GET'
    if (options.has('T', 'upload-file')) return 'PUT'
    return options.has(...parseOptionNames(CURL_BODY_OPTIONS), 'data-raw', 'F', 'form', 'form-string') ? 'POST' : 'GET'
  },
  body: curlBody,
  headers: 'H header A user-agent e referer',
  credentials: 'u user U proxy-user oauth2-bearer b cookie',
  output: 'o output',
  each: true,
  folder: 'output-dir',
  named: (options) => options.has('O', 'remote-name', 'remote-name-all'),
  insecure: (options) => {
    const name = ['insecure', 'proxy-insecure', 'doh-insecure'].find((each) => options.has(each))
    return options.has('k') ? 'curl --insecure' : name && `curl --${name}`
  },
  writes: 'D dump-header c cookie-jar trace trace-ascii stderr libcurl etag-save hsts alt-svc',
  also: recordCurlExtras,
}

function recordWgetExtras(call: ClientCall): readonly CommandGrade[] {
  const { options, recorder } = call
  const settings = options.values('e', 'execute').map((word): CommandGrade => {
    const askpass = /^\s*use_?askpass\s*=\s*(.+)$/i.exec(word.known)?.[1]
    if (askpass) return recorder.runs([constantWord(askpass, word)], 'wget -e use_askpass')
    return /^\s*(?:robots|check_?certificate)\s*=/i.test(word.known) ? 'proven' : 'unknown'
  })
  return [
    ...options.values('use-askpass').map((word) => recorder.runs([word], 'wget --use-askpass')),
    ...settings,
    ...readExtraOptionFiles('i input-file config', call),
  ]
}

const WGET: HttpClient = {
  names: 'wget',
  grammar: {
    lenient: true,
    flags:
      '-VhbdqvFcNS46xrkKmpEHL version help spider no-check-certificate no-host-directories recursive mirror delete-after convert-links convert-file-only backup-converted unlink content-on-error retry-on-host-error',
    values:
      '-oaiBtOTwQPUlARDIXen output-file append-output input-file base config rejected-log bind-address tries output-document start-pos progress timeout dns-timeout connect-timeout read-timeout wait waitretry quota limit-rate prefer-family user password use-askpass restrict-file-names max-redirect header http-user http-password load-cookies save-cookies method body-data body-file post-data post-file referer user-agent secure-protocol certificate certificate-type private-key private-key-type ca-certificate ca-directory crl-file ciphers ftp-user ftp-password directory-prefix cut-dirs default-page level accept reject accept-regex reject-regex regex-type domains exclude-domains follow-tags ignore-tags include-directories exclude-directories execute local-encoding remote-encoding hsts-file proxy-user proxy-password report-speed compression retry-on-http-error pinnedpubkey warc-file dns-servers',
    optional: 'ask-password',
  },
  asks: 'help h V version',
  method: (options) =>
    options.value('method')?.text?.toUpperCase() ?? (options.has('post-data', 'post-file') ? 'POST' : 'GET'),
  body: (call) => [
    ...call.options.values('post-file', 'body-file').flatMap((word) => fileOrStdinSources(word, call)),
    ...call.options.values('post-data', 'body-data').flatMap(valueSources),
  ],
  headers: 'header U user-agent referer',
  credentials: 'password http-password ftp-password proxy-password',
  output: 'O output-document',
  prefix: 'P directory-prefix',
  named: (options) => !options.has('spider', 'O', 'output-document'),
  insecure: (options) => {
    if (options.has('no-check-certificate')) return 'wget --no-check-certificate'
    const off = options
      .values('e', 'execute')
      .some(({ known }) => /^checkcertificate=(?:off|no|0|false)/i.test(known.replace(/[\s_-]/g, '')))
    return off ? 'wget -e check_certificate=off' : undefined
  },
  writes: 'o output-file a append-output save-cookies rejected-log warc-file',
  also: recordWgetExtras,
}

/** A downloader whose options can run programs of their own. */
const ARIA2: HttpClient = {
  names: 'aria2c',
  grammar: {
    lenient: true,
    flags: '-qDcZVv version allow-overwrite auto-file-renaming',
    values:
      '-dosxjklimtTUhnpuMOP dir out log input-file user-agent header load-cookies save-session check-certificate conf-path on-download-complete on-download-start on-download-stop on-download-error on-download-pause',
  },
  asks: 'help version V',
  headers: 'header',
  output: 'o out',
  folder: 'd dir',
  named: () => true,
  quiet: true,
  insecure: (options) =>
    options.value('check-certificate')?.text === 'false' ? 'aria2c without certificate check' : undefined,
  also: ({ options, recorder }) =>
    [...options.given.keys()]
      .filter((name) => name.startsWith('on-download-'))
      .flatMap((name) => options.values(name).map((word) => recorder.runs([word], 'aria2c hook'))),
}

/** A method, an address, then items that name headers, fields and files. */
function parseHttpieWords({ operands }: Options) {
  const [first, ...rest] = operands
  const isMethod = rest.length > 0 && /^(?:[A-Z]{3,10}|get|head|post|put|patch|delete|options)$/.test(first?.text ?? '')
  const [url, ...items] = isMethod ? rest : operands
  const sorted = items.flatMap((item) => {
    const found = /:=@|=@|:=|==|=|@|:/.exec(item.known)
    return found ? [{ item, sign: found[0], value: sliceWord(item, found.index + found[0].length) }] : []
  })
  return { method: isMethod ? first?.text?.toUpperCase() : undefined, url, items: sorted }
}

/** `:3000/x` stands for this machine. */
function expandLocalhostUrl(url: Word): Word {
  if (!url.known.startsWith(':')) return url
  const known = `localhost${url.known}`
  return { ...url, known, text: url.text === undefined ? undefined : known }
}

const HTTPIE: HttpClient = {
  names: 'http https xh',
  grammar: {
    lenient: true,
    flags: '-jfhbvdcFImSqx download compress multipart all stream',
    values:
      '-pPsoaAt print pretty style format-options output auth auth-type session session-read-only proxy max-redirects timeout verify ssl ciphers cert cert-key default-scheme raw bearer http-version resolve interface',
  },
  asks: 'help version manual offline curl curl-long',
  urls: (options) => {
    const { url } = parseHttpieWords(options)
    return url ? [expandLocalhostUrl(url)] : []
  },
  method: (options, sends) => parseHttpieWords(options).method ?? (sends ? 'POST' : 'GET'),
  body: ({ options, command, recorder }) => [
    ...parseHttpieWords(options)
      .items.filter(({ sign }) => sign !== ':')
      .flatMap(({ item, sign, value }) => {
        if (sign.endsWith('@')) return [readFileSource(value, recorder)]
        return sign === '==' ? item.sources : valueSources(item)
      }),
    ...options.values('raw').flatMap(valueSources),
    ...(options.has('ignore-stdin') ? [] : stdinDataSources(command, recorder)),
  ],
  headers: (options) => parseHttpieWords(options).items.flatMap(({ item, sign }) => (sign === ':' ? [item] : [])),
  credentials: 'a auth A bearer',
  output: 'o output',
  named: (options) => options.has('d', 'download'),
  insecure: (options) =>
    /^(?:no|false)$/i.test(options.value('verify')?.known ?? '') ? 'http --verify=no' : undefined,
}

export const HTTP_CLIENTS: readonly Program[] = [CURL, WGET, ARIA2, HTTPIE].map(createClientProgram)
