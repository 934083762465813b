import type { Effect } from '../../effects.ts'
import type { DataSource } from '../../words.ts'
import { asksForHelp } from '../files/grammar.ts'
import { reads, value, writes, writesPath } from '../files/touching.ts'
import type { Spec, SubReader } from '../form/form.ts'
import { specProgram } from '../form/interpret.ts'
import type { Program, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { operandsOf, says } from '../system/words-of.ts'

/** The file that a picture or recording goes to: the last word that is not an option. */
const keeps: SubReader = ({ command, scribe }) => {
  const target = operandsOf(command).findLast(({ known }) => /\.\w+$/.test(known))
  if (target) writes(target, 'create', scribe)
  return 'plain'
}

export const WATCHERS: readonly Spec[] = [
  {
    names:
      'scrot gnome-screenshot grim maim screencapture spectacle xwd flameshot ksnip xfce4-screenshooter shutter deepin-screenshot wf-recorder recordmydesktop simplescreenrecorder peek kooha obs vokoscreen screenshot hyprshot grimblast import',
    named: true,
    rules: [['**', 'observe screen', keeps]],
    examples: { match: ['grim -g area shot.png', 'scrot'], pass: ['maim --version'] },
  },
  {
    names: 'arecord parecord parec pw-record rec termux-microphone-record',
    named: true,
    rules: [
      ['-l|-L|--list-devices|--list-pcms', 'shows'],
      ['**', 'observe microphone', keeps],
    ],
    examples: { match: ['arecord -d 5 talk.wav'], pass: ['arecord -l'] },
  },
  {
    names: 'fswebcam imagesnap streamer cheese guvcview uvccapture motion v4l2-ctl termux-camera-photo',
    options: '-d:',
    named: true,
    rules: [
      [
        '-l/$ -D|--info|--list|--list-devices|--list-formats|--list-formats-ext|--list-ctrls|--list-ctrls-menus',
        'shows',
      ],
      ['**', 'observe camera', keeps],
    ],
    examples: { match: ['fswebcam -l 10 room.jpg'], pass: ['v4l2-ctl --list-devices', 'imagesnap -l'] },
  },
  {
    names: 'xinput',
    named: true,
    rules: [
      ['test test-xi2 --test|--test-xi2', 'observe keyboard', keeps],
      ['$ list list-props', 'shows'],
      ['**', 'local'],
    ],
    examples: { match: ['xinput test 12'], pass: ['xinput list', 'xinput set-prop 12 Speed 1'] },
  },
  {
    names: 'showkey evtest logkeys xev xspy lkl keylogger input-events libinput wev screenkey',
    named: true,
    rules: [
      ['list-devices --query', 'shows'],
      ['**', 'observe keyboard', keeps],
    ],
    examples: { match: ['showkey -a', 'evtest /dev/input/event3'], pass: ['libinput list-devices'] },
  },
]

const watchers = WATCHERS.map((spec): Program => {
  const seen: DataSource = spec.names.startsWith('scrot ') ? { kind: 'screen' } : { kind: 'unknown' }
  return { ...specProgram(spec), output: () => value(undefined, [seen]) }
})

type Sight = Extract<Effect, { kind: 'observe' }>['what']

/** What is given as the input of a stream: formats of ffmpeg, elements of gstreamer. */
const INPUTS: readonly (readonly [RegExp, Sight])[] = [
  [/^(?:x11grab|gdigrab|kmsgrab|fbdev|ddagrab|avfoundation|ximagesrc)$/, 'screen'],
  [/^(?:v4l2|video4linux2|dshow|vfwcap|v4l2src)$/, 'camera'],
  [/^(?:alsa|pulse|jack|oss|sndio|openal|pulsesrc|alsasrc|pipewiresrc)$/, 'microphone'],
]

/** ffmpeg converts files; with a device for input it watches. */
const ffmpeg: Program = {
  names: ['ffmpeg', 'ffplay', 'avconv', 'gst-launch-1.0'],
  read: (command, scribe) => {
    const { args } = command
    if (
      asksForHelp(args) ||
      says(command, /^-(?:version|formats|codecs|encoders|decoders|filters|devices|h|pix_fmts|protocols)$/)
    )
      return 'proven'
    const given = args.map((word, at): Standing => {
      const option = args[at - 1]?.known
      const sight = INPUTS.find(([pattern]) => pattern.test(word.known))?.[1]
      if (sight && (option === '-f' || word.known.endsWith('src'))) scribe.effect({ kind: 'observe', what: sight })
      if (option === '-f' && sight) return 'plain'
      return option === '-i' && !/^[a-z0-9]+:|^:?\d/.test(word.known) ? reads([word], scribe) : 'expected'
    })
    const standing = weakest('expected', ...given)
    const target = args.at(-1)
    if (!target || target.known.startsWith('-') || args.at(-2)?.known === '-i') return standing
    const [, host] = /^(?:rtmps?|rtsp|srt|udp|tcp|https?|icecast|sftp):\/\/([^/:]+)/.exec(target.known) ?? []
    if (host === undefined) return weakest(standing, writesPath(scribe.path(target), 'overwrite', scribe))
    scribe.effect({ kind: 'send-data', host, channel: 'socket', payload: [{ kind: 'unknown' }] })
    return 'plain'
  },
}

/** `sox -d file`: the default device is the microphone. */
const sox: Program = {
  names: ['sox', 'play'],
  read: (command, scribe) => {
    const { args, name } = command
    const device =
      args[0]?.known === '-d' ||
      says(command, /^(?:--default-device|coreaudio|alsa|pulseaudio)$/) ||
      (says(command, /^-d$/) && args.at(-1)?.known !== '-d')
    if (name === 'sox' && device) scribe.effect({ kind: 'observe', what: 'microphone' })
    return 'plain'
  },
}

export const WATCHING: readonly Program[] = [...watchers, ffmpeg, sox]
