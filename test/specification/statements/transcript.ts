import { another, type Section, stricter } from '../statement.ts'

export const TRANSCRIPT: Section = {
  title: 'What the judge reads of the conversation',
  statements: [
    [
      'S-701',
      'Of the user: the texts.',
      'src/transcript/from-messages.ts textIn',
      stricter('a text that nobody vouches for is marked, and grants nothing'),
    ],
    ['S-702', 'No images.', 'src/transcript/from-messages.ts textIn'],
    ['S-703', 'No results of tools.', 'src/transcript/from-messages.ts entriesInMessage'],
    ['S-704', 'Of the agent: its calls.', 'src/transcript/from-messages.ts callEntries'],
    [
      'S-705',
      'Prompts that waited in a queue count as turns of the user.',
      'src/integrations/claude-code/human-turns.ts queuedEntry',
    ],
    [
      'S-706',
      'No word that the agent wrote.',
      'src/transcript/from-messages.ts entriesInMessage',
      stricter('nor what it writes into todo lists, plans and questions'),
    ],
    ['S-707', 'One JSON line for each turn of the user, under `user`.', 'src/transcript/line.ts jsonLine'],
    [
      'S-708',
      "One JSON line for each call, under the tool's name.",
      'src/transcript/line.ts jsonLine',
      stricter('a name that could pass for another kind of line is written as a value'),
    ],
    ['S-709', 'A plain form exists too.', 'src/transcript/line.ts textLine'],
    [
      'S-710',
      'CLAUDE.md comes before it, as a message of its own.',
      'src/judge/model/request.ts instructions',
      stricter('encoded, fenced, and each file marked with whose it is'),
    ],
    ['S-711', 'That message is cached.', 'src/judge/model/request.ts instructions'],
    ['S-712', 'It is left out where there is none.', 'src/judge/model/request.ts instructions'],
    ['S-713', 'The system prompt is one cached block.', 'src/judge/model/transports/messages/body.ts messagesBody'],
    [
      'S-714',
      'A mark opens the transcript.',
      'src/judge/model/request.ts conversation',
      stricter('it carries a fence that is random for each session'),
    ],
    ['S-715', 'Then the entries, oldest first.', 'src/judge/model/request.ts conversation'],
    ['S-716', 'Then the call to judge, in a cached block of its own.', 'src/judge/model/request.ts conversation'],
    [
      'S-717',
      'A mark closes it.',
      'src/judge/model/request.ts conversation',
      another('between the call and that mark stands what the gate found out about the call'),
    ],
    ['S-718', 'The last block says how the stage is to answer.', 'src/judge/model/request.ts conversation'],
  ],
}
