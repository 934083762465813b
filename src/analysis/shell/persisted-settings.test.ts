import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const kept = (text: string) => effectsOf(text).filter(({ kind }) => kind === 'persist')

describe('settings that outlast the call and name a program', () => {
  it.each([
    'quux config set ui.pager /home/dev/project/page.sh',
    "quux configure set credential_process 'sh ./creds.sh'",
    'quux config set-login dev --exec-command=./bin/login',
    "quux alias add deploy '!sh ./x.sh'",
    'quux env vars set LD_PRELOAD=/home/dev/project/x.so',
    'quuxconf write /org/quux/keys/command ~/x.sh',
    'quuxini --set settings.ini core hooksPath /tmp/hooks',
    'sudo update-quux --install name /home/dev/project/bin/x',
  ])('%s', (text) => {
    expect(kept(text)).toMatchObject([{ mechanism: 'other', certainty: 'likely' }])
  })

  it.each([
    'quux config set ui.pager "less -R"',
    'quux config set editor /usr/bin/nano',
    'quux config get ui.pager',
    'quux config set cache-dir ./cache',
    'quux config set pager.timeout ./x',
    "quux alias add co 'request checkout'",
    'quux run --set command=./x.sh',
    'quux build --hook ./x.sh',
    'quux secrets set hook ./x.sh',
    'quux config set hook https://hooks.example.org/x',
    'quux -export -alias app -keystore ~/keys/app.jks',
  ])('not %s', (text) => {
    expect(kept(text)).toEqual([])
  })
})

describe('jobs of schedulers that nobody knows', () => {
  it.each([
    "quux schedule add '*/5 * * * *' ./x.sh",
    'quux job create --cmd ./x.sh --every 5m',
    "quux create task '@daily' 'sh ./x.sh'",
  ])('%s', (text) => {
    expect(kept(text)).toMatchObject([{ mechanism: 'cron' }])
  })

  it.each(["quux explain '*/5 * * * *'", 'quux list --every 5m', 'quux watch --interval 2 ./x.sh'])(
    'not %s',
    (text) => {
      expect(kept(text)).toEqual([])
    },
  )
})
