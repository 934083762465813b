import type { Effect } from '../../../analysis/effects.ts'
import { hasMatchingWord, nonOptionWords } from '../../../analysis/interpret/command-words.ts'
import { makeValue, recordPathWrite, recordReads, recordWrite } from '../../../analysis/interpret/file-tool.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import type { CommandGrade, Program } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec, SpecCallHandler } from '../../../analysis/interpret/spec.ts'
import { createSpecProgram } from '../../../analysis/interpret/spec-interpreter.ts'
import { isHelpRequest } from '../../../analysis/interpret/word-checks.ts'
import type { DataSource } from '../../../analysis/words.ts'

/** The file that a picture or recording goes to: the last word that is not an option. */
const writeCaptureFile: SpecCallHandler = ({ command, recorder }) => {
  const target = nonOptionWords(command).findLast(({ known }) => /\.\w+$/.test(known))
  if (target) recordWrite(target, 'create', recorder)
  return 'plain'
}

export const CAPTURE_SPECS: readonly ProgramSpec[] = [
  {
    names:
      'scrot gnome-screenshot grim maim screencapture spectacle xwd flameshot ksnip xfce4-screenshooter shutter deepin-screenshot wf-recorder recordmydesktop simplescreenrecorder peek kooha obs vokoscreen screenshot hyprshot grimblast import',
    named: true,
    rules: [['**', 'observe screen', writeCaptureFile]],
    examples: { match: ['grim -g area shot.png', 'scrot'], pass: ['maim --version'] },
  },
  {
    names: 'arecord parecord parec pw-record rec termux-microphone-record',
    named: true,
    rules: [
      ['-l|-L|--list-devices|--list-pcms', 'shows'],
      ['**', 'observe microphone', writeCaptureFile],
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
      ['**', 'observe camera', writeCaptureFile],
    ],
    examples: { match: ['fswebcam -l 10 room.jpg'], pass: ['v4l2-ctl --list-devices', 'imagesnap -l'] },
  },
  {
    names: 'xinput',
    named: true,
    rules: [
      ['test test-xi2 --test|--test-xi2', 'observe keyboard', writeCaptureFile],
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
      ['**', 'observe keyboard', writeCaptureFile],
    ],
    examples: { match: ['showkey -a', 'evtest /dev/input/event3'], pass: ['libinput list-devices'] },
  },
]

const specPrograms = CAPTURE_SPECS.map((spec): Program => {
  const seen: DataSource = spec.names.startsWith('scrot ') ? { kind: 'screen' } : { kind: 'unknown' }
  return { ...createSpecProgram(spec), output: () => makeValue(undefined, [seen]) }
})

type ObserveKind = Extract<Effect, { kind: 'observe' }>['what']

/** What is given as the input of a stream: formats of ffmpeg, elements of gstreamer. */
const CAPTURE_INPUTS: readonly (readonly [RegExp, ObserveKind])[] = [
  [/^(?:x11grab|gdigrab|kmsgrab|fbdev|ddagrab|avfoundation|ximagesrc)$/, 'screen'],
  [/^(?:v4l2|video4linux2|dshow|vfwcap|v4l2src)$/, 'camera'],
  [/^(?:alsa|pulse|jack|oss|sndio|openal|pulsesrc|alsasrc|pipewiresrc)$/, 'microphone'],
]

/** ffmpeg converts files; with a device for input it watches. */
const ffmpeg: Program = {
  names: ['ffmpeg', 'ffplay', 'avconv', 'gst-launch-1.0'],
  read: (command, recorder) => {
    const { args } = command
    if (
      isHelpRequest(args) ||
      hasMatchingWord(command, /^-(?:version|formats|codecs|encoders|decoders|filters|devices|h|pix_fmts|protocols)$/)
    )
      return 'proven'
    const given = args.map((word, at): CommandGrade => {
      const option = args[at - 1]?.known
      const sight = CAPTURE_INPUTS.find(([pattern]) => pattern.test(word.known))?.[1]
      if (sight && (option === '-f' || word.known.endsWith('src'))) recorder.effect({ kind: 'observe', what: sight })
      if (option === '-f' && sight) return 'plain'
      return option === '-i' && !/^[a-z0-9]+:|^:?\d/.test(word.known) ? recordReads([word], recorder) : 'expected'
    })
    const grade = weakestGrade('expected', ...given)
    const target = args.at(-1)
    if (!target || target.known.startsWith('-') || args.at(-2)?.known === '-i') return grade
    const [, host] = /^(?:rtmps?|rtsp|srt|udp|tcp|https?|icecast|sftp):\/\/([^/:]+)/.exec(target.known) ?? []
    if (host === undefined) return weakestGrade(grade, recordPathWrite(recorder.path(target), 'overwrite', recorder))
    recorder.effect({ kind: 'send-data', host, channel: 'socket', payload: [{ kind: 'unknown' }] })
    return 'plain'
  },
}

/** `sox -d file`: the default device is the microphone. */
const sox: Program = {
  names: ['sox', 'play'],
  read: (command, recorder) => {
    const { args, name } = command
    const device =
      args[0]?.known === '-d' ||
      hasMatchingWord(command, /^(?:--default-device|coreaudio|alsa|pulseaudio)$/) ||
      (hasMatchingWord(command, /^-d$/) && args.at(-1)?.known !== '-d')
    if (name === 'sox' && device) recorder.effect({ kind: 'observe', what: 'microphone' })
    return 'plain'
  },
}

export const CAPTURE_PROGRAMS: readonly Program[] = [...specPrograms, ffmpeg, sox]
