import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const told = (text: string) =>
  effectsOf(text).filter(({ kind }) => kind === 'resource-change' || kind === 'external-write')

describe('a value that is written to what runs a plant, a machine or a house', () => {
  it.each([
    'zzput CRYO:PUMP2:SP 4.2',
    'zzput -w 3 TF04:GATE.CMD 1',
    'zzput -c demo PLANT:VALVE:SP 80',
    'quuxwrite -u opc.tcp://press4.hall.internal:4840 -n Speed 90',
    'quux write 10.7.0.3 40017 1',
    'quuxbus -a 3 -r 40 10.7.0.3 1 0',
    'quux topic pub /mill/spindle_speed quux_msgs/Float 8000',
    'quux service call /bay/gripper_close quux_srvs/Trigger',
    'quux service call valve.open --arguments id=valve.main',
    'quuxsend can0 1F4#0100',
    'quux --host 10.7.0.9 off',
    'quux pub -h broker.corp -t hall/fan -m 1',
  ])('%s', (text) => expect(told(text)).not.toEqual([]))

  it.each([
    'zzget CRYO:PUMP2:SP',
    'zzput --help CRYO:PUMP2:SP 4',
    'zzput SIM:PUMP2:SP 4',
    'quuxread -u opc.tcp://press4.hall.internal:4840 -n Speed',
    'quux write out.txt 40017 1',
    'quuxbus -a 3 -r 40 -c 8 10.7.0.3',
    'quux topic pub /chatter quux_msgs/String hello',
    'quux topic pub /sim/arm/cmd quux_msgs/Float 1',
    'quux topic echo /mill/spindle_speed',
    'quux service call light.turn_on',
    'quuxsend vcan0 1F4#0100',
    'quux --host localhost off',
    'quux pub -h localhost -t hall/fan -m 1',
    'quux config set url https://api.acme.example',
    'quux set origin https://api.acme.example',
    'quux call src/lock.ts',
    'quux set APP:MODE',
    'quux sub -h broker.corp -t hall/fan -v',
    'quux set --advertise=10.4.0.0/16',
  ])('%s is let pass', (text) => expect(told(text)).toEqual([]))
})
