#!/usr/bin/env node
// The launcher: plain JavaScript that any Node understands, so that an old one gets a clear answer instead of a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number)

if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(`irongate needs Node 22.18 or newer; this is ${process.versions.node} (${process.execPath}).\n`)
  // 2 blocks in every host whose hooks know a blocking exit status; other commands get the internal-error status.
  process.exit(process.argv[2] === 'hook' ? 2 : 70)
}

try {
  // Compiled code is kept in our private folder, never in a shared one. Without it everything works, only slower.
  const { enableCompileCache } = await import('node:module')
  const { userInfo } = await import('node:os')
  enableCompileCache(`${userInfo().homedir}/.irongate/cache`)
} catch (error) {
  if (process.env.IRONGATE_DEBUG) process.stderr.write(`irongate: no compile cache: ${error}\n`)
}

import('../dist/cli.js').then(
  ({ main }) => main(process.argv.slice(2)),
  (error) => {
    process.stderr.write(`irongate could not start: ${error?.message ?? error}\n`)
    process.exit(process.argv[2] === 'hook' ? 2 : 70)
  },
)
