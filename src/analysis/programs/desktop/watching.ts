import type { Effect } from '../../effects.ts'
import type { Command, Word } from '../../words.ts'
import { asksForHelp } from '../files/grammar.ts'
import { reads, value, weakest, writes, writesPath } from '../files/touching.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { lineOf } from '../system/verbs.ts'

type Sight = Extract<Effect, { kind: 'observe' }>['what']

interface Watcher {
  readonly names: string
  readonly what: Sight
  /** Words that only ask: lists of devices, help. */
  readonly tells?: RegExp
  /** Only these words watch; without them it is something else. */
  readonly only?: RegExp
}

const WATCHERS: readonly Watcher[] = [
  {
    names:
      'scrot gnome-screenshot grim maim screencapture spectacle xwd flameshot ksnip xfce4-screenshooter shutter deepin-screenshot wf-recorder recordmydesktop simplescreenrecorder peek kooha obs vokoscreen screenshot hyprshot grimblast',
    what: 'screen',
  },
  { names: 'import', what: 'screen' },
  {
    names: 'arecord parecord parec pw-record rec termux-microphone-record',
    what: 'microphone',
    tells: /(?:^| )(?:-l|-L|--list-devices|--list-pcms)(?: |$)/,
  },
  {
    names: 'fswebcam imagesnap streamer cheese guvcview uvccapture motion v4l2-ctl termux-camera-photo',
    what: 'camera',
    tells: /(?:^| )(?:-l(?! \d)|--list\S*|--info|-D)(?: |$)/,
  },
  { names: 'xinput', what: 'keyboard', only: /(?:^| )(?:test|test-xi2|--test\S*)(?: |$)/ },
  {
    names: 'showkey evtest logkeys xev xspy lkl keylogger input-events libinput wev screenkey',
    what: 'keyboard',
    tells: /^(?:list-devices|--query)/,
  },
]

/** The file that a picture or recording goes to: the last word that is not an option. */
function keeps(command: Command, scribe: Scribe): void {
  const target = command.args.findLast((word: Word) => !word.known.startsWith('-') && /\.\w+$|^-$/.test(word.known))
  if (target) writes(target, 'create', scribe)
}

function watcher(spec: Watcher): Program {
  return {
    names: spec.names.split(' '),
    read: (command, scribe) => {
      const line = lineOf(command.args)
      if (asksForHelp(command.args) || spec.tells?.test(line)) return 'proven'
      if (spec.only && !spec.only.test(line))
        return /^(?:(?:--)?list(?:-props)?|--version)?(?: |$)/.test(line) ? 'proven' : 'plain'
      scribe.effect({ kind: 'observe', what: spec.what })
      keeps(command, scribe)
      return 'plain'
    },
    output: () => value(undefined, [spec.what === 'screen' ? { kind: 'screen' } : { kind: 'unknown' }]),
  }
}

const INPUTS: readonly (readonly [RegExp, Sight])[] = [
  [/^(?:x11grab|gdigrab|kmsgrab|fbdev|ddagrab)$/, 'screen'],
  [/^(?:v4l2|video4linux2|dshow|vfwcap)$/, 'camera'],
  [/^(?:alsa|pulse|jack|oss|sndio|openal)$/, 'microphone'],
  [/^avfoundation$/, 'screen'],
]

/** ffmpeg converts files; with a device for input it watches. */
const ffmpeg: Program = {
  names: ['ffmpeg', 'ffplay', 'avconv', 'gst-launch-1.0'],
  read: (command, scribe) => {
    if (
      asksForHelp(command.args) ||
      command.args.some((word) =>
        /^-(?:version|formats|codecs|encoders|decoders|filters|devices|h|pix_fmts|protocols)$/.test(word.known),
      )
    )
      return 'proven'
    let standing: Standing = 'expected'
    command.args.forEach((word, at) => {
      const next = command.args[at + 1]
      if (word.known === '-f') {
        const sight = INPUTS.find(([pattern]) => pattern.test(next?.known ?? ''))?.[1]
        if (sight) {
          scribe.effect({ kind: 'observe', what: sight })
          standing = 'plain'
        }
      }
      if (word.known === '-i' && next && !/^[a-z0-9]+:|^:?\d/.test(next.known))
        standing = weakest(standing, reads([next], scribe))
      if (/^(?:ximagesrc|v4l2src|pulsesrc|alsasrc|pipewiresrc)$/.test(word.known))
        scribe.effect({
          kind: 'observe',
          what: word.known === 'ximagesrc' ? 'screen' : /v4l2/.test(word.known) ? 'camera' : 'microphone',
        })
    })
    const target = command.args.at(-1)
    if (!target || target.known.startsWith('-') || command.args.at(-2)?.known === '-i') return standing
    const stream = /^(?:rtmps?|rtsp|srt|udp|tcp|https?|icecast|sftp):\/\/([^/:]+)/.exec(target.known)
    if (stream) {
      scribe.effect({ kind: 'send-data', host: stream[1] ?? '?', channel: 'socket', payload: [{ kind: 'unknown' }] })
      return 'plain'
    }
    return weakest(standing, writesPath(scribe.path(target), 'overwrite', scribe))
  },
}

/** `sox -d file`: the default device is the microphone. */
const sox: Program = {
  names: ['sox', 'play'],
  read: (command, scribe) => {
    const [first] = command.args
    if (
      command.name === 'sox' &&
      (first?.known === '-d' ||
        command.args.some((word) => /^(?:--default-device|coreaudio|alsa|pulseaudio)$/.test(word.known)) ||
        (command.args.some((word) => word.known === '-d') && command.args.at(-1)?.known !== '-d'))
    ) {
      scribe.effect({ kind: 'observe', what: 'microphone' })
    }
    return 'plain'
  },
}

export const WATCHING: readonly Program[] = [...WATCHERS.map(watcher), ffmpeg, sox]
