import type { EffectRecorder } from '../interpret/program.ts'

/** Messages of debugging protocols by which a program that runs evaluates a text. */
const METHODS = [
  String.raw`Runtime\.(?:evaluate|callFunctionOn|compileScript)`,
  String.raw`Debugger\.(?:evaluateOnCallFrame|setScriptSource)`,
  String.raw`Page\.addScriptToEvaluateOnNewDocument`,
  String.raw`script\.(?:evaluate|callFunction)`,
]
const COMMAND = String.raw`["']command["']\s{0,4}:\s{0,4}["']evaluate["']`
const EVALUATES = new RegExp(`["'\`](?:${METHODS.join('|')})["'\`]|${COMMAND}`)
/** The member of such a message that holds the text. */
const TEXT =
  /["'`]?\b(?:expression|functionDeclaration|scriptSource|source)\b["'`]?\s{0,8}[:=]\s{0,8}(?:"((?:[^"\\]|\\.){1,4000})"|'((?:[^'\\]|\\.){1,4000})'|`((?:[^`\\]|\\.){1,4000})`)/gs
const MOST = 20

/** What is sent to another program's debugger is run by it: its text counts as code of this one. */
export function recordDebugged(source: string, recorder: EffectRecorder): void {
  if (!EVALUATES.test(source)) return
  const texts = [...source.matchAll(TEXT)].slice(0, MOST)
  for (const [, double, single, template] of texts) {
    const text = (double ?? single ?? template ?? '').replaceAll(/\\(.)/gs, '$1')
    recorder.runsCode('javascript', { text, sources: [] }, 'a debugger')
  }
}
