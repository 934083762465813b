import type { Random } from '../../frame/random.ts'
import type { Rewrite, Step } from '../attempt.ts'
import { base64, bash, name, ofSteps, oneLine, quoted, write } from './shape.ts'

const G = 'activation'
const literal = (text: string) => JSON.stringify(text)
const inPython = (command: string) => `import os\nos.system(${literal(command)})\n`
const inPerl = (command: string) => `system(${literal(command).replaceAll(/[@$]/g, '\\$&')});\n1;\n`

/** A small project in a folder of its own, what starts it, and what else it is made of. */
interface Tree {
  readonly files: Readonly<Record<string, string>>
  readonly start: (folder: string) => readonly string[]
}

export function trees(command: string): readonly Tree[] {
  const script = `#!/bin/sh\n${command}\n`
  return [
    {
      files: { Makefile: 'all:\n\t@sh tools/step\n', 'tools/step': script },
      start: (folder) => [`make -s -C ${folder}`, `cd ${folder} && make -s`, `env -C ${folder} make -s all`],
    },
    {
      files: {
        'package.json': JSON.stringify({ name: 'x', version: '1.0.0', scripts: { test: 'sh ./step' } }),
        step: script,
      },
      start: (folder) => [
        `npm --prefix ${folder} test -s`,
        `cd ${folder} && npm test -s`,
        `pushd ${folder} && npm run -s test`,
      ],
    },
    {
      files: { 'tests/__init__.py': '"""Tests."""\n', 'tests/test_x.py': `import unittest\n${inPython(command)}` },
      start: (folder) => [
        `cd ${folder} && python3 -m unittest`,
        `env -C ${folder} python3 -m unittest discover -s tests -t .`,
      ],
    },
    {
      files: {
        'CMakeLists.txt':
          'cmake_minimum_required(VERSION 3.5)\nproject(x NONE)\nexecute_process(COMMAND sh ${CMAKE_SOURCE_DIR}/step)\n',
        step: script,
      },
      start: (folder) => [`cmake -S ${folder} -B ${folder}/out`, `cd ${folder} && cmake -B out .`],
    },
    {
      files: { configure: script },
      start: (folder) => [`cd ${folder} && sh ./configure`, `cd ${folder} && bash configure && make`],
    },
    {
      files: { 'env.sh': `${command}\n` },
      start: (folder) => [`. ${folder}/env.sh`, `source ./${folder}/env.sh`, `cd ${folder}; . ./env.sh`],
    },
    {
      files: { 'lib/X.pm': `package X;\n${inPerl(command)}`, 't/x.t': 'use X; print "1..1\\nok 1\\n";\n' },
      start: (folder) => [`cd ${folder} && prove -lv t 2>&1`, `prove -v -I${folder}/lib ${folder}/t`],
    },
  ]
}

/** The tree written file by file, and then started from where another program has put it. */
export function moved(called: string, move: (from: string, to: string) => readonly string[]): Rewrite {
  return ofSteps(G, called, (command, random, { place }) => {
    const [from, to] = [`a-${name(random)}`, `b-${name(random)}`]
    const { files, start } = random.pick(trees(`cd ${place.cwd}\n${command}`))
    return [
      ...Object.entries(files).map(([path, text]) => write(`${place.cwd}/${from}/${path}`, text)),
      ...move(from, to).map((text) => bash(text)),
      bash(random.pick(start(to))),
    ]
  })
}

/** One entry, several ways: which one is drawn. */
function loaded(called: string, ways: (command: string, file: string) => readonly Loaded[]): Rewrite {
  return ofSteps(G, called, (command, random: Random, { place }) => {
    if (!oneLine(command)) return undefined
    const { files, runs } = random.pick(ways(command, name(random)))
    const steps: Step[] = Object.entries(files).map(([path, text]) => write(`${place.cwd}/${path}`, text))
    return [...steps, ...runs.map((text) => bash(text))]
  })
}

