import { cell } from './cell.ts'

export type Theme = 'system' | 'light' | 'dark'

const PLACE = 'irongate-theme'
const THEMES: readonly Theme[] = ['system', 'light', 'dark']

export const theme = cell<Theme>(THEMES.find((each) => each === localStorage.getItem(PLACE)) ?? 'system')

const darkSystem = matchMedia('(prefers-color-scheme: dark)')

/** Changes whenever colours do: what is painted on a canvas must be painted again. */
export const colours = cell(0)

export function applyTheme(): void {
  const apply = () => {
    const chosen = theme.get()
    if (chosen === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = chosen
    colours.set(colours.get() + 1)
  }
  apply()
  theme.listen((chosen) => {
    localStorage.setItem(PLACE, chosen)
    apply()
  })
  darkSystem.addEventListener('change', apply)
}

export function nextTheme(now: Theme): Theme {
  return THEMES[(THEMES.indexOf(now) + 1) % THEMES.length] ?? 'system'
}

/** A colour of the style sheet as a canvas takes it. */
export function colourOf(name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(--${name})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
