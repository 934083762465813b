/** What a peer is asked. Peers that know only shell commands have no opinion on the rest. */
export interface PeerCall {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

export type PeerAnswer = 'allow' | 'ask' | 'deny' | 'no opinion'

export interface Peer {
  readonly name: string
  check(call: PeerCall): PeerAnswer
}
