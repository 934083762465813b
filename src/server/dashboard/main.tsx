import { render } from 'preact'
import { Dashboard } from './app.tsx'
import { connect } from './core/connection.ts'
import { takeKey } from './core/key.ts'
import { notifyOfAsks } from './core/notify.ts'
import { followRoute } from './core/router.ts'
import { applyTheme } from './core/theme.ts'

// The key first: the address must not show it longer than it has to.
const key = takeKey()
followRoute()
applyTheme()
notifyOfAsks()

const place = document.getElementById('app')
if (place) render(<Dashboard hasKey={key !== undefined} />, place)
if (key !== undefined) void connect()
// A key that is put into the address of an open page is taken as one that it was opened with.
window.addEventListener('hashchange', () => {
  if (location.hash.startsWith('#key=')) location.reload()
})
