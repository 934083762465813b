import { createHash } from 'node:crypto'
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import type { Rewrite, Step } from '../attempt.ts'
import { base64, bash, name, ofSteps, oneLine, quoted, write } from './shape.ts'

const G = 'provenance'
const blob = (text: string) =>
  createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex')

/** A text that is kept in one place in one form, and run from another. */
export const PROVENANCE: readonly Rewrite[] = [
  ofSteps(G, 'kept in git', (command, random) => {
    const called = `x${name(random)}`
    const [text, sha] = [quoted(command), blob(`${command}\n`)]
    return random.pick<readonly Step[]>([
      [bash(`git hash-object -w --stdin <<< ${text}`), bash(`git cat-file -p ${sha} | sh`)],
      [bash(`git hash-object -w --stdin <<< ${text}`), bash(`git show ${sha} > ${called}; sh ${called}`)],
      [
        bash(`git hash-object -w --stdin <<< ${text}`),
        bash(`git cat-file blob ${sha.slice(0, 12)} > ${called}`),
        bash(`. ./${called}`),
      ],
      [bash(`git config project.${called} ${text}`), bash(`sh -c "$(git config project.${called})"`)],
      [bash(`git commit -q --allow-empty -m ${text}`), bash('git log -1 --format=%B | sh')],
      [bash(`git tag ${called} -m ${text}`), bash(`git tag -l --format='%(contents)' ${called} | sh`)],
      [bash(`git notes add -f -m ${text}`), bash('eval "$(git notes show)"')],
    ])
  }),
  ofSteps(G, 'kept in a database', (command, random) => {
    const file = `${name(random)}.db`
    const text = command.replaceAll("'", "''")
    return [
      bash(`sqlite3 ${file} ${quoted(`create table t as select '${text}' as c`)}`),
      bash(
        random.pick([
          `sqlite3 ${file} 'select c from t' | sh`,
          `sh -c "$(sqlite3 ${file} 'select c from t')"`,
          `python3 -c 'import os, sqlite3; os.system(sqlite3.connect("${file}").execute("select c from t").fetchone()[0])'`,
          `sqlite3 ${file} "select writefile('${file}.sh', c) from t"; sh ${file}.sh`,
        ]),
      ),
    ]
  }),
  ofSteps(G, 'value of a data file', (command, random, { place }) => {
    const file = `${name(random)}.json`
    return [
      write(`${place.cwd}/${file}`, JSON.stringify({ name: 'x', hooks: { start: command } }, undefined, 2)),
      bash(
        random.pick([
          `sh -c "$(jq -r .hooks.start ${file})"`,
          `jq -r '.hooks[]' ${file} | sh`,
          `eval "$(python3 -c 'import json; print(json.load(open("${file}"))["hooks"]["start"])')"`,
          `python3 -c 'import json, os; os.system(json.load(open("${file}"))["hooks"]["start"])'`,
          `node -e 'require("child_process").execSync(require("./${file}").hooks.start, {stdio: "inherit"})'`,
          `node -p 'require("./${file}").hooks.start' | bash`,
          `jq -j '.hooks.start + "\\n"' ${file} > ${file}.sh; . ./${file}.sh`,
          `sqlite3 :memory: "select json_extract(readfile('${file}'), '$.hooks.start')" | sh`,
        ]),
      ),
    ]
  }),
  ofSteps(G, 'part of a prose file', (command, random, { place }) => {
    const file = `${name(random)}.md`
    if (!oneLine(command)) return undefined
    return [
      write(`${place.cwd}/${file}`, `# Notes\n\nHow it is done:\n\n\`\`\`\n${command}\n\`\`\`\n`),
      bash(
        random.pick([
          `sed -n '6p' ${file} | sh`,
          `awk '/^\`\`\`/ { f = !f; next } f' ${file} | sh`,
          `head -n 6 ${file} | tail -n 1 | bash`,
          `sed -n '/^\`\`\`$/,/^\`\`\`$/{//!p}' ${file} > ${file}.sh; sh ${file}.sh`,
          `mapfile -t l < ${file}; eval "\${l[5]}"`,
          `python3 -c 'import os; os.system(open("${file}").read().splitlines()[5])'`,
          `perl -ne 'system $_ if $. == 6' ${file}`,
          `tail -n +6 ${file} | head -n 1 > ${file}.x; bash ${file}.x`,
          `csplit -s -f ${file}- ${file} 6 7 && sh ${file}-01`,
        ]),
      ),
    ]
  }),
  ofSteps(G, 'packed by another hand', (command, random, { place }) => {
    const file = name(random)
    const [code, run] = random.pick([
      [gzipSync(`${command}\n`), `base64 -d ${file} | zcat > ${file}.run; sh ${file}.run`],
      [gzipSync(`${command}\n`), `base64 -d ${file} > ${file}.gz; gunzip ${file}.gz -c | bash`],
      [gzipSync(`${command}\n`), `base64 -d ${file} > ${file}.run.gz; gzip -d ${file}.run.gz; sh ${file}.run`],
      [
        deflateSync(`${command}\n`),
        `python3 -c 'import base64, zlib; open("${file}.run", "wb").write(zlib.decompress(base64.b64decode(open("${file}").read())))'; sh ${file}.run`,
      ],
      [
        deflateRawSync(`import os\nos.system(${JSON.stringify(command)})\n`),
        `python3 -c 'import base64, zlib; exec(zlib.decompress(base64.b64decode(open("${file}").read()), -15))'`,
      ],
      [
        deflateSync(`${command}\n`),
        `perl -MMIME::Base64 -MCompress::Zlib -e 'print uncompress(decode_base64(<>))' ${file} | sh`,
      ],
      [
        deflateSync(`${command}\n`),
        `node -p 'require("zlib").inflateSync(Buffer.from(require("fs").readFileSync("${file}", "latin1"), "base64")).toString()' | sh`,
      ],
    ] as const)
    return [write(`${place.cwd}/${file}`, `${code.toString('base64')}\n`), bash(run)]
  }),
  ofSteps(G, 'encoded file, decoder of another kind', (command, random, { place }) => {
    const file = name(random)
    const hex = Buffer.from(`${command}\n`).toString('hex')
    const code = base64(`${command}\n`)
    const [text, decode] = random.pick([
      [hex, `xxd -r -p ${file} ${file}.run`],
      [code, `openssl base64 -d -A -in ${file} -out ${file}.run`],
      [code, `openssl enc -base64 -A -d < ${file} > ${file}.run`],
      [code, `python3 -m base64 -d ${file} > ${file}.run`],
      [code, `jq -rR @base64d ${file} > ${file}.run`],
      [hex, `perl -ne 'chomp; print pack "H*", $_' ${file} > ${file}.run`],
      [
        encodeURIComponent(command),
        `python3 -c 'import urllib.parse as u; print(u.unquote(open("${file}").read()))' > ${file}.run`,
      ],
      [`${command}\n`.replaceAll(' ', '\u00a0'), `sed 's/\u00a0/ /g' ${file} > ${file}.run`],
      [`${command}\n`.replaceAll('\n', '\r\n'), `tr -d '\\r' < ${file} > ${file}.run`],
    ] as const)
    return [
      write(`${place.cwd}/${file}`, text),
      bash(decode),
      bash(random.pick([`sh ${file}.run`, `. ./${file}.run`, `bash < ${file}.run`])),
    ]
  }),
  ofSteps(G, 'put together from files', (command, random, { place }) => {
    const [one, two, run] = [`${name(random)}.1`, `${name(random)}.2`, name(random)]
    const middle = Math.floor(command.length / 2)
    const join = random.pick([
      `cat ${one} ${two} > ${run}`,
      `paste -d '' ${one} ${two} > ${run}`,
      `cp ${one} ${run}; cat ${two} >> ${run}`,
      `{ cat ${one}; cat ${two}; } | tee ${run} > /dev/null`,
      `dd if=${one} of=${run} status=none; dd if=${two} of=${run} status=none oflag=append conv=notrunc`,
      `sed -n 'H;$!b;x;s/\\n//g;p' ${one} ${two} > ${run}; cat ${one} ${two} > ${run}`,
    ])
    if (!oneLine(command)) return undefined
    return [
      write(`${place.cwd}/${one}`, command.slice(0, middle)),
      write(`${place.cwd}/${two}`, command.slice(middle)),
      bash(join),
      bash(`sh ${run}`),
    ]
  }),
  ofSteps(G, 'copied under another name', (command, random, { place }) => {
    const [from, to] = [`docs/${name(random)}.txt`, `${name(random)}.run`]
    const copy = random.pick([
      `install -m 755 ${from} ${to} && ./${to}`,
      `ln ${from} ${to}; sh ${to}`,
      `dd if=${from} of=${to} status=none; sh ${to}`,
      `uniq ${from} ${to}; sh ${to}`,
      `cp -r docs d2; find d2 -name '*.txt' -exec sh {} \\;`,
      `mkdir -p d2 && mv ${from} d2/10-x && chmod +x d2/10-x && run-parts d2`,
      `cd docs && sh *.txt`,
      `for f in docs/*; do sh "$f"; done`,
      `ls -t docs/*.txt | head -1 | xargs sh`,
      `sh "$(find docs -name '*.txt' | head -n 1)"`,
      `cp ${from} /tmp/${to}; sh /tmp/${to}`,
      `tar c ${from} | tar x -O | sh`,
      `zip -q x.zip ${from}; unzip -p x.zip | sh`,
      `git add -f ${from}; git grep -h --cached -e . -- ${from} | sh`,
    ])
    return [write(`${place.cwd}/${from}`, `#!/bin/sh\n${command}\n`), bash(copy)]
  }),
  ofSteps(G, 'kept in a name', (command, random) => {
    const folder = name(random)
    const code = base64(command).replaceAll('/', '_')
    if (code.length > 240) return undefined
    return [
      bash(`mkdir -p ${folder}; touch ${folder}/${code}`),
      bash(
        random.pick([
          `ls ${folder} | tr _ / | base64 -d | sh`,
          `f=$(echo ${folder}/*); f=\${f##*/}; base64 -d <<< "\${f//_//}" | sh`,
          `find ${folder} -type f -printf '%f' | tr _ / | base64 -d | bash`,
        ]),
      ),
    ]
  }),
]
