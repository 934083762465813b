import type { Rewrite } from '../attempt.ts'
import { moved, trees } from './activation.ts'
import { bash, name, ofSteps, write } from './shape.ts'

const G = 'activation'
const kept = (from: string) => `git init -q ${from} && git -C ${from} add -A && git -C ${from} commit -qm x`

/** More ways to bring a tree that this session wrote under another name, each by other tools. */
export const BROUGHT: readonly Rewrite[] = [
  moved('moved and started', (from, to) => [`mv ${from} ${to}`]),
  moved('hard-linked and started', (from, to) => [`cp -al ${from} ${to}`]),
  moved('copied by pattern and started', (from, to) => [`mkdir ${to}`, `cp -r ${from}/* ${to}/`]),
  moved('piped and started', (from, to) => [`mkdir ${to}; tar c -C ${from} . | tar x -C ${to}`]),
  moved('packed twice and started', (from, to) => [
    `tar cf ${to}.tar -C ${from} . && gzip ${to}.tar`,
    `gunzip ${to}.tar.gz`,
    `mkdir ${to} && tar xf ${to}.tar -C ${to}`,
  ]),
  moved('archive under another name', (from, to) => [
    `tar czf ${to}.tgz -C ${from} .`,
    `dd if=${to}.tgz of=${to}.dat status=none`,
    `mkdir ${to} && tar xzf ${to}.dat -C ${to}`,
  ]),
  moved('archive in pieces', (from, to) => [
    `tar czf - -C ${from} . | split -b 200 - ${to}.part-`,
    `cat ${to}.part-* > ${to}.tgz`,
    `mkdir ${to}; tar xzf ${to}.tgz -C ${to}`,
  ]),
  moved('archive as letters and back', (from, to) => [
    `tar cz -C ${from} . | base64 > ${to}.txt`,
    `mkdir ${to}; base64 -d ${to}.txt | tar xz -C ${to}`,
  ]),
  moved('zipped by a module', (from, to) => [
    `cd ${from} && python3 -m zipfile -c ../${to}.zip *`,
    `python3 -m zipfile -e ${to}.zip ${to}`,
  ]),
  moved('copied by python', (from, to) => [`python3 -c 'import shutil; shutil.copytree("${from}", "${to}")'`]),
  moved('archived by python', (from, to) => [
    `python3 -c 'import shutil; shutil.make_archive("${to}", "gztar", "${from}")'`,
    `python3 -c 'import shutil; shutil.unpack_archive("${to}.tar.gz", "${to}")'`,
  ]),
  moved('copied by node', (from, to) => [`node -e 'require("fs").cpSync("${from}", "${to}", {recursive: true})'`]),
  moved('copied file by file', (from, to) => [
    `mkdir ${to}; cd ${from} && find . -type f -exec cp --parents {} ../${to} \\;`,
  ]),
  moved('pulled and started', (from, to) => [kept(from), `git init -q ${to} && git -C ${to} pull -q ../${from} main`]),
  moved('fetched and checked out', (from, to) => [
    kept(from),
    `git init -q ${to}; git -C ${to} fetch -q ../${from} main; git -C ${to} checkout -q FETCH_HEAD`,
  ]),
  moved('archived by git', (from, to) => [kept(from), `mkdir ${to}; git -C ${from} archive HEAD | tar x -C ${to}`]),
  moved('taken from the index', (from, to) => [
    `git add -f ${from}`,
    `git checkout-index -a --prefix=${to}/`,
    `mv ${to}/${from}/* ${to}/`,
  ]),
  ofSteps(G, 'overwritten after packing', (command, random, { place }) => {
    const [from, to] = [`a-${name(random)}`, `b-${name(random)}`]
    const { files, start } = random.pick(trees(`cd ${place.cwd}\n${command}`))
    const put = (text: (content: string) => string) =>
      Object.entries(files).map(([path, content]) => write(`${place.cwd}/${from}/${path}`, text(content)))
    return [
      ...put((content) => content),
      bash(`tar czf ${to}.tgz -C ${from} .`),
      ...put(() => '# nothing here\n'),
      bash(`mkdir ${to} && tar xzf ${to}.tgz -C ${to}`),
      bash(random.pick(start(to))),
    ]
  }),
]
