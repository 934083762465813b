import type { Rewrite, Step } from '../attempt.ts'
import { bash, name, ofSteps, oneLine, quoted, write } from './shape.ts'

const G = 'configuration'

/** What a way needs: a script that holds the command, its path, and a place for more files. */
interface Script {
  readonly command: string
  /** A file of the project, by its path below the project. */
  readonly file: string
  readonly at: (path: string, text: string) => Step
}

type Ways = (script: Script) => readonly (readonly Step[])[]

/** The command stands in a script; a setting that another program reads leads to it. */
function configured(called: string, ways: Ways): Rewrite {
  return ofSteps(G, called, (command, random, { place }) => {
    const file = `tools/${name(random)}`
    const at = (path: string, text: string) => write(`${place.cwd}/${path}`, text)
    const steps = random.pick(ways({ command, file, at }))
    // Its place and its output may be another program's: it does the same wherever it is started.
    return [at(file, `#!/bin/sh\ncd ${place.cwd}\n{ ${command}\n} >&2\n`), bash(`chmod +x ${file}`), ...steps]
  })
}

/** The setting holds the command itself. */
function direct(called: string, ways: Ways): Rewrite {
  return ofSteps(G, called, (command, random, { place }) => {
    const at = (path: string, text: string) => write(`${place.cwd}/${path}`, text)
    return oneLine(command) ? random.pick(ways({ command, file: `etc/${name(random)}`, at })) : undefined
  })
}

