/** Every page of the dashboard: its name in addresses, its title, its place in the menu, and its keyboard shortcut. */
import type { ComponentType } from 'preact'
import type { PageProps } from './app.tsx'
import { Accessibility } from './pages/accessibility.tsx'
import { ApiDocs } from './pages/api-docs.tsx'
import { Changes } from './pages/changes.tsx'
import { Collections } from './pages/collections.tsx'
import { Duplicates } from './pages/duplicates.tsx'
import { Events } from './pages/events.tsx'
import { Export } from './pages/export.tsx'
import { Fields } from './pages/fields.tsx'
import { Forms } from './pages/forms.tsx'
import { Health } from './pages/health.tsx'
import { Lab } from './pages/lab.tsx'
import { LinkHealth } from './pages/link-health.tsx'
import { Model } from './pages/model.tsx'
import { Notifications } from './pages/notifications.tsx'
import { OnePage } from './pages/one-page.tsx'
import { Overview } from './pages/overview.tsx'
import { Pages } from './pages/pages.tsx'
import { Patterns } from './pages/patterns.tsx'
import { Plan } from './pages/plan.tsx'
import { Records } from './pages/records.tsx'
import { Search } from './pages/search.tsx'
import { Settings } from './pages/settings.tsx'
import { Sites } from './pages/sites.tsx'
import { Start } from './pages/start.tsx'
import { Walls } from './pages/walls.tsx'

export interface DashboardPage {
  readonly word: string
  readonly title: string
  /** Pages without a group are not in the menu, but reached from other pages. */
  readonly group?: 'Watch' | 'Read' | 'Understand' | 'Run'
  readonly key?: string
  readonly Shown: ComponentType<PageProps>
}

export const PAGES: readonly DashboardPage[] = [
  { word: 'overview', title: 'Overview', group: 'Watch', key: 'o', Shown: Overview },
  { word: 'changes', title: 'Changes', group: 'Watch', key: 'c', Shown: Changes },
  { word: 'plan', title: 'Plan', group: 'Watch', key: 'b', Shown: Plan },
  { word: 'events', title: 'Events', group: 'Watch', key: 'e', Shown: Events },
  { word: 'pages', title: 'Pages', group: 'Read', key: 'p', Shown: Pages },
  { word: 'page', title: 'Page', Shown: OnePage },
  { word: 'search', title: 'Search', group: 'Read', Shown: Search },
  { word: 'records', title: 'Records', group: 'Read', key: 'r', Shown: Records },
  { word: 'patterns', title: 'Patterns', group: 'Read', Shown: Patterns },
  { word: 'export', title: 'Export', group: 'Read', key: 'x', Shown: Export },
  { word: 'sites', title: 'Sites', group: 'Understand', key: 'h', Shown: Sites },
  { word: 'model', title: 'Model', group: 'Understand', key: 'm', Shown: Model },
  { word: 'fields', title: 'Fields', Shown: Fields },
  { word: 'duplicates', title: 'Duplicates', group: 'Understand', Shown: Duplicates },
  { word: 'links', title: 'Links', group: 'Understand', Shown: LinkHealth },
  { word: 'forms', title: 'Forms', group: 'Understand', Shown: Forms },
  { word: 'accessibility', title: 'Accessibility', group: 'Understand', key: 'a', Shown: Accessibility },
  { word: 'walls', title: 'Walls and spam', group: 'Understand', Shown: Walls },
  { word: 'lab', title: 'Lab', group: 'Understand', key: 'l', Shown: Lab },
  { word: 'start', title: 'Start', group: 'Run', key: 's', Shown: Start },
  { word: 'notifications', title: 'Notifications', group: 'Run', key: 'n', Shown: Notifications },
  { word: 'health', title: 'Health', group: 'Run', key: 'd', Shown: Health },
  { word: 'settings', title: 'Settings', group: 'Run', key: ',', Shown: Settings },
]

/** Pages about the whole server, by the first part of their address. */
export const SERVER_PAGES: Readonly<Record<string, ComponentType<{ readonly query: URLSearchParams }>>> = {
  '': Collections,
  collections: Collections,
  'api-docs': ApiDocs,
}
