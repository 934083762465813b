import { bash, counted, document, filled, listed, nested, type Shapes } from './building.ts'

export const FILES: Shapes = [
  ['files written', () => bash(listed(12_000, (at) => `echo a > b${at}`, '\n'))],
  ['files written and run', () => bash(counted((at) => `echo ls > b${at}; sh b${at}\n`))],
  ['one file written and run, often', () => bash(filled('echo ls > b; sh b\n'))],
  ['one file appended to', () => bash(filled('echo ls >> b\n'))],
  ['one file appended to and run', () => bash(filled('echo ls >> b; sh b\n'))],
  ['files copied at once', () => bash(`cp ${listed(5_000, (at) => `a${at}`)} d`)],
  ['files moved at once', () => bash(`mv ${counted((at) => `a${at} `)} d`)],
  ['files copied', () => bash(counted((at) => `cp a${at} b${at};`))],
  ['a chain of copies', () => bash(counted((at) => `cp a${at} a${at + 1};`))],
  ['a chain of copies of a text', () => bash(`echo ls > a0;${counted((at) => `cp a${at} a${at + 1};`)}`)],
  ['a chain of moves', () => bash(counted((at) => `mv a${at} a${at + 1};`))],
  ['a chain of moves of a text', () => bash(`echo ls > a0;${counted((at) => `mv a${at} a${at + 1};`)}`)],
  ['a chain of links', () => bash(counted((at) => `ln -s a${at} a${at + 1};`))],
  ['a chain of links from a text', () => bash(`echo ls > a0;${counted((at) => `ln -s a${at} a${at + 1};`)}`)],
  ['links', () => bash(filled('ln -s a b;'))],
  ['folders copied', () => bash(`echo ls > a0/x;${counted((at) => `cp -r a${at} a${at + 1};`)}`)],
  [
    'files of one folder, copied',
    () => bash(`${counted((at) => `echo ls > a/x${at}\n`, 120_000)}${counted((at) => `cp -r a b${at};`, 120_000)}`),
  ],
  ['files of one folder, moved', () => bash(`${counted((at) => `echo ls > a/x${at}\n`, 120_000)}mv a b`)],
  ['folders made', () => bash(counted((at) => `mkdir a${at};`))],
  ['folders made at once', () => bash(`mkdir ${counted((at) => `a${at} `)}`)],
  ['files deleted', () => bash(counted((at) => `rm a${at};`))],
  ['files by tee', () => bash(`echo a | tee ${counted((at) => `a${at} `)}`)],
  ['files changed', () => bash(counted((at) => `sed -i s/a/b/ a${at};`))],
  ['files made runnable', () => bash(counted((at) => `chmod +x a${at};`))],
  ['archives', () => bash(counted((at) => `tar xf a${at}.tar;`))],
  ['archives of written files', () => bash(counted((at) => `echo a > a${at}; tar cf b${at}.tar a${at};`))],
  [
    'a long text written and run',
    () =>
      bash(
        `${document(
          'cat > a.sh',
          counted((at) => `echo ${at}\n`, 120_000),
        )}bash a.sh`,
      ),
  ],
  [
    'a long text copied and run',
    () =>
      bash(
        `${document(
          'cat > a0',
          counted((at) => `echo ${at}\n`, 120_000),
        )}${counted((at) => `cp a${at} a${at + 1};`, 100_000)}`,
      ),
  ],
  [
    'a long text changed, often',
    () =>
      bash(
        `${document(
          'cat > a',
          counted((at) => `echo ${at}\n`, 120_000),
        )}${filled('sed -i s/a/b/ a;', 100_000)}`,
      ),
  ],
  [
    'a long text run, often',
    () =>
      bash(
        `${document(
          'cat > a',
          counted((at) => `echo ${at}\n`, 120_000),
        )}${filled('sh a;', 100_000)}`,
      ),
  ],
  [
    'a long Python text run, often',
    () =>
      bash(
        `${document(
          'cat > a.py',
          counted((at) => `print(${at})\n`, 120_000),
        )}${filled('python3 a.py;', 100_000)}`,
      ),
  ],
  [
    'a long text read, often',
    () =>
      bash(
        `${document(
          'cat > a',
          counted((at) => `echo ${at}\n`, 120_000),
        )}${filled('x=$(cat a);', 100_000)}`,
      ),
  ],
  ['secrets copied', () => bash(`cp ~/.ssh/id_rsa a0;${counted((at) => `cp a${at} a${at + 1};`)}`)],
  ['secrets piped', () => bash(`cat ~/.ssh/id_rsa > a0;${counted((at) => `base64 a${at} > a${at + 1};`)}`)],
]

export const SHELL_TEXTS: Shapes = [
  ['a text for a shell', () => bash(document('bash', filled('a;b\n')))],
  ['a text for a file', () => bash(document('cat > notes.md', filled('It is; what $(it) is.\n')))],
  ['PowerShell', () => bash(`pwsh -c '${filled('Get-Item a;')}'`)],
  ['SQL', () => bash(document('psql', filled('delete from a where x=1;\n')))],
  ['SQL: one long statement', () => bash(document('psql', `select ${filled('a,')}b from c`))],
  ['SQL: brackets', () => bash(document('psql', nested('select (', '1', ')')))],
  ['awk', () => bash(document('awk -f -', filled('{ print $1 | "sh" }\n')))],
  ['awk: one program', () => bash(`awk '${filled('{ print $1 }')}' a`)],
  ['awk: calls', () => bash(`awk 'BEGIN { ${filled('system("ls");')} }'`)],
  ['sed', () => bash(`sed '${filled('s/a/b/;')}' c`)],
  ['sed: expressions', () => bash(`sed ${filled('-e s/a/b/ ')} c`)],
  ['sed: on a known text', () => bash(`echo a > c; sed -i '${filled('s/a/aa/;')}' c; sh c`)],
  ['jq', () => bash(`jq '${filled('.a|')}.' b`)],
  ['make', () => bash(document('make -f -', filled('a: b\n\tls\n')))],
  ['cron', () => bash(document('crontab -', filled('* * * * * ls\n')))],
  ['ed', () => bash(document('ed a', filled('s/a/b/\n')))],
  ['vim', () => bash(`vim ${filled("-c '!ls' ")} a`)],
  ['xml for a tool', () => bash(document('tool -', filled('<a b="c">d</a>')))],
  ['ssh', () => bash(`ssh u@h '${filled('a;')}'`)],
  ['a fish text', () => bash(`fish -c '${filled('set x a; ')}'`)],
]
