import { characters, decodeBase64, decodeHex, keeps, rot13, sprintf } from '../run/constants.ts'
import { folderOf } from '../run/operators.ts'
import { argument, does, type Handler, type Handlers, type Library, required } from '../run/table.ts'
import {
  type Abstract,
  allSources,
  capped,
  concat,
  exact,
  from,
  knownOf,
  listOf,
  reference,
  shown,
  text,
  UNKNOWN,
} from '../run/value.ts'
import {
  becomes,
  changesDirectory,
  constant,
  copies,
  decodesPercents,
  deletes,
  ENVIRONMENT,
  evaluates,
  givenWords,
  itself,
  kills,
  links,
  lists,
  makes,
  modes,
  moves,
  owners,
  ownFolder,
  prints,
  readsVariable,
  same,
  setsVariable,
  shells,
  table,
  unpacksObject,
  unreadable,
  weakensIfFalse,
  workingDirectory,
} from './acts.ts'
import { connectsSocket, looksUp, mails, payload, sends } from './network-acts.ts'
import { database, PHP_MAPPERS } from './object-mappers.ts'

const fetchesOrReads: Handler = (call, run) => {
  const target = required(call, 0)
  if (/^(?:https?|ftp):/i.test(knownOf(target))) return run.requests({ url: target, method: 'GET', payload: [] })
  if (/^php:\/\/(?:stdin|input)/.test(knownOf(target))) return from([{ kind: 'argument' }])
  return from(run.reads(target))
}