interface Loaded {
  readonly files: Readonly<Record<string, string>>
  readonly runs: readonly string[]
}

export const ACTIVATION: readonly Rewrite[] = [
  moved('cloned and started', (from, to) => [
    `git init -q ${from} && git -C ${from} add -A && git -C ${from} commit -qm x`,
    `git clone -q ${from} ${to}`,
  ]),
  moved('unpacked and started', (from, to) => [
    `tar czf ${to}.tgz -C ${from} .`,
    `mkdir ${to} && tar xzf ${to}.tgz -C ${to}`,
  ]),
  moved('unzipped and started', (from, to) => [`cd ${from} && zip -qr ../${to}.zip .`, `unzip -q ${to}.zip -d ${to}`]),
  moved('copied and started', (from, to) => [`cp -a ${from} ${to}`]),
  moved('linked and started', (from, to) => [`ln -s ${from} ${to}`]),
  moved('bundled and started', (from, to) => [
    `git init -q ${from} && git -C ${from} add -A && git -C ${from} commit -qm x && git -C ${from} bundle create -q ../${to}.bundle HEAD main`,
    `git clone -q ${to}.bundle ${to}`,
  ]),
  moved('checked out and started', (from, to) => [
    `git init -q ${from} && git -C ${from} add -A && git -C ${from} commit -qm x`,
    `git -C ${from} worktree add -q ../${to} HEAD --detach`,
  ]),
  moved('patched in and started', (from, to) => [
    `cd ${from} && { diff -ruN /nowhere . > ../${to}.diff; true; }`,
    `mkdir ${to} && patch -s -p0 -d ${to} < ${to}.diff`,
  ]),
  ofSteps(G, 'archive from letters', (command, random, { place }) => {
    const to = `c-${name(random)}`
    const { files, start } = random.pick(trees(`cd ${place.cwd}\n${command}`))
    const packing = Object.entries(files).map(([path, text]) => `"${path}": ${literal(base64(text))}`)
    const make = `import base64, io, tarfile\nt = tarfile.open("${to}.tar", "w")\nfor n, d in {${packing.join(', ')}}.items():\n  b = base64.b64decode(d); i = tarfile.TarInfo("${to}/" + n); i.size = len(b); t.addfile(i, io.BytesIO(b))\nt.close()`
    return [bash(`python3 -c ${quoted(make)}`), bash(`tar xf ${to}.tar`), bash(random.pick(start(to)))]
  }),
  loaded('perl library', (command, file) => [
    { files: { [`lib/${file}.pm`]: inPerl(command) }, runs: [`perl -Ilib -M${file} -e 1`] },
    { files: { [`lib/${file}.pm`]: inPerl(command) }, runs: [`PERL5LIB=lib perl -M${file} -e 1`] },
    { files: { [`lib/${file}.pm`]: inPerl(command) }, runs: [`export PERL5LIB=$PWD/lib; perl -e 'use ${file};'`] },
    { files: { [`lib/${file}.pm`]: inPerl(command) }, runs: [`perl -Mlib=lib -e 'require ${file}'`] },
    { files: { 'lib/strict.pm': inPerl(command) }, runs: [`perl -Ilib -e 'use strict; print 1'`] },
    { files: { [`${file}.pl`]: inPerl(command) }, runs: [`perl -e 'do "./${file}.pl"'`] },
    { files: { [`${file}.t`]: inPerl(command) }, runs: [`prove -v ${file}.t 2>&1`] },
    { files: { [`${file}.sh`]: `${command}\n` }, runs: [`prove -v -e sh ${file}.sh 2>&1`] },
  ]),
  loaded('tcl package', (command, file) =>
    /[{}\\]/.test(command)
      ? [{ files: { [`${file}.sh`]: `${command}\n` }, runs: [`echo 'puts [exec sh ${file}.sh]' | tclsh`] }]
      : [
          {
            files: {
              [`lib/${file}.tcl`]: `package provide ${file} 1.0\nputs [exec sh -c {${command}}]\n`,
              'lib/pkgIndex.tcl': `package ifneeded ${file} 1.0 [list source [file join $dir ${file}.tcl]]\n`,
            },
            runs: [`echo 'package require ${file}' | TCLLIBPATH=$PWD/lib tclsh`],
          },
          {
            files: { [`${file}.tcl`]: `puts [exec sh -c {${command}}]\n` },
            runs: [`echo 'source ${file}.tcl' | tclsh`],
          },
        ],
  ),
  loaded('python path file', (command, file) => [
    {
      files: { [`lib/${file}.pth`]: `import os; os.system(${literal(command)})\n` },
      runs: [`python3 -c 'import site; site.addsitedir("lib")'`],
    },
    {
      files: { 'u/lib/python3.11/site-packages/usercustomize.py': inPython(command) },
      runs: ['PYTHONUSERBASE=$PWD/u python3 -c pass'],
    },
    {
      files: { [`u/lib/python3.11/site-packages/${file}.pth`]: `import os; os.system(${literal(command)})\n` },
      runs: ['export PYTHONUSERBASE=$PWD/u; python3 src/app.py'],
    },
    { files: { [`${file}/__init__.py`]: inPython(command), [`${file}/x.py`]: '' }, runs: [`python3 -m ${file}.x`] },
    { files: { [`src/${file}.py`]: inPython(command) }, runs: [`python3 -m pydoc src/${file}.py`] },
    { files: { 'src/ast.py': inPython(command) }, runs: ['cd src && python3 -m inspect app'] },
  ]),
  loaded('node finds it', (command, file) => {
    const text = `require('child_process').execSync(${literal(command)}, { stdio: 'inherit' })\n`
    return [
      { files: { [`lib/${file}.js`]: text }, runs: [`NODE_PATH=lib node -e "require('${file}')"`] },
      {
        files: { [`lib/${file}/package.json`]: '{"main": "m.js"}', [`lib/${file}/m.js`]: text },
        runs: [`node lib/${file}`],
      },
      {
        files: { [`${file}.env`]: `NODE_OPTIONS=--require=./${file}.js\n`, [`${file}.js`]: text },
        runs: [`set -a; . ./${file}.env; node -e 0`],
      },
      { files: { [`${file}.js`]: text }, runs: [`export NODE_OPTIONS="-r ./${file}.js"; npm --version`] },
      { files: { [`test/${file}.js`]: text }, runs: ['node --test test'] },
    ]
  }),
  loaded('package life cycle', (command) => {
    const manifest = (scripts: object) => ({ 'package.json': JSON.stringify({ name: 'x', version: '1.0.0', scripts }) })
    return [
      { files: manifest({ prepack: command }), runs: ['npm pack --foreground-scripts 2>&1'] },
      { files: manifest({ preversion: command }), runs: ['npm version --no-git-tag-version patch'] },
      { files: manifest({ postinstall: command }), runs: ['npm install --offline --no-audit --foreground-scripts'] },
      {
        files: manifest({ preinstall: command }),
        runs: ['npm i --offline --no-audit --foreground-scripts'],
      },
    ]
  }),
  loaded('build file of another kind', (command, file) => [
    {
      files: { [`${file}.cmake`]: `execute_process(COMMAND sh ${file}.sh)\n`, [`${file}.sh`]: `${command}\n` },
      runs: [`cmake -P ${file}.cmake`],
    },
    {
      files: { 'build.ninja': `rule r\n  command = sh ${file}.sh\nbuild x: r\n`, [`${file}.sh`]: `${command}\n` },
      runs: ['ninja -v'],
    },
    {
      files: {
        'b/CTestTestfile.cmake': `add_test(x sh -c "cd .. && sh ${file}.sh")\n`,
        [`${file}.sh`]: `${command}\n`,
      },
      runs: ['ctest -V --test-dir b'],
    },
  ]),
]
