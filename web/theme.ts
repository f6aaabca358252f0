/** Light, dark, or the system's theme, as an attribute of the root element for the style sheet. */

export type Theme = 'system' | 'light' | 'dark'
const KEY = 'tidewatch-theme'

export const theme = (): Theme => {
  const kept = localStorage.getItem(KEY)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

export function setTheme(next: Theme): void {
  if (next === 'system') localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, next)
  useThemeOfBefore()
}

export function useThemeOfBefore(): void {
  const now = theme()
  if (now === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = now
}
