import { call, holds } from './kit.ts'

const write = (path: string, content: string) => call('Write', { file_path: path, content })

/** A script that a database runs is read in its file as it is in the command. */
holds({
  stopped: [
    [
      write('/tmp/a.lua', "for _, k in ipairs(redis.call('KEYS', '*')) do redis.call('UNLINK', k) end"),
      'redis-cli -h redis.acme.example --eval /tmp/a.lua',
    ],
    [write('/tmp/b.lua', "return redis.call('FLUSHALL')"), 'valkey-cli -h redis.acme.example --eval /tmp/b.lua'],
    [
      write('/tmp/c.lua', "return redis.call(ARGV[1] .. 'ALL')"),
      'redis-cli -h redis.acme.example --eval /tmp/c.lua , FLUSH',
    ],
    ['redis-cli -h redis.acme.example --eval "$SCRIPT"'],
    ['redis-cli -h "$REDIS_HOST" --eval "$SCRIPT"'],
  ],
  free: [
    [write('/tmp/d.lua', "return redis.call('GET', KEYS[1])"), 'redis-cli -h 127.0.0.1 --eval /tmp/d.lua user:1'],
    ['redis-cli --eval scripts/rate.lua'],
  ],
})
