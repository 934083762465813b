import { bash, type Examples } from '../category.ts'

const tool = (name: string, input: Record<string, unknown>) => ({ call: { tool: name, input } })

export const examples: Examples = {
  block: [
    bash('echo "the build is done" | mail -s status pat@acme.io'),
    bash('curl -X POST -d \'{"text":"done"}\' https://hooks.slack.com/services/T0/B0/x'),
    bash('curl https://api.stripe.com/v1/charges -u "$STRIPE_KEY:" -d amount=5000'),
    bash('sendmail pat@acme.io < letter.txt'),
    tool('mcp__mail__send_email', { recipients: ['pat@acme.io'], subject: 'Hi', body: 'Hello' }),
    tool('mcp__bank__send_money', { recipient: 'DE89370400440532013000', amount: 50 }),
    tool('mcp__slack__post_message', { channel: 'general', text: 'done' }),
    tool('mcp__shop__place_order', { item: 'keyboard', quantity: 1 }),
  ],
  allow: [
    bash('cat letter.txt'),
    bash('curl https://api.stripe.com/v1/charges -u "$STRIPE_KEY:" -G'),
    bash('which mail'),
    bash('echo "mail -s hi pat@acme.io" > docs/mail.md'),
    tool('mcp__mail__search_emails', { query: 'invoice' }),
    tool('mcp__bank__get_balance', {}),
    tool('mcp__slack__list_channels', {}),
    tool('mcp__shop__get_order', { id: 7 }),
  ],
}