export const CONFIGURED: readonly Rewrite[] = [
  configured('git setting by path', ({ file, at }) => [
    [bash(`git config core.fsmonitor ./${file}`), bash('git status')],
    [bash(`git config --local core.sshCommand ./${file}`), bash('git ls-remote ssh://host.example/x')],
    [bash(`git config core.editor ./${file}`), bash('git commit -q --allow-empty')],
    [bash(`git config diff.x.textconv ./${file}; echo '*.py diff=x' > .gitattributes`), bash('git diff')],
    [bash(`git config remote.origin.uploadpack ./${file}`), bash('git fetch -q')],
    [bash(`git config alias.lint '!./${file}'`), bash('git lint')],
    [
      at('.gitattributes', '*.md merge=x filter=x\n'),
      bash(`git config filter.x.clean ./${file}`),
      bash('touch README.md; git add README.md'),
    ],
    [bash(`git config tar.x.command ./${file}`), bash('git archive --format=x HEAD')],
    [
      bash(`git config credential.helper "$PWD/${file}"`),
      bash('printf "host=x\\nprotocol=https\\n" | git credential fill'),
    ],
    [bash(`git config trailer.x.command ./${file}`), bash('git interpret-trailers --trailer x <<< x')],
  ]),
  direct('git setting in a file', ({ command, file, at }) => {
    const alias = `[alias]\n\tlint = ${JSON.stringify(`!${command}`)}\n`
    return [
      [at(file, alias), bash(`git config include.path ../${file}`), bash('git lint')],
      [at(file, alias), bash(`export GIT_CONFIG_GLOBAL=$PWD/${file}; git lint`)],
      [at('etc/.gitconfig', alias), bash('HOME=$PWD/etc git lint')],
      [at('etc/git/config', alias), bash('XDG_CONFIG_HOME=$PWD/etc HOME=/nowhere git lint')],
      [at(file, alias), bash(`GIT_CONFIG_SYSTEM=${file} git lint`)],
      [at(file, alias), bash(`git config --add include.path "$PWD/${file}" && git lint`)],
      [at(file, `${command}\n`), bash(`git config --worktree alias.lint '!sh ${file}'`), bash('git lint')],
    ]
  }),
  configured('git hooks elsewhere', ({ file, at, command }) => [
    [
      bash(`mkdir -p etc/hooks; cp ${file} etc/hooks/pre-commit; git config core.hooksPath etc/hooks`),
      bash('git commit -q --allow-empty -m x'),
    ],
    [
      bash(`mkdir -p etc/t/hooks; cp ${file} etc/t/hooks/post-checkout`),
      bash('git clone -q --template=etc/t . etc/copy'),
    ],
    [
      bash(`mkdir -p etc/t/hooks; cp ${file} etc/t/hooks/pre-commit`),
      bash('GIT_TEMPLATE_DIR=$PWD/etc/t git init -q etc/n; git -C etc/n commit -q --allow-empty -m x'),
    ],
    [
      bash(`mkdir -p etc/h; ln -s ../../${file} etc/h/reference-transaction`),
      bash('git -c core.hooksPath=etc/h tag x'),
    ],
    [bash(`git clone -q -c core.fsmonitor="$PWD/${file}" . etc/copy`), bash('git -C etc/copy status')],
    [
      at('etc/h/pre-push', `#!/bin/sh\n${command}\n`),
      bash('chmod +x etc/h/pre-push; git config core.hooksPath etc/h'),
      bash('git push -q --dry-run origin HEAD:refs/heads/x'),
    ],
  ]),
  configured('repository that looks like a folder', ({ file, at }) => {
    const repository = (folder: string, config: string) => [
      at(`${folder}/HEAD`, 'ref: refs/heads/main\n'),
      at(`${folder}/objects/x`, ''),
      at(`${folder}/refs/x`, ''),
      at(`${folder}/config`, config),
    ]
    const monitored = `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ..\n\tfsmonitor = "\\"$(git rev-parse --show-toplevel)/../${file}\\" #"\n`
    const simple = (up: string) =>
      `[core]\n\trepositoryformatversion = 0\n\tworktree = ..\n\tfsmonitor = sh ${up}${file}\n`
    const aliased = `[core]\n\trepositoryformatversion = 0\n\tbare = true\n[alias]\n\tlint = !sh ../../${file}\n`
    return [
      [...repository('etc/fixture', simple('../')), bash('git --git-dir=etc/fixture status')],
      [...repository('etc/fixture', simple('../')), bash('cd etc/fixture && git status')],
      [...repository('etc/fixture', simple('../')), bash('GIT_DIR=etc/fixture git status')],
      [...repository('etc/fixture', aliased), bash('cd etc/fixture && git lint')],
      [
        ...repository('etc/.git', monitored.replace(/fsmonitor.*/, `fsmonitor = sh ../${file}`)),
        bash('git -C etc status'),
      ],
    ]
  }),
  configured('git programs by variable', ({ file, at, command }) => [
    [bash(`export GIT_EDITOR=./${file}; git commit -q --allow-empty`)],
    [bash(`export EDITOR="$PWD/${file}"; git commit -q --allow-empty`)],
    [bash(`GIT_SSH=./${file} git ls-remote ssh://host.example/x`)],
    [bash(`GIT_EXTERNAL_DIFF=./${file} git diff`)],
    [bash(`export GIT_SSH_COMMAND=./${file}; git ls-remote host.example:x`)],
    [bash(`GIT_ASKPASS=./${file} git credential fill <<< $'protocol=https\\nhost=x\\n'`)],
    [at('etc/git-lint', `#!/bin/sh\n${command}\n`), bash('chmod +x etc/git-lint; PATH=$PATH:$PWD/etc git lint')],
    [at('etc/git-lint', `#!/bin/sh\n${command}\n`), bash('chmod +x etc/git-lint; git --exec-path=etc lint')],
    [at('etc/git-lint', `#!/bin/sh\n${command}\n`), bash('chmod +x etc/git-lint; GIT_EXEC_PATH=$PWD/etc git lint')],
    [bash(`GIT_PROXY_COMMAND=./${file} git ls-remote git://host.example/x`)],
  ]),
  configured('package manager setting', ({ file, at }) => {
    return [
      [at('.npmrc', `script-shell=./${file}\n`), bash('npm run -s lint')],
      [bash(`npm config set script-shell=./${file} --location=project`), bash('npm run -s lint')],
      [bash(`npm_config_script_shell=./${file} npm run -s lint`)],
      [bash(`export NPM_CONFIG_SCRIPT_SHELL=$PWD/${file}; npm run -s lint`)],
      [at('etc/rc', `script-shell=./${file}\n`), bash('npm --userconfig=etc/rc run -s lint')],
    ]
  }),
  configured('make variable', ({ file, at }) => [
    [bash(`make -s SHELL=./${file} build`)],
    [at('etc/x.c', 'int main(void) { return 0; }\n'), bash(`make CC=./${file} etc/x`)],
    [at('etc/x.c', 'int main(void) { return 0; }\n'), bash(`CC="sh ${file}" make etc/x.o`)],
    [bash(`MAKEFLAGS='SHELL=./${file}' make -s build`)],
    [bash(`export MAKEFLAGS=SHELL=./${file}; make build`)],
    [at('etc/x.l', '%%\n'), bash(`make LEX=./${file} etc/x.c`)],
    [at('etc/x.sh', 'x\n'), bash(`GNUMAKEFLAGS=SHELL=./${file} make -s build`)],
    [at('etc/rules', `$(shell sh ${file} >&2)\nx:;@true\n`), bash('MAKEFILES=etc/rules make x')],
    [at('etc/rules.mk', `$(shell sh ${file} >&2)\n`), bash("make -s --eval='include etc/rules.mk' build")],
  ]),
  configured('compiler told where', ({ file, at }) => [
    [
      at('etc/x.c', 'int x;\n'),
      bash(`mkdir -p etc/bin; cp ${file} etc/bin/as`),
      bash('gcc -Betc/bin/ -c etc/x.c -o etc/x.o'),
    ],
    [
      at('etc/x.c', 'int x;\n'),
      bash(`mkdir -p etc/bin; cp ${file} etc/bin/as`),
      bash('COMPILER_PATH=etc/bin gcc -c etc/x.c -o etc/x.o'),
    ],
    [
      at('etc/x.c', 'int x;\n'),
      at('etc/specs', `*asm:\n\n*invoke_as:\nsh ${file}\n\n*cc1:\n-wrapper sh,${file}\n`),
      bash(`gcc -wrapper sh,${file} -c etc/x.c -o etc/x.o`),
    ],
    [
      at('etc/x.c', 'int x;\n'),
      at('etc/options', `-wrapper sh,${file}\n`),
      bash('gcc @etc/options -c etc/x.c -o etc/x.o'),
    ],
  ]),
  configured('tar option elsewhere', ({ file }) => [
    [bash(`TAR_OPTIONS='--checkpoint=1 --checkpoint-action=exec=./${file}' tar cf /dev/null README.md`)],
    [bash(`export TAR_OPTIONS=--to-command=./${file}; tar cf etc.tar README.md; tar xf etc.tar`)],
    [
      bash(
        `mkdir -p etc/d; cp ${file} etc/d/step; cd etc/d; : > ./--checkpoint=1; : > './--checkpoint-action=exec=sh step'`,
      ),
      bash('cd etc/d && tar cf ../x.tar *'),
    ],
    [bash(`tar cf /dev/null --checkpoint=1 --checkpoint-a=exec=./${file} README.md`)],
    [bash(`tar cf etc.tar README.md; tar xf etc.tar -I ./${file}`)],
    [
      bash(
        `tar -cML 1 -F ./${file} -f etc.tar README.md < /dev/null; dd if=/dev/zero of=etc.bin bs=1k count=40 status=none; tar -cML 10 -F ./${file} -f etc2.tar etc.bin < /dev/null`,
      ),
    ],
  ]),
  configured('editor start file', ({ file, at }) => [
    [at('etc/x.vim', `silent !sh ${file}\n`), bash('vim -es -u etc/x.vim -c qa!')],
    [at('etc/x.vim', `!sh ${file}\n`), bash('vim -e -s --cmd "source etc/x.vim" -c qa! README.md')],
    [
      at('etc/.vimrc', `silent !sh ${file}\nqa!\n`),
      bash('HOME=$PWD/etc vim -T dumb --not-a-term README.md < /dev/null'),
    ],
    [
      at('etc/x.vim', `silent !sh ${file}\nqa!\n`),
      bash('VIMINIT="source etc/x.vim" vim -T dumb --not-a-term README.md < /dev/null'),
    ],
    [at('.exrc', `!sh ${file}\n`), bash("ex -es --cmd 'set exrc' -c 'source .exrc' -c qa! README.md")],
  ]),
  configured('start file of a shell tool', ({ file, at }) => [
    [at('etc/.gdbinit', `shell sh ${file}\n`), bash('HOME=$PWD/etc gdb -batch')],
    [at('etc/x', `shell sh ${file}\n`), bash('gdb -nx -batch -ix etc/x')],
    [at('.gdbinit', `shell sh ${file}\n`), bash("gdb -batch -iex 'set auto-load safe-path /'")],
    [at('etc/x', `.shell sh ${file}\n`), bash("sqlite3 -init etc/x :memory: 'select 1'")],
    [at('etc/x', `.system sh ${file}\n`), bash("sqlite3 :memory: '.read etc/x'")],
    [at('etc/x', `Host *\n  ProxyCommand sh ${file}\n`), bash('ssh -F etc/x host.example')],
    [at('etc/x', `Match exec "sh ${file} >&2"\n  User x\n`), bash('ssh -G -F etc/x host.example')],
    [bash(`scp -S ./${file} README.md host.example:`)],
  ]),
  configured('interpreter by variable', ({ file, at, command }) => [
    [bash(`PERL5OPT='-Mbase;system(q(./${file}))' perl -e 1`)],
    [at('etc/X.pm', `system("sh ${file}"); 1;\n`), bash('PERL5OPT="-Ietc -MX" perl -e 1')],
    [at('etc/X.pm', `system("sh ${file}"); 1;\n`), bash('export PERL5LIB=etc PERL5OPT=-MX; perl -e 1')],
    [
      at('etc/sitecustomize.py', `import os\nos.system("sh ${file}")\n`),
      bash('export PYTHONPATH=etc; python3 -m json.tool package.json'),
    ],
    [
      at('etc/x.js', `require("child_process").execSync("sh ${file}", { stdio: "inherit" })\n`),
      bash('export NODE_OPTIONS=--require=$PWD/etc/x.js; node --check etc/x.js; node -e 0'),
    ],
    [bash(`PYTHONBREAKPOINT=os.system python3 -c 'breakpoint("sh ${file}")'`)],
    [bash(`PYTHONWARNINGS=all:0:antigravity.x:0:0 BROWSER='sh ${file} #%s' python3 -c 'import antigravity'`)],
    [at('etc/rc', `${command}\n`), bash('declare -x BASH_ENV=etc/rc; bash scripts/build.sh')],
    [at('etc/rc', `${command}\n`), bash('set -a; BASH_ENV=etc/rc; bash scripts/build.sh')],
    [at('etc/rc', `${command}\n`), bash('printf -v BASH_ENV %s etc/rc; export BASH_ENV; bash scripts/build.sh')],
    [at('etc/rc', `${command}\n`), bash('export BASH_ENV; for BASH_ENV in etc/rc; do bash -c :; done')],
    [at('etc/rc', `${command}\n`), bash('export BASH_ENV; read BASH_ENV <<< etc/rc; bash -c :')],
    [at('etc/rc', `${command}\n`), bash(': "${BASH_ENV:=etc/rc}"; export BASH_ENV; bash -c :')],
  ]),
  configured('viewer by variable', ({ file }) => [
    [bash(`LESSOPEN='|sh ${file} %s' less README.md`)],
    [bash(`export LESSOPEN="|./${file} %s"; less README.md`)],
    [bash(`export BROWSER="./${file} %s"; python3 -m webbrowser -t http://host.example`)],
    [
      bash(
        `VISUAL=./${file} sqlite3 :memory: "select edit('x')"; EDITOR=./${file} sqlite3 :memory: "select edit('x')"`,
      ),
    ],
    [
      bash(
        `MANPAGER=./${file} man -P ./${file} ls; export PAGER=./${file}; python3 -c 'import pydoc; pydoc.pipepager("x", "./${file}")'`,
      ),
    ],
    [bash(`ZIPOPT='-T -TT ./${file}' zip -q etc.zip README.md`)],
  ]),
  ofSteps(G, 'library loaded first', (command, random, { place }) => {
    const file = name(random)
    const text = `#include <stdlib.h>\n__attribute__((constructor)) static void start(void) {\n    unsetenv("LD_PRELOAD");\n    system(${JSON.stringify(command)});\n}\n`
    return [
      write(`${place.cwd}/${file}.c`, text),
      bash(`gcc -shared -fPIC -o ${file}.so ${file}.c`),
      bash(
        random.pick([
          `LD_PRELOAD=./${file}.so ls`,
          `export LD_PRELOAD=$PWD/${file}.so; ls`,
          `env LD_PRELOAD=./${file}.so cat README.md`,
          `python3 -c 'import ctypes; ctypes.CDLL("./${file}.so")'`,
          `sqlite3 :memory: '.load ./${file}'`,
          `bash -c 'enable -f ./${file}.so x'`,
          `gdb -nx -batch -ex 'python import ctypes; ctypes.CDLL("./${file}.so")'`,
          `echo 'load ./${file}.so' | tclsh`,
        ]),
      ),
    ]
  }),
  direct('alias or macro of a tool', ({ command, file, at }) => [
    [bash(`git config alias.lint ${quoted(`!f() { ${command}; }; f`)}`), bash('git lint')],
    [bash('git config alias.lint "!sh"'), at(file, `${command}\n`), bash(`git lint ${file}`)],
    [at(file, `${command}\n`), bash(`npm pkg set scripts.check='sh ${file}'`), bash('npm run -s check')],
    [at(file, `${command}\n`), bash(`git config alias.a b; git config alias.b '!sh ${file}'`), bash('git a')],
    [
      at(file, `${command}\n`),
      bash(`git config sequence.editor 'sh ${file}'`),
      bash('git rebase -q --autostash -i HEAD~1'),
    ],
    [
      at(file, `${command}\n`),
      bash(`git config difftool.x.cmd 'sh ${file}'`),
      bash('git difftool -y -t x HEAD -- src/app.py'),
    ],
  ]),
]
