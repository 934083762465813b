import { useState } from 'preact/hooks'
import { showInvisible } from '../../../cli/io.ts'

interface CopyLineProps {
  readonly text: string
  readonly about: string
}

/** A command to type, with a button that copies it. Ids come from records: what would not be typed is not offered. */
export function CopyLine({ text, about }: CopyLineProps) {
  const [copied, setCopied] = useState(false)
  if (!/^[\w -]+$/.test(text)) return null
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <p class="copy-line">
      <code>{showInvisible(text)}</code>
      <button type="button" class="small" onClick={copy} aria-label={`Copy ${text}`}>
        {copied ? 'Copied' : 'Copy'}
      </button>
      <span class="quiet">{about}</span>
    </p>
  )
}
