import { describe, expect, it } from 'vitest'
import type { CodeLanguage } from '../../effects.ts'
import { readCodeForTest } from '../testing.ts'

const LINE = 'rm -rf /srv/data'

describe('a function that runs programs and is handed on meets the constant texts', () => {
  it.each<[CodeLanguage, string]>([
    ['python', `import os\nlist(filter(os.system, ["${LINE}"]))`],
    ['python', `import os, functools\nf = functools.partial(os.popen, "${LINE}")\nf()`],
    ['python', `import os, threading\nthreading.Timer(1, os.system, ["${LINE}"]).start()`],
    ['python', `import os, signal\nCMD = "${LINE}"\nhandlers = {"a": os.system}\nhandlers["a"](CMD)`],
    ['python', `import os\nclass Job:\n    run = os.system\nJob.run("${LINE}")`],
    ['python', `import os\ndef pick():\n    return os.system\npick()("${LINE}")`],
    ['python', `import os, operator\noperator.methodcaller("popen", "${LINE}")(os)`],
    [
      'python',
      `import subprocess, concurrent.futures as c\nc.ThreadPoolExecutor().submit(subprocess.call, "${LINE}", shell=True)`,
    ],
    ['python', `import posix\nposix.system("${LINE}")`],
    ['python', `import ctypes\nlibc = ctypes.CDLL("libc.so.6")\nlibc.system(b"${LINE}")`],
    ['python', `import timeit\ntimeit.repeat("import os; os.system('${LINE}')", number=1)`],
    ['python', `import subprocess\np = subprocess.Popen("sh", stdin=-1)\np.communicate(b"${LINE}")`],
    ['python', `import os\nos.__getattribute__("popen")("${LINE}")`],
    ['python', `x = "".__class__.__mro__[1].__subclasses__()\nx[7].__init__.__globals__["popen"]("${LINE}")`],
    ['javascript', `const cp = require('child_process'); [${JSON.stringify(LINE)}].forEach(cp.execSync)`],
    ['javascript', `const { exec } = require('child_process'); exec.apply(null, ['${LINE}'])`],
    ['javascript', `setImmediate(require('child_process').execSync, '${LINE}')`],
    ['javascript', `const jobs = { go: require('child_process').exec }; const k = 'g' + 'o'; jobs[k]('${LINE}')`],
    ['javascript', `const cp = process.getBuiltinModule('node:child_process'); cp.execSync('${LINE}')`],
    [
      'javascript',
      `const w = require('worker_threads'); new w.Worker("require('child_process').execSync('${LINE}')", { eval: true })`,
    ],
    ['javascript', `const s = require('child_process').spawn('bash'); s.stdin.write('${LINE}\\n')`],
    ['ruby', `method(:system).call("${LINE}")`],
    ['php', `<?php $r = new ReflectionFunction("passthru"); $r->invoke("${LINE}");`],
    ['perl', `use IPC::Open3; my $pid = open3(my $in, my $out, undef, "${LINE}");`],
    ['perl', `POSIX::system("${LINE}")`],
  ])('%s: %s', (language, text) => {
    const { ran, grade } = readCodeForTest(language, text)
    expect(ran).toContain(LINE)
    expect(['plain', 'unknown']).toContain(grade)
  })

  it('states that something runs when no text is near', () => {
    const { effects } = readCodeForTest('python', 'import os, sys\nlist(map_over(os.system, sys.argv))')
    expect(effects.some((effect) => effect.kind === 'run-code' && effect.origin === 'dynamic')).toBe(true)
  })
})

describe('a function that deletes or writes and is handed on meets the places', () => {
  it.each<[CodeLanguage, string, 'delete-path' | 'write-path']>([
    ['python', 'import shutil, atexit\natexit.register(shutil.rmtree, "/srv/data")', 'delete-path'],
    [
      'javascript',
      "const fs = require('fs'); setTimeout(fs.rmSync, 5, '/srv/data', { recursive: true })",
      'delete-path',
    ],
    ['javascript', "require('fs').rmSync(new URL('file:///srv/data'), { recursive: true })", 'delete-path'],
    [
      'javascript',
      "const fs = require('fs').promises; (async () => { await fs.writeFile('/srv/data', 'x') })()",
      'write-path',
    ],
    ['python', 'import fileinput\nfor l in fileinput.input("/srv/data", inplace=1): print(l)', 'write-path'],
    ['python', 'import logging\nlogging.basicConfig(filename="/srv/data", filemode="w")', 'write-path'],
  ])('%s: %s', (language, text, kind) => {
    const { effects } = readCodeForTest(language, text)
    const paths = effects.flatMap((effect) => (effect.kind === kind ? [effect.path.real] : []))
    expect(paths).toContain('/srv/data')
  })
})

describe('ordinary code keeps its standing', () => {
  it.each<[CodeLanguage, string]>([
    ['python', 'import os\nnames = sorted(["b", "a"], key=os.path.basename)\nprint(names)'],
    ['python', 'messages = [{"role": "system", "content": "rm -rf / is dangerous"}]\nprint(len(messages))'],
    ['python', 'import functools\nadd = functools.partial(int, base=2)\nprint(add("101"))'],
    ['python', 'import re\nprint(list(map(re.compile, ["a", "b"])))'],
    ['javascript', "const path = require('path'); console.log(['a/b'].map(path.basename))"],
    ['javascript', 'const isFn = (v) => v instanceof Function; console.log(isFn(1))'],
    ['javascript', "if (require.main === module) console.log('rm -rf /srv/data')"],
    ['javascript', "console.log(new URL('https://example.org/a').pathname)"],
    ['ruby', 'puts %w[b a].sort_by(&:length)'],
  ])('%s: %s', (language, text) => {
    const { ran, effects, grade } = readCodeForTest(language, text)
    expect(ran).toEqual([])
    expect(effects.filter(({ kind }) => kind !== 'run-code')).toEqual([])
    expect(['proven', 'expected']).toContain(grade)
  })

  it('follows a function that only gets another name', () => {
    const { ran, grade } = readCodeForTest('python', 'import subprocess\nrun = subprocess.run\nrun(["ls"])')
    expect(ran).toEqual(['ls'])
    expect(grade).toBe('plain')
  })
})
