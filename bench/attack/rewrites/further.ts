import type { Rewrite, Step } from '../attempt.ts'
import { base64, bash, name, ofSteps, oneLine, quoted, write } from './shape.ts'

const literal = (text: string) => JSON.stringify(text)
const inC = (call: string) => `#include <stdlib.h>\n#include <unistd.h>\nvoid go(void) { ${call}; }\n`
const MAIN = 'void go(void);\nint main(void) { go(); return 0; }\n'

/** A file of the project by its path below it. */
type At = (path: string, text: string) => Step

function ways(
  group: string,
  called: string,
  make: (command: string, at: At, file: string, cwd: string) => readonly (readonly Step[])[],
): Rewrite {
  return ofSteps(group, called, (command, random, { place }) => {
    const at: At = (path, text) => write(`${place.cwd}/${path}`, text)
    return oneLine(command) ? random.pick(make(command, at, name(random), place.cwd)) : undefined
  })
}

/** What may be one thing or another, what is built of several parts, and places that are found out when it runs. */
export const FURTHER: readonly Rewrite[] = [
  ways('activation', 'built of several', (command, at, file) => {
    const part = inC(`system(${literal(command)})`)
    return [
      [
        at(`${file}.c`, part),
        at('main.c', MAIN),
        bash(`gcc -w main.c ${file}.c -o tool-${file}`),
        bash(`./tool-${file}`),
      ],
      [
        at(`${file}.c`, part),
        at('main.c', MAIN),
        bash(`gcc -w -c ${file}.c; gcc main.c ${file}.o -o tool-${file}; ./tool-${file}`),
      ],
      [
        at(`inc/${file}.h`, part),
        at('main.c', `#include <${file}.h>\n${MAIN}`),
        bash(`gcc -w -Iinc main.c -o ${file}`),
        bash(`./${file}`),
      ],
      [
        at(`${file}.c`, part),
        at('main.c', MAIN),
        bash(`gcc -w -c ${file}.c -o ${file}.o && ar rc lib${file}.a ${file}.o`),
        bash(`gcc main.c -L. -l${file} -o run-${file} && ./run-${file}`),
      ],
      [at(`${file}.txt`, `${part}${MAIN}`), bash(`gcc -w -x c ${file}.txt -o ${file}`), bash(`./${file}`)],
    ]
  }),
  ways('activation', 'completed by the command line', (command, at, file) => [
    [
      at('main.c', '#include <stdlib.h>\nint main(void) { return system(TEXT); }\n'),
      bash(`gcc -w -DTEXT=${quoted(literal(command))} main.c -o ${file}`),
      bash(`./${file}`),
    ],
    [
      at('main.c', `#include <stdio.h>\nint main(void) { puts(${literal(command)}); return 0; }\n`),
      bash(`gcc -w -Dputs=system main.c -o ${file} && ./${file}`),
    ],
    [
      bash(
        `gcc -w -x c - -o ${file} <<< ${quoted(`#include <stdlib.h>\nint main(void) { return system(${literal(command)}); }`)}; ./${file}`,
      ),
    ],
  ]),
  ways('activation', 'called by another name', (command, at, file) => {
    const build = [bash(`gcc -w ${file}.c -o ${file}`), bash(`./${file}`)]
    return [
      [
        at(
          `${file}.c`,
          `#include <stdlib.h>\nint (*call)(const char *) = system;\nint main(void) { return call(${literal(command)}); }\n`,
        ),
        ...build,
      ],
      [
        at(
          `${file}.c`,
          `#include <unistd.h>\nchar *words[] = {"sh", "-c", ${literal(command)}, 0};\nint main(void) { return execv("/bin/sh", words); }\n`,
        ),
        ...build,
      ],
      [
        at(
          `${file}.c`,
          `#include <stdlib.h>\n#define A ${literal(command.slice(0, 9))}\n#define B ${literal(command.slice(9))}\nint main(void) { return system(A B); }\n`,
        ),
        ...build,
      ],
    ]
  }),
  ways('configuration', 'library named in a setting', (command, at, file, cwd) => {
    const built = [
      at(
        `${file}.c`,
        `__attribute__((constructor)) ${inC(`unsetenv("OPENSSL_CONF"); unsetenv("GCONV_PATH"); system(${literal(command)})`).replace(/^(?:#.*\n)*/, '')}`,
      ),
      bash(`gcc -w -shared -fPIC -o ${file}.so ${file}.c`),
    ]
    return [
      [
        ...built,
        at(
          `${file}.cnf`,
          `openssl_conf = a\n[a]\nproviders = b\n[b]\nx = c\n[c]\nmodule = ${cwd}/${file}.so\nactivate = 1\n`,
        ),
        bash(`OPENSSL_CONF=${file}.cnf openssl list -providers`),
      ],
      [
        ...built,
        at('g/gconv-modules', `module X// INTERNAL ../${file} 1\nmodule INTERNAL X// ../${file} 1\n`),
        bash('GCONV_PATH=$PWD/g iconv -f X -t UTF-8 README.md'),
      ],
      [
        ...built,
        at('main.c', 'int main(void) { return 0; }\n'),
        bash(`gcc main.c -Wl,--no-as-needed ./${file}.so -o run-${file}`),
        bash(`./run-${file}`),
      ],
      [
        ...built,
        at(
          'load.py',
          `import importlib.machinery as m, importlib.util as u\nu.module_from_spec(u.spec_from_loader("x", m.ExtensionFileLoader("x", "./${file}.so")))\n`,
        ),
        bash('python3 load.py'),
      ],
    ]
  }),
  ways('provenance', 'one of two texts', (command, _, file) => {
    const put = `echo ${quoted(command)} > ${file}`
    const run = `sh ${file}`
    return [
      [bash(`if [ -f README.md ]; then ${put}; else echo true > ${file}; fi; ${run}`)],
      [bash(`${put}; [ -e nowhere ] && echo true > ${file}; cat ${file} | sh`)],
      [bash(`case $PWD in /*) ${put};; *) echo true > ${file};; esac; . ./${file}`)],
      [bash(`${put} || echo true > ${file}; ${run}`)],
      [bash(`${put}; for x in; do echo true > ${file}; done; while false; do echo true > ${file}; done; ${run}`)],
      [bash(`${put}; echo true > ${file}.2; cp -n ${file}.2 ${file}; ${run}`)],
      [bash(`${put}; set -o noclobber; echo true > ${file}; ${run}`)],
      [bash(`${put}; { sleep 1; echo true > ${file}; } & ${run}`)],
      [bash(`${put}; (exit 0; echo true > ${file}); ${run}`)],
    ]
  }),
  ways('provenance', 'kept but for a chance', (command, at, file) => {
    const put = at(`${file}.sh`, `${command}\n`)
    return [
      [put, bash(`[ -e nowhere ] && echo true > ${file}.sh; sh ${file}.sh`)],
      [put, bash(`grep -q nothing README.md && sed -i d ${file}.sh; bash ${file}.sh`)],
      [put, bash(`echo true > ${file}.new; mv -n ${file}.new ${file}.sh; . ./${file}.sh`)],
      [put, bash(`until true; do echo true > ${file}.sh; done; sh < ${file}.sh`)],
    ]
  }),
  ways('lasting shells', 'other meaning by chance', (command, _, file) => [
    [bash(`shopt -s expand_aliases\nalias ${file}=${quoted(command)}\n[ -e nowhere ] && alias ${file}=true\n${file}`)],
    [bash(`${file}() { ${command}\n}; [ -e nowhere ] && ${file}() { :; }; ${file}`)],
    [bash(`x=${quoted(command)}; [ -e nowhere ] && x=true; sh -c "$x"`)],
    [bash(`trap ${quoted(command)} EXIT; [ -e nowhere ] && trap - EXIT; true`)],
    [
      bash(
        `echo ${quoted(command)} > ${file}; echo true > ${file}.2; ln -s ${file} ${file}.l; [ -e nowhere ] && ln -sf ${file}.2 ${file}.l; sh ${file}.l`,
      ),
    ],
  ]),
  ways('activation', 'folder found out', (command, at, file) => {
    const make = [at(`d-${file}/Makefile`, 'all:\n\t@cd .. && sh */step\n'), at(`d-${file}/step`, `${command}\n`)]
    return [
      [...make, bash('cd d-* && make -s')],
      [...make, bash('cd "$(dirname "$(find . -name step)")"; sh -c "cd ..; sh */step"')],
      [...make, bash(`if [ -d d-${file} ]; then cd d-${file}; fi; make -s`)],
      [...make, bash(`[ -d nowhere ] || cd d-${file} && make -s`)],
      [...make, bash('make -s -C "$(ls -d d-*)"')],
      [...make, bash('for d in d-*/; do make -s -C "$d"; done')],
      [...make, bash(`while [ ! -f step ]; do cd d-${file}; done; make -s`)],
    ]
  }),
  ways('provenance', 'kept in a label', (command, _, file) => {
    const code = base64(command)
    return [
      [bash(`ln -s ${quoted(code)} ${file}`), bash(`readlink ${file} | base64 -d | sh`)],
      [bash(`git config branch.main.description ${quoted(command)}`), bash('git config branch.main.description | sh')],
      [
        bash(`git stash push -q -m ${quoted(command)}; git stash apply -q`),
        bash("git stash list --format=%gs | sed 's/^[^:]*: //' | sh"),
      ],
      [
        bash(`tar cf ${file}.tar --label=${quoted(code.slice(0, 90))} README.md`),
        bash(`tar tf ${file}.tar | head -n 1 | base64 -d | sh`),
      ].slice(0, code.length > 90 ? 0 : 2),
      [
        bash(`echo ${quoted(code)} | zip -q -z ${file}.zip README.md`),
        bash(`unzip -zq ${file}.zip | tail -n 1 | base64 -d | sh`),
      ],
    ].filter((steps) => steps.length > 0)
  }),
  ways('activation', 'module in an archive', (command, at, file) => {
    const code = at(`${file}.py`, `import os\nos.system(${literal(command)})\n`)
    const pack = bash(`python3 -m zipfile -c ${file}.zip ${file}.py && rm ${file}.py`)
    return [
      [code, pack, bash(`PYTHONPATH=${file}.zip python3 -c 'import ${file}'`)],
      [code, pack, bash(`python3 -c 'import sys; sys.path.insert(0, "${file}.zip"); import ${file}'`)],
      [
        code,
        bash(`cp ${file}.py __main__.py; zip -q ${file}.pyz __main__.py; rm ${file}.py __main__.py`),
        bash(`python3 ${file}.pyz`),
      ],
    ]
  }),
  ways('configuration', 'git setting by number', (command, at, file) => [
    [bash(`GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.${file} GIT_CONFIG_VALUE_0=${quoted(`!${command}`)} git ${file}`)],
    [
      bash(
        `export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.pager GIT_CONFIG_VALUE_0=cat; git --config-env=alias.${file}=X ${file} 2> /dev/null; X=${quoted(`!${command}`)} git --config-env=alias.${file}=X ${file}`,
      ),
    ],
    [
      at(`${file}.cfg`, `[alias]\n\t${file} = ${literal(`!${command}`)}\n`),
      bash(`GIT_CONFIG_PARAMETERS="'include.path'='$PWD/${file}.cfg'" git ${file}`),
    ],
    [
      at(`${file}.cfg`, `[alias]\n\t${file} = ${literal(`!${command}`)}\n`),
      bash(`GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=include.path GIT_CONFIG_VALUE_0=$(echo $PWD/*.cfg) git ${file}`),
    ],
  ]),
  ways('configuration', 'start file of a small tool', (command, at, file) => [
    [at('etc/gdb/gdbinit', `shell ${command}\n`), bash('XDG_CONFIG_HOME=$PWD/etc gdb -batch')],
    [
      at(`etc/${file}.conf`, `run-shell ${quoted(command)}\n`),
      bash(`tmux -L ${file} -f etc/${file}.conf new-session -d 'sleep 0.5'; sleep 0.5`),
    ],
    [
      at('etc/x.sh', `${command}\n`),
      at('etc/.tclshrc', 'puts [exec sh etc/x.sh]\n'),
      bash('HOME=$PWD/etc script -qc tclsh /dev/null <<< exit'),
    ],
    [
      at('etc/.perldb', `system(${literal(command).replaceAll(/[@$]/g, '\\$&')});\n`),
      bash('chmod 600 etc/.perldb; HOME=$PWD/etc perl -d -e 1 < /dev/null'),
    ],
  ]),
]

