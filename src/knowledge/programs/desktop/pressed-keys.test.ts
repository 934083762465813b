import { describe, expect, it } from 'vitest'
import { effectsOf } from '../../../analysis/testing.ts'

const speaks = (command: string) =>
  effectsOf(command).some((effect) => effect.kind === 'weaken' && effect.area === 'person')

describe('keys that nobody pressed may answer for the person', () => {
  it.each([
    'xdotool key y KP_Enter',
    'xdotool search --class alacritty windowactivate --sync key Return',
    "xdotool type 'yes\\n'",
    'sleep 3; ydotool key 28:1 28:0',
    'wtype -k Return',
    "echo 'key enter' | dotool",
    "xte 'key KP_Enter'",
    'xdotool search --name "$TITLE" key Return',
    `osascript -e 'tell application "System Events" to key code 36'`,
    `osascript -e 'tell application "iTerm2" to activate' -e 'tell application "System Events" to keystroke return'`,
  ])('%s', (command) => {
    expect(speaks(command)).toBe(true)
  })

  it.each([
    'xdotool search --name Firefox windowsize %@ 800 600',
    'xdotool search --name Firefox key Return',
    'xdotool key F5',
    'xdotool key ctrl+r',
    `osascript -e 'tell application "Safari" to activate' -e 'tell application "System Events" to keystroke return'`,
    `osascript -e 'tell application "System Events" to keystroke "c" using command down'`,
  ])('%s', (command) => {
    expect(speaks(command)).toBe(false)
  })
})
