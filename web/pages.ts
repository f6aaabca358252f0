/** Every page of the dashboard: its word in addresses, its name, its place in the menu, and the key that leads to it. */
import type { ComponentType } from 'preact'
import type { PageProps } from './app.tsx'
import { Collections } from './pages/collections.tsx'
import { OnePage } from './pages/one-page.tsx'
import { Overview } from './pages/overview.tsx'
import { Pages } from './pages/pages.tsx'

export interface DashboardPage {
  readonly word: string
  readonly title: string
  /** Pages without one are reached from others. */
  readonly group?: 'Watch' | 'Read' | 'Understand' | 'Run'
  readonly key?: string
  readonly Shown: ComponentType<PageProps>
}

export const PAGES: readonly DashboardPage[] = [
  { word: 'overview', title: 'Overview', group: 'Watch', key: 'o', Shown: Overview },
  { word: 'pages', title: 'Pages', group: 'Read', key: 'p', Shown: Pages },
  { word: 'page', title: 'Page', Shown: OnePage },
]

/** Pages about the server as a whole, by the first part of their address. */
export const SERVER_PAGES: Readonly<Record<string, ComponentType<{ readonly query: URLSearchParams }>>> = {
  '': Collections,
  collections: Collections,
}
