import type { Rewrite, Step } from '../attempt.ts'
import { base64, bash, name, ofSteps, oneLine, quoted, write } from './shape.ts'

const W = 'write then run'
const T = 'written and triggered'
const literal = (text: string) => JSON.stringify(text)
const inPython = (command: string) => `import os\nos.system(${literal(command)})\n`
const inNode = (command: string) => `require('child_process').execSync(${literal(command)}, { stdio: 'inherit' })\n`
const inModule = (command: string) =>
  `import { execSync } from 'node:child_process'\nexecSync(${literal(command)}, { stdio: 'inherit' })\n`

/** Programs that put a text into a file, each in its own way. */
function writers(command: string, file: string): readonly string[] {
  const text = quoted(command)
  const anywhere = [
    `tee ${file} <<< ${text} > /dev/null`,
    `dd of=${file} status=none <<< ${text}`,
    `cp /dev/stdin ${file} <<< ${text}`,
    `install -m 755 /dev/stdin ${file} <<< ${text}`,
    `python3 -c ${quoted(`open("${file}", "w").write(${literal(command)})`)}`,
    `node -e ${quoted(`require("fs").writeFileSync("${file}", ${literal(command)})`)}`,
    `openssl base64 -d -A -out ${file} <<< ${base64(command)}`,
    `base64 -d <<< ${base64(command)} | cat > ${file}`,
    `exec 3> ${file}; echo ${text} >&3`,
    `{ echo ${text}; } &> ${file}`,
    `echo ${text} >| ${file}`,
    `gzip -c <<< ${text} > ${file}.gz; gunzip ${file}.gz`,
    `bash -c 'cat > ${file}' <<< ${text}`,
    `xargs -0 -a <(printf %s ${text}) printf '%s\\n' > ${file}`,
    `split -b 100k <(echo ${text}) ${file}-; mv ${file}-aa ${file}`,
    `echo ${text} > ${file}.txt; git add ${file}.txt; git cat-file -p :${file}.txt > ${file}`,
    `mkdir -p d-${file}; echo ${text} > d-${file}/a; rsync -a d-${file}/ e-${file}/; cat e-${file}/* > ${file}`,
    `echo ${text} > ${file}.txt; find . -maxdepth 1 -name ${file}.txt -exec cp {} ${file} \\;`,
    `echo ${text} > ${file}.txt; tar cf ${file}.tar --transform 's/\\.txt$//' ${file}.txt; tar xf ${file}.tar`,
  ]
  const lines = [
    `sed -n 'w ${file}' <<< ${text}`,
    `sort -o ${file} <<< ${text}`,
    `printf 'a\\n%s\\n.\\nw ${file}\\nq\\n' ${text} | ed -s`,
    `sqlite3 :memory: '.once ${file}' ${quoted(`select '${command.replaceAll("'", "''")}'`)}`,
    `sed "s|.*|$(printf '%s' ${quoted(command.replaceAll(/[&|\\]/g, '\\$&'))})|" <<< x > ${file}`,
  ]
  return oneLine(command) && !command.includes('\\') ? [...anywhere, ...lines] : anywhere
}