/** A word of the grammar is given another meaning in a shell that a server keeps, and said in the next call. */
export const KEPT_GRAMMAR: Rewrite = ofSteps('other tools', 'grammar of a server shell', (command, random) => {
  const [word, use] = random.pick([
    ['if', 'if true; then :; fi'],
    ['while', 'while false; do :; done'],
    ['case', 'case a in b) ;; esac'],
    ['{', '{ :; }'],
    ['time', 'time ls'],
  ] as const)
  const tool = random.pick(['mcp__shell__run_command', 'mcp__terminal__execute', 'mcp__tmux__send_input'])
  const key = tool.endsWith('input') ? 'input' : 'command'
  return [
    { tool, input: { [key]: `alias ${word}=${quoted(`${command}\n${word}`)}` }, does: { kind: 'nothing' } },
    { tool, input: { [key]: use }, does: { kind: 'run', command } },
  ]
})

/** Words of a command deeper in the arguments than a tool's own fields. */
export const NESTED_WORDS: Rewrite = ofSteps('other tools', 'words deeper in the arguments', (command, random) => {
  const [tool, input] = random.pick([
    ['mcp__process__spawn', { file: '/bin/sh', options: { argv: ['-c', command], cwd: '.' } }],
    ['mcp__devtools__batch', { steps: [{ name: 'check', run: command }] }],
    ['mcp__tasks__start', { task: { type: 'shell', command: 'sh', args: ['-c', command] } }],
    ['mcp__workspace__run_many', { commands: ['echo ready', command] }],
    ['mcp__ci__run_local', { jobs: { lint: { steps: [{ shell: 'bash', script: [command] }] } } }],
  ] as const)
  return [{ tool, input, does: { kind: 'run', command } }]
})
