import { holds, wrote } from './kit.ts'

/** Code that goes through a folder of the person and deletes or empties what it finds does so there, however the name is put together. */
holds({
  stopped: [
    [
      wrote(
        'scripts/w.mjs',
        "import {rmSync,readdirSync} from 'node:fs';\nconst root=new URL('../../',import.meta.url);\nfor(const d of readdirSync(root)) if(/^[DP]/.test(d)) rmSync(new URL(d,root),{recursive:true});\n",
      ),
      'node scripts/w.mjs',
    ],
    [`perl -MFile::Find -e 'find({no_chdir=>1,wanted=>sub{truncate($_,0) if -f}}, "$ENV{HOME}/Documents")'`],
    [`ruby -rfind -e 'Find.find(Dir.home + "/Documents") { |f| File.truncate(pick(f), 0) if File.file?(f) }'`],
    [
      `python3 -c 'import os, pathlib
names = [row.name for row in os.scandir(os.path.expanduser("~/Documents"))]
for name in names: os.unlink(full(name))'`,
    ],
  ],
  free: [
    [`python3 -c 'import os; print(os.listdir(os.path.expanduser("~/Documents")))'`],
    [
      wrote(
        'scripts/v.mjs',
        "import {rmSync,readdirSync} from 'node:fs';\nfor (const d of readdirSync(new URL('../dist/', import.meta.url))) rmSync(pick(d));\n",
      ),
      'node scripts/v.mjs',
    ],
    [
      `python3 -c 'import os, tempfile
d = tempfile.mkdtemp()
print(os.listdir(os.path.expanduser("~")))
os.rmdir(d)'`,
    ],
    [`python3 -c 'import os, sys; [os.unlink(n) for n in sys.argv[1:]]' dist/a.map`],
  ],
})