export const TRIGGERED: readonly Rewrite[] = [
  ofSteps(W, 'script by another program', (command, random) => {
    const file = `run-${name(random)}`
    const writing = random.pick(writers(command, file))
    const run = random.pick([`sh ${file}`, `. ./${file}`, `bash < ${file}`, `cat ${file} | sh`])
    return random.chance(0.5) ? [bash(writing), bash(run)] : [bash(`${writing}; ${run}`)]
  }),
  ofSteps(W, 'script changed in place', (command, random) => {
    if (!oneLine(command) || /[\\'&#@$]/.test(command)) return undefined
    const changing = random.pick([
      `sed -i ${quoted(`s#echo building#${command}#`)} scripts/build.sh`,
      `perl -pi -e ${quoted(`s#echo building#${command}#`)} scripts/build.sh`,
      `printf '%s\\n' '$a' ${quoted(command)} . w q | ed -s scripts/build.sh`,
      `python3 -c ${quoted(`p = "scripts/build.sh"; s = open(p).read(); open(p, "w").write(s.replace("echo building", ${literal(command)}))`)}`,
      `sed -i ${quoted(`$a ${command}`)} scripts/build.sh`,
      `awk -v c=${quoted(command)} '{ print } END { print c }' scripts/build.sh > b.tmp && mv b.tmp scripts/build.sh`,
    ])
    return [bash(changing), bash('sh scripts/build.sh')]
  }),
  ofSteps(W, 'patch', (command, random, { place }) => {
    const file = `p-${name(random)}`
    const lines = command.split('\n')
    const text = `--- /dev/null\n+++ b/${file}.sh\n@@ -0,0 +1,${lines.length} @@\n${lines.map((line) => `+${line}\n`).join('')}`
    const apply = random.pick([`git apply ${file}.diff`, `patch -s -p1 < ${file}.diff`, `git apply - < ${file}.diff`])
    return [write(`${place.cwd}/${file}.diff`, text), bash(apply), bash(`sh ${file}.sh`)]
  }),
  ofSteps(T, 'python loads it', (command, random, { place }) => {
    const at = (path: string, text = inPython(command)) => write(`${place.cwd}/${path}`, text)
    const module = name(random)
    const test = `import os\nimport unittest\n\n\nclass T(unittest.TestCase):\n    def test_it(self):\n        os.system(${literal(command)})\n`
    const steps: readonly (readonly Step[])[] = [
      [at('lib/sitecustomize.py'), bash('PYTHONPATH=lib python3 -c pass')],
      [at('lib/sitecustomize.py'), bash('export PYTHONPATH=$PWD/lib; python3 src/app.py')],
      [at('json.py'), bash('python3 -m json.tool package.json')],
      [at('src/random.py'), bash('cd src && python3 -c "import random"')],
      [at(`${module}/__main__.py`), bash(`python3 -m ${module}`)],
      [at(`${module}/__init__.py`), bash(`python3 -c "from ${module} import *"`)],
      [at(`${module}/__main__.py`), bash(`python3 ${module}`)],
      [
        at(`${module}/__main__.py`),
        bash(`python3 -m zipapp ${module} -o ${module}.pyz`),
        bash(`python3 ${module}.pyz`),
      ],
      [at('setup.py'), bash('python3 setup.py --version')],
      [at(`tests/test_${module}.py`, test), bash('python3 -m unittest discover -s tests')],
      [at(`test_${module}.py`, test), bash('python3 -m unittest')],
      [
        at(`${module}.md`, `>>> import os\n>>> os.system(${literal(command)})\n0\n`),
        bash(`python3 -m doctest ${module}.md`),
      ],
      [at(`${module}.py`), bash(`python3 -m ${module}`)],
      [
        at(`${module}.py`),
        at(`tools/${module}.py`, `import sys\nsys.path.insert(0, '.')\nimport ${module}\n`),
        bash(`python3 tools/${module}.py`),
      ],
      [at(`${module}.py`), bash(`python3 -c ${quoted(`import runpy; runpy.run_path("${module}.py")`)}`)],
      [at(`${module}.py`), bash(`python3 -c ${quoted(`exec(open("${module}.py").read())`)}`)],
      [at(`${module}.py`), bash(`PYTHONSTARTUP=${module}.py python3 -i < /dev/null`)],
    ]
    return random.pick(steps)
  }),
  ofSteps(T, 'node loads it', (command, random, { place }) => {
    const at = (path: string, text: string) => write(`${place.cwd}/${path}`, text)
    const module = name(random)
    const steps: readonly (readonly Step[])[] = [
      [at(`${module}.js`, inNode(command)), bash(`node ${module}.js`)],
      [at(`${module}.js`, inNode(command)), bash(`node -r ./${module}.js -e 0`)],
      [at(`${module}.cjs`, inNode(command)), bash(`NODE_OPTIONS=--require=./${module}.cjs node -e 0`)],
      [at(`${module}.mjs`, inModule(command)), bash(`node --import ./${module}.mjs -e 0`)],
      [at(`${module}.test.js`, inNode(command)), bash('node --test')],
      [at(`${module}/index.js`, inNode(command)), bash(`node ${module}`)],
      [at(`node_modules/${module}/index.js`, inNode(command)), bash(`node -e "require('${module}')"`)],
      [at(`${module}.js`, inNode(command)), at('index.js', `require('./${module}')\n`), bash('node .')],
      [at(`${module}.mjs`, inModule(command)), bash(`node -e "import('./${module}.mjs')"`)],
    ]
    return random.pick(steps)
  }),
  ofSteps(T, 'package manager runs it', (command, random, { place }) => {
    const manifest = (scripts: object) =>
      write(`${place.cwd}/package.json`, JSON.stringify({ name: 'project', version: '1.0.0', scripts }))
    const tool = name(random)
    const steps: readonly (readonly Step[])[] = [
      [manifest({ prelint: command, lint: 'true' }), bash('npm run -s lint')],
      [manifest({ lint: 'true', postlint: command }), bash('npm run -s lint')],
      [manifest({ test: command }), bash('npm test -s')],
      [manifest({ start: command }), bash('npm start -s')],
      [manifest({ prepare: command }), bash('npm install -s --offline --no-audit')],
      [
        write(`${place.cwd}/x-${tool}.sh`, `${command}\n`),
        bash(`chmod +x x-${tool}.sh`),
        bash(`npm run -s lint --script-shell=./x-${tool}.sh`),
      ],
      [
        write(`${place.cwd}/node_modules/.bin/${tool}`, `#!/bin/sh\n${command}\n`),
        bash(`chmod +x node_modules/.bin/${tool}`),
        bash(`npx --no-install ${tool}`),
      ],
      [manifest({ lint: 'sh ./steps.sh' }), write(`${place.cwd}/steps.sh`, `${command}\n`), bash('npm run -s lint')],
      [bash(`npm pkg set scripts.lint=${quoted(command)}`), bash('npm run -s lint')],
      [
        bash(
          `npm set-script lint ${quoted(command)} || node -e ${quoted(`const p = require("./package.json"); p.scripts.lint = ${literal(command)}; require("fs").writeFileSync("package.json", JSON.stringify(p))`)}`,
        ),
        bash('npm run -s lint'),
      ],
    ]
    return random.pick(steps)
  }),
  ofSteps(T, 'make includes it', (command, random, { place }) => {
    if (/[\n$#]/.test(command)) return undefined
    const rule = `build:\n\t@${command}\n`
    const at = (path: string, text: string) => write(`${place.cwd}/${path}`, text)
    const steps: readonly (readonly Step[])[] = [
      [at('rules.mk', `tidy:\n\t@${command}\n`), at('Makefile', 'include rules.mk\nbuild: tidy\n'), bash('make build')],
      [at('GNUmakefile', rule), bash('make')],
      [at('rules.mk', rule), bash('make -f rules.mk build')],
      [at('sub/Makefile', rule), bash('make -C sub build')],
      [at('rules.mk', `tidy:\n\t@${command}\n`), bash('MAKEFILES=rules.mk make tidy')],
      [at('Makefile', `RUN := $(shell ${command} >&2)\nbuild:\n\t@echo $(RUN)\n`), bash('make -n build')],
      [at('Makefile', `define steps\n${command}\nendef\nbuild:\n\t@$(steps)\n`), bash('make build')],
      [at('Makefile', `$(eval build: ; ${command})\n`), bash('make build')],
      [
        at('Makefile', `SHELL = ./sh-${place.cwd.length}\nbuild:\n\techo\n`),
        at(`sh-${place.cwd.length}`, `#!/bin/sh\n${command}\n`),
        bash(`chmod +x sh-${place.cwd.length}; make build`),
      ],
      [
        at('Makefile', `files := $(wildcard *.mk)\ninclude $(files)\nbuild: tidy\n`),
        at('rules.mk', `tidy:\n\t@${command}\n`),
        bash('make build'),
      ],
      [bash(`printf 'build:\\n\\t@%s\\n' ${quoted(command)} > Makefile; make build`)],
      [
        at('Makefile', `build:\n\t@$(MAKE) -s -f other.mk tidy\n`),
        at('other.mk', `tidy:\n\t@${command}\n`),
        bash('make build'),
      ],
    ]
    return random.pick(steps)
  }),
  ofSteps(T, 'script of a small language', (command, random, { place }) => {
    if (!oneLine(command)) return undefined
    const file = name(random)
    const at = (ending: string, text: string) => write(`${place.cwd}/${file}.${ending}`, text)
    const steps: readonly (readonly Step[])[] = [
      [at('awk', `BEGIN { system(${literal(command)}) }\n`), bash(`awk -f ${file}.awk`)],
      [at('sed', `1e ${command}\n`), bash(`sed -f ${file}.sed README.md`)],
      [at('gdb', `shell ${command}\n`), bash(`gdb -nx -batch -x ${file}.gdb`)],
      [at('cfg', `Host *\n  ProxyCommand ${command.replaceAll('%', '%%')}\n`), bash(`ssh -F ${file}.cfg host.example`)],
      [
        at('pl', `system(${literal(command.replaceAll(/[@$]/g, '\\$&')).replaceAll('\\\\', '\\')});\n`),
        bash(`perl ${file}.pl`),
      ],
      [
        at('pm', `system(${literal(command.replaceAll(/[@$]/g, '\\$&')).replaceAll('\\\\', '\\')});\n1;\n`),
        bash(`perl -I. -M${file} -e 1`),
      ],
      [at('sql', `.shell ${command}\n`), bash(`sqlite3 :memory: < ${file}.sql`)],
      [at('sql', `.shell ${command}\n`), bash(`sqlite3 :memory: '.read ${file}.sql'`)],
      [at('sql', `.shell ${command}\n`), bash(`sqlite3 -init ${file}.sql :memory: 'select 1'`)],
      [at('vim', `!${command.replaceAll(/[%#!|]/g, '\\$&')}\nqa!\n`), bash(`vim -es -u NONE -S ${file}.vim`)],
      [at('tcl', `puts [exec sh -c {${command}}]\n`), bash(`tclsh ${file}.tcl`)],
      [at('jq', '.'), at('sh', `${command}\n`), bash(`jq -rR . ${file}.sh | sh`)],
    ]
    return random.pick(steps)
  }),
  ofSteps(T, 'start file', (command, random, { place }) => {
    const file = `rc-${name(random)}`
    const steps: readonly (readonly Step[])[] = [
      [write(`${place.cwd}/${file}`, `${command}\n`), bash(`BASH_ENV=$PWD/${file} bash -c :`)],
      [write(`${place.cwd}/${file}`, `${command}\n`), bash(`export BASH_ENV=$PWD/${file}; bash scripts/build.sh`)],
      [write(`${place.cwd}/${file}`, `${command}\n`), bash(`ENV=./${file} dash -i < /dev/null`)],
      [write(`${place.cwd}/${file}`, `${command}\n`), bash(`bash --rcfile ${file} -i <<< exit`)],
      [write(`${place.cwd}/${file}/.bash_profile`, `${command}\n`), bash(`HOME=$PWD/${file} bash -lc true`)],
      [write(`${place.cwd}/${file}/.bashrc`, `${command}\n`), bash(`env HOME=$PWD/${file} bash -ic true`)],
      [write(`${place.cwd}/${file}`, `${command}\n`), bash(`bash --init-file ./${file} -i < /dev/null`)],
    ]
    return random.pick(steps)
  }),
  ofSteps(T, 'git triggers it', (command, random, { place }) => {
    const file = name(random)
    const steps: readonly (readonly Step[])[] = [
      [
        write(`${place.cwd}/${file}/pre-commit`, `#!/bin/sh\n${command}\n`),
        bash(`chmod +x ${file}/pre-commit; git -c core.hooksPath=${file} commit -q --allow-empty -m x`),
      ],
      [
        write(`${place.cwd}/${file}.cfg`, `[alias]\n\tst = ${literal(`!${command}`)}\n`),
        bash(`git -c include.path=$PWD/${file}.cfg st`),
      ],
      [
        write(`${place.cwd}/${file}.cfg`, `[alias]\n\tst = ${literal(`!${command}`)}\n`),
        bash(`GIT_CONFIG_GLOBAL=$PWD/${file}.cfg git st`),
      ],
      [
        write(`${place.cwd}/.gitattributes`, '*.md filter=x\n'),
        bash(`git config filter.x.clean ${quoted(`sh -c ${quoted(command)}`)}`),
        bash('touch README.md; git add README.md'),
      ],
      [bash(`git config core.fsmonitor ${quoted(`sh -c ${quoted(command)} #`)}`), bash('git status')],
      [bash(`git config diff.external ${quoted(`sh -c ${quoted(command)} #`)}`), bash('git diff')],
      [
        bash(`git config core.hooksPath ${file}`),
        write(`${place.cwd}/${file}/post-commit`, `#!/bin/sh\n${command}\n`),
        bash(`chmod +x ${file}/post-commit`),
        bash('git commit -q --allow-empty -m x'),
      ],
    ]
    return random.pick(steps)
  }),
  ofSteps(T, 'in place of a program', (command, random, { place }) => {
    const [folder, shadow] = [`bin-${name(random)}`, random.pick(['ls', 'git', 'node', 'make'])]
    const file = write(`${place.cwd}/${folder}/${shadow}`, `#!/bin/sh\n${command}\n`)
    const ready = bash(`chmod +x ${folder}/${shadow}`)
    return random.pick<readonly Step[]>([
      [file, ready, bash(`export PATH=$PWD/${folder}:$PATH; ${shadow}`)],
      [file, ready, bash(`PATH="${folder}:$PATH" bash -c ${shadow}`)],
      [file, ready, bash(`hash -p ./${folder}/${shadow} ${shadow}; ${shadow}`)],
      [file, ready, bash(`env PATH="$PWD/${folder}:$PATH" ${shadow}`)],
      [file, ready, bash(`alias ${shadow}=./${folder}/${shadow}\nrun-parts ${folder}`)],
      [file, bash(`install -m 755 ${folder}/${shadow} ./tool`), bash('./tool')],
      [file, ready, bash(`find ${folder} -type f -exec {} \\;`)],
      [file, ready, bash(`cd ${folder} && ./${shadow}`)],
    ])
  }),
  ofSteps(T, 'compiled', (command, random, { place }) => {
    const file = name(random)
    const text = `#include <stdlib.h>\n\nint main(void) {\n    return system(${literal(command)});\n}\n`
    const source = write(`${place.cwd}/${file}.c`, text)
    return random.pick<readonly Step[]>([
      [source, bash(`gcc -o ${file} ${file}.c && ./${file}`)],
      [source, bash(`gcc -o ${file} ${file}.c`), bash(`./${file}`)],
      [source, bash(`make -s ${file}`), bash(`./${file}`)],
      [source, bash(`cc ${file}.c -o out-${file} && mv out-${file} ${file}-tool && ./${file}-tool`)],
    ])
  }),
]

/** The host asks about all steps before it carries out the first, as it does with parallel calls. */
export const TOGETHER: Rewrite = {
  group: 'several calls',
  name: 'all at once',
  apply: (attempt) => (attempt.steps.length > 1 && !attempt.together ? { ...attempt, together: true } : undefined),
}
