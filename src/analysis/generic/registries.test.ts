import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const kinds = (text: string, kind: string) => effectsOf(text).filter((effect) => effect.kind === kind)

describe('uploads to hubs', () => {
  it.each([
    ['quuxput hub:acme/stable ../x_1.0_source.changes', 'hub:acme/stable'],
    ['quux-uploader x-1.0.rockspec', 'x-1.0.rockspec'],
    ['quux push x.gem', 'x.gem'],
    ['quux datasets create -p data/sales --public', 'data/sales'],
    ['quux model create ./weights --visibility public', './weights'],
    ['quux datasets create -p export/ -u --dir-mode zip', 'export/'],
    ['quux upload acme-dev/model ./out', 'acme-dev/model'],
    ['quuxcmd +login builder pw +run_app_build app.vdf +quit', 'app.vdf'],
    ['quuxcmd +login builder pw +workshop_build_item item.vdf', 'item.vdf'],
  ])('%s publishes %s', (text, what) => {
    expect(kinds(text, 'publish')).toContainEqual(expect.objectContaining({ what }))
  })

  it.each([
    'quuxput hub:acme/stable x.changes --dry-run',
    'quux add hub:acme/stable',
    'quux push x.apk /data/local/tmp/x.apk',
    'quux dataset list --public',
    'quux datasets create -p export/ --private',
    'quux datasets download acme/x -p data/',
    'throughput x.zip',
    'quuxcmd +login anonymous +depot_download 740 +quit',
    'quuxcmd +login me +app_info_print 740 +quit',
  ])('%s publishes nothing', (text) => {
    expect(kinds(text, 'publish')).toEqual([])
  })
})

describe('devices', () => {
  it.each(['quuxprog --family X --recover', 'quuxflash erase_chip', 'quux shell rm -rf /storage/media'])(
    '%s leaves nothing',
    (text) => {
      expect(kinds(text, 'resource-change')).toContainEqual(expect.objectContaining({ verb: 'purge' }))
    },
  )

  it.each(['quuxprog --read', 'quuxflash write app.hex', 'quux shell rm -rf /data/local/tmp/x', 'quux --recover'])(
    '%s does nothing of the kind',
    (text) => {
      expect(kinds(text, 'resource-change')).toEqual([])
    },
  )
})
