import { basename, dirname, resolve } from 'node:path/posix'
import type { ForeignSource } from '../flow/provenance.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import { downloadedCodeRun } from '../remote/remote-addresses.ts'
import { matchesShellPattern } from '../text/pattern.ts'

/** Functions that make objects of data, and run what the data says to do so. */
const DESERIALIZERS = [
  String.raw`(?:pickle|cPickle|dill|cloudpickle|joblib|shelve|marshal|jsonpickle|klepto)\.(?:loads?|open|Unpickler|decode)\s{0,4}\(`,
  String.raw`read_pickle\s{0,4}\(`,
  String.raw`torch\.load\s{0,4}\((?![^)]{0,200}weights_only\s{0,4}=\s{0,4}True)`,
  String.raw`allow_pickle\s{0,4}=\s{0,4}True`,
  String.raw`yaml\.(?:unsafe|full)_load(?:_all)?\s{0,4}\(`,
  String.raw`yaml\.load(?:_all)?\s{0,4}\((?![^)]{0,200}(?:Safe|Base)Loader)`,
  String.raw`(?:Marshal|YAML|Psych|Oj)\.(?:load|unsafe_load|object_load)(?:_file)?\b(?!_)`,
  String.raw`\bunserialize\s{0,4}\((?![^;]{0,200}allowed_classes)`,
  String.raw`ObjectInputStream|XMLDecoder|XStream|readObject\s{0,4}\(`,
  '(?:Binary|Soap|NetDataContract|Los)Formatter',
  String.raw`\breadRDS\s{0,4}\(|\b(?<!\.)load\s{0,4}\(\s{0,4}["'][^"']{1,200}\.rda(?:ta)?["']`,
  String.raw`\b(?:retrieve|thaw)\s{0,4}\(?\s{0,4}["'$]`,
  String.raw`binary_to_term\s{0,4}\(|\bdeserialize\s{0,4}\(`,
]
const DESERIALIZES = new RegExp(DESERIALIZERS.join('|'), 'i')
const DOUBLE_QUOTED = /"([^"\n]{1,300})"/g
const SINGLE_QUOTED = /'([^'\n]{1,300})'/g
const FILE_NAME = /^[\w.~/*?+@-]*\w\.\w{1,12}$/
const MOST = 200

/** Data from elsewhere that is made into objects: whoever made it runs here. By the text, since every language has its own way to a file. */
export function recordDeserializedData(text: string, file: string | undefined, recorder: EffectRecorder): void {
  if (recorder.untouched() || !DESERIALIZES.test(text)) return
  const named = [DOUBLE_QUOTED, SINGLE_QUOTED].flatMap((quoted) => [...text.matchAll(quoted)])
  const names = named.map(([, name = '']) => name).filter((name) => FILE_NAME.test(name))
  for (const name of new Set(names.slice(0, MOST))) {
    const from = foreignDataAt(name, file, recorder)
    if (from === undefined) continue
    recorder.effect({ ...downloadedCodeRun(from.address, from.host), by: `the data in ${basename(name)}` })
    return
  }
}

function foreignDataAt(name: string, file: string | undefined, recorder: EffectRecorder): ForeignSource | undefined {
  const here = recorder.pathOf(name).real
  const beside = file === undefined ? undefined : resolve(dirname(file), name)
  // A path is often put together of its parts: of a file that this session fetched, the last one tells.
  const fetched = [...recorder.facts.session.downloaded.keys()].filter((path) =>
    matchesShellPattern(basename(name), basename(path)),
  )
  for (const path of new Set([here, beside, ...fetched])) {
    const from = path === undefined ? undefined : recorder.provenance(path)
    if (from?.kind === 'elsewhere') return from
  }
  return undefined
}
