/** What the doctor asks through the host. The hook refuses it with an answer, so nothing comes of it. */
const DOCTOR_PROMPT = /^irongate doctor asks [0-9a-f]{16}$/

export function doctorPrompt(nonce: string): string {
  return `irongate doctor asks ${nonce}`
}

export function doctorAnswer(nonce: string): string {
  return `irongate doctor: the hook answers (${nonce})`
}

/** The hook's answer to a prompt of the doctor; undefined for everybody else's. */
export function answerToDoctor(prompt: string): string | undefined {
  return DOCTOR_PROMPT.test(prompt) ? doctorAnswer(prompt.slice(-16)) : undefined
}
