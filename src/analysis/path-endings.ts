import type { PathTag } from './paths.ts'

export const ENDINGS: ReadonlyMap<string, PathTag> = new Map(
  Object.entries({
    secret:
      'pem key p12 pfx keystore jks kdbx kdb ppk p8 pk8 pkcs12 keytab agekey ovpn asc_secret keychain keychain-db bek mobileprovision_key jwk',
    'state-file': 'tfstate sqlite sqlite3 db db3 rdb aof mdb accdb ldf mdf frm ibd',
    'build-artefact':
      'pyc pyo o obj class gcda gcno gcov rlib rmeta tsbuildinfo d.o hi dyn_o beam elc profraw profdata',
  }).flatMap(([tag, endings]) => endings.split(' ').map((ending) => [ending, tag as PathTag] as const)),
)