const opens: Handler = (call, run) => {
  const mode = exact(call.args[1]) ?? 'r'
  if (!/[waxc+]/.test(mode)) return fetchesOrReads(call, run)
  if (/^php:\/\//.test(knownOf(required(call, 0)))) return UNKNOWN
  return {
    type: 'file',
    sources: [],
    handle: run.opens(required(call, 0), mode.includes('a') ? 'append' : 'overwrite'),
  }
}

const writesTo = does((call, run) => {
  const [handle, data] = call.args
  if (handle?.type === 'socket') {
    sends(run, shown(handle.fields?.get('host')), [data])
    return
  }
  handle?.handle?.pieces.push(exact(data))
  handle?.handle?.sources.push(...allSources(data))
})

const puts = does((call, run) => {
  const flags = JSON.stringify(call.args[2] ?? '')
  run.writes(required(call, 0), /FILE_APPEND/.test(flags) ? 'append' : 'overwrite', call.args[1])
})

const includes = does((call, run) => {
  const [file] = call.args
  if (!file || knownOf(file).replaceAll('\0', '') === '') return
  if (/^https?:/.test(knownOf(file))) {
    run.downloadRuns('php', [{ kind: 'network', url: knownOf(file) }])
    return
  }
  run.flush()
  for (const path of run.paths(file)) {
    if (path.sessionMade) run.lower(run.scribe.runsFile(path, 'php', call.name))
    else run.lower('expected')
  }
})

const curlInit: Handler = (call) => ({
  type: 'curl',
  sources: [],
  fields: new Map<string, Abstract>(call.args[0] ? [['CURLOPT_URL', call.args[0]]] : []),
})

const curlOption = does((call, run) => {
  const [handle, option, value] = call.args
  const name = option?.ref ?? ''
  if (name && value) handle?.fields?.set(name, value)
  if (name === 'CURLOPT_SSL_VERIFYPEER' || name === 'CURLOPT_SSL_VERIFYHOST')
    weakensIfFalse(name)({ ...call, args: [value ?? UNKNOWN] }, run)
})

const curlRuns: Handler = (call, run) => {
  const fields = call.args[0]?.fields
  const body = fields?.get('CURLOPT_POSTFIELDS')
  return run.requests({
    url: fields?.get('CURLOPT_URL') ?? UNKNOWN,
    method: exact(fields?.get('CURLOPT_CUSTOMREQUEST')) ?? (body || fields?.has('CURLOPT_POST') ? 'POST' : 'GET'),
    payload: body ? payload([body]) : [],
  })
}

const opensProcess: Handler = (call, run) => {
  const descriptors = call.args[1]
  const socket = [...(descriptors?.items ?? []), ...(descriptors?.fields?.values() ?? [])].some(
    (value) => value.type === 'socket',
  )
  if (socket) run.state({ kind: 'listen', reach: 'reverse-shell', executes: true })
  return shells(call, run)
}

const callsByName: Handler = (call) => {
  const [name, ...args] = call.args
  const target = exact(name)
  const given = call.name === 'call_user_func_array' ? (args[0]?.items ?? args) : args
  if (name?.closure) return call.invoke(name, given)
  return target === undefined ? UNKNOWN : call.dispatch(target.toLowerCase(), given)
}

/** `array_map(f, list)`: f gets each of the list. */
const mapsList: Handler = (call, run) => {
  const [mapper, list] = call.args
  const each = (item: Abstract) => callsByName({ ...call, args: [mapper ?? UNKNOWN, item] }, run) ?? UNKNOWN
  if (list?.items) return listOf(capped(list.items, 2_000, UNKNOWN).map(each))
  return { element: each(list?.element ?? UNKNOWN), sources: [] }
}

const implodes: Handler = (call) => {
  const [first, second] = call.args
  const [separator, list] = first?.items ? [second ?? text(''), first] : [first ?? text(''), second]
  return concat((list?.items ?? []).flatMap((item, index) => (index === 0 ? [item] : [separator, item])))
}

const CALLS: Handlers = {
  '` shell_exec system exec passthru popen pcntl_exec': shells,
  proc_open: opensProcess,
  'eval assert create_function': (call, run) =>
    call.name === 'assert' && call.args[0]?.known === undefined
      ? UNKNOWN
      : evaluates({ ...call, args: [call.args.at(-1) ?? UNKNOWN] }, run),
  'call_user_func call_user_func_array': callsByName,
  array_map: mapsList,
  'array_filter array_values array_unique array_reverse array_slice': keeps,
  'include include_once require require_once': includes,
  'unlink rmdir': deletes(0, false),
  'rename move_uploaded_file': moves(0),
  copy: copies,
  'symlink link': links,
  'mkdir touch': makes(0),
  chmod: modes(0, 1),
  'chown chgrp': owners(0),
  'file_get_contents readfile file fopen_r parse_ini_file simplexml_load_file': fetchesOrReads,
  fopen: opens,
  'fwrite fputs': writesTo,
  'fread fgets stream_get_contents fgetcsv': (call) => from(allSources(call.args[0])),
  file_put_contents: puts,
  'scandir opendir': lists(0, false),
  'DirectoryIterator RecursiveDirectoryIterator FilesystemIterator': lists(0, true),
  'RecursiveIteratorIterator IteratorIterator': (call) => call.args[0],
  '?.{getPathname getRealPath} Path.{getPathname getRealPath}': itself,
  curl_init: curlInit,
  curl_setopt: curlOption,
  curl_setopt_array: does((call) => {
    for (const [name, value] of call.args[1]?.fields ?? []) call.args[0]?.fields?.set(name, value)
  }),
  curl_exec: curlRuns,
  'fsockopen pfsockopen stream_socket_client socket_connect': connectsSocket,
  mail: (call, run) => {
    const to = shown(required(call, 0))
    return mails(run, to, call.args.flatMap(allSources))
  },
  'gethostbyname dns_get_record checkdnsrr': looksUp,
  posix_kill: kills,
  'posix_setuid posix_setgid': becomes,
  chdir: changesDirectory,
  getcwd: workingDirectory,
  getenv: (call, run) => (call.args.length === 0 ? { sources: [ENVIRONMENT] } : readsVariable(call, run)),
  putenv: (call, run) => {
    const [name = '', value = ''] = (exact(call.args[0]) ?? '').split('=')
    return setsVariable({ ...call, args: [text(name), text(value)] }, run)
  },
  base64_decode: constant(decodeBase64),
  hex2bin: constant(decodeHex),
  str_rot13: constant(rot13),
  strrev: constant((whole) => [...whole].reverse().join('')),
  strtolower: constant((whole) => whole.toLowerCase()),
  urldecode: decodesPercents,
  'gzinflate gzuncompress gzdecode': () => text('\0'),
  chr: characters,
  sprintf: sprintf,
  'implode join': implodes,
  str_replace: (call) => {
    const [what, by, whole] = call.args.map(exact)
    return text(
      what === undefined || by === undefined || whole === undefined || what === ''
        ? '\0'
        : whole.replaceAll(what, () => by),
    )
  },
  'trim rtrim ltrim strval escapeshellarg escapeshellcmd json_encode realpath json_decode': same,
  dirname: (call) => folderOf(required(call, 0)),
  'echo print printf print_r var_dump var_export error_log': prints(),
  'mysqli_query mysql_query pg_query': database('sql', 'unknown', 1),
  unserialize: unpacksObject,
  'FFI.cdef dl': unreadable,
  stream_socket_server: does((call, run) => {
    const address = knownOf(argument(call, 0))
    const loopback = /127\.0\.0\.1|localhost|\[::1\]/.test(address)
    run.acts({ kind: 'listen', reach: loopback ? 'loopback' : 'network', executes: false })
  }),
}

const MENTIONS: Handlers = {
  DIRECTORY_SEPARATOR: () => text('/'),
  $_ENV: () => ({ ref: '$_ENV', sources: [ENVIRONMENT] }),
  $_SERVER: () => reference('$_SERVER'),
  $argv: givenWords,
  __DIR__: ownFolder,
}

const HARMLESS =
  /^(?:array_\w+|str_?\w+|preg_\w+|json_\w+|mb_\w+|is_\w+|in_array|count|sizeof|sort|usort|ksort|asort|rsort|uasort|uksort|range|min|max|abs|floor|ceil|round|sum|intval|floatval|strval|boolval|explode|implode|trim|ltrim|rtrim|substr\w*|ucfirst|ucwords|lcfirst|nl2br|htmlspecialchars|htmlentities|number_format|date\w*|time|microtime|mktime|strtotime|hash\w*|md5|sha1|crc32|bin2hex|random_\w+|rand|mt_rand|uniqid|var_dump|var_export|print_r|print|echo|printf|file_exists|filesize|filemtime|basename|pathinfo|realpath|isset|empty|unset|exit|die|define|defined|constant|function_exists|class_exists|method_exists|get_class|gettype|settype|sleep|usleep|error_reporting|ini_set|set_error_handler|set_time_limit|php_sapi_name|phpversion|PHP_\w+|memory_get_\w+|ob_\w+|list|array|compact|extract|current|key|next|reset|end|each|iterator_\w+|ctype_\w+|filter_var|parse_str|parse_url|http_build_query|url\w+|raw\w+|wordwrap|similar_text|levenshtein|soundex|version_compare|spl_\w+|DateTime\w*|Exception|\w+Exception|ArrayObject|Closure|stdClass|self|parent|static|true|false|null|TRUE|FALSE|NULL|RegExp|\$\w*)/i

export const PHP: Library = {
  calls: table(CALLS, PHP_MAPPERS),
  mentions: table(MENTIONS),
  environment: new Set(['$_ENV']),
  harmless: (name) =>
    name.startsWith('?.')
      ? !/write|delete|remove|exec|send|save|query/i.test(name)
      : !name.includes('\\') && HARMLESS.test(name),
  // What has a namespace comes from a package.
  familiar: (module) => !module.includes('\\'),
  opaque: () => false,
  exports: () => [],
  moduleFiles: () => [],
}
