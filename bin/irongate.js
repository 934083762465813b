#!/usr/bin/env node
// The launcher: plain JavaScript that any Node understands, so that an old one gets a clear answer instead of a syntax error.
const [major, minor] = process.versions.node.split('.').map(Number)

// 2 blocks in every host whose hooks know a blocking exit status; other commands get the internal-error status. The installed
// starter gets one of its own: it says what to do, and blocks itself.
const HOOK_FAILED = process.argv.includes('--installed') ? 71 : 2
const FAILED = process.argv[2] === 'hook' ? HOOK_FAILED : 70

if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `irongate needs Node 22.18 or newer. This is Node ${process.versions.node} (${process.execPath}).\nInstall Node 24, for example with \`nvm install 24\`, and then install Irongate with it: \`npm install --global irongate\`.\n`,
  )
  process.exit(FAILED)
}

function failed(error) {
  process.stderr.write(`irongate could not start: ${error instanceof Error ? error.message : error}\n`)
  process.exit(FAILED)
}

// What the runtime thinks of its own parts is no news for whoever runs this.
process.removeAllListeners('warning')

const args = process.argv.slice(2)

try {
  const installed = args[0] === 'hook' && args.includes('--installed')
  const ended = installed ? require('../dist/hook.cjs').hook(args) : require('../dist/cli.cjs').main(args)
  // An installed hook has written its answer: taking the process apart in order would only keep the host waiting.
  ended.then(() => installed && process.exit()).catch(failed)
} catch (error) {
  failed(error)
}
