import { asks } from './asks.ts'
import { cell } from './cell.ts'
import { linkTo } from './router.ts'

export type Notifying = 'unsupported' | 'off' | 'refused' | 'on'

const PLACE = 'irongate-notify'

function now(): Notifying {
  if (!('Notification' in window)) return 'unsupported'
  if (Notification.permission === 'denied') return 'refused'
  return Notification.permission === 'granted' && localStorage.getItem(PLACE) === 'yes' ? 'on' : 'off'
}

export const notifying = cell<Notifying>(now())

/** Only ever on request of the person. */
export async function switchNotifying(): Promise<void> {
  if (notifying.get() === 'on') localStorage.removeItem(PLACE)
  else if ((await Notification.requestPermission()) === 'granted') localStorage.setItem(PLACE, 'yes')
  notifying.set(now())
}

/** Tells of asks that this tab has not shown yet. The call itself stays off lock screens. */
export function notifyOfAsks(): void {
  const told = new Set<string>()
  asks.listen((shown) => {
    for (const { ask, over } of shown) {
      if (over || told.has(ask.id)) continue
      told.add(ask.id)
      if (notifying.get() !== 'on' || document.visibilityState === 'visible') continue
      const notification = new Notification('Irongate: a call waits for you', {
        body: `${ask.tool} of ${ask.host}`.slice(0, 120),
        tag: ask.id,
        icon: '/icon.svg',
      })
      notification.onclick = () => {
        window.focus()
        location.hash = linkTo('pending')
        notification.close()
      }
    }
  })
}
