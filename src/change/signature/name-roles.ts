/**
 * What classes and ids say about an element, judged by the parts of a name: `site-footer`, `footer_wrap`, `layout__sidebar`, `mainNav`.
 * The role in a compound comes last or first; an element that merely has, or lacks, a sidebar is not one.
 */

/** Whether a name says that an element is apart from the main content. */
export const Apart = { no: 0, perhaps: 1, surely: 2 } as const
export type Apartness = (typeof Apart)[keyof typeof Apart]

const words = (list: string) => new Set(list.split(/\s+/))

/** Compared with a whole class or id, never with a part of one. */
const WHOLE = words(
  `menu mainmenu submenu main-menu main-nav top-nav site-nav nav-menu nav-links navbox footer-container bottom-nav site-header page-header
masthead topbar top-bar cookie-banner cookie-notice cookie-consent cookiebar gdpr skip-link skip-links language-switcher lang-switch
pagination pager social-links share-buttons mw-navigation mw-panel mw-head`,
)
const SURE = words('footer footers subfooter sidebar sidebars aside breadcrumb breadcrumbs crumb crumbs')
const UNSURE = words(
  'nav navi navbar navigation topnav mainnav subnav sidenav navmenu menubar submenu pagination pager share sharing social',
)
/** "Menu" alone may be a restaurant's. */
const MENU_COMPANIONS = words(
  'nav navigation main site top bottom left right dropdown drop sub mobile side user header footer primary secondary burger hamburger mega layer offcanvas flyout language lang account context',
)
/** `side_blog`, but not `side-by-side` and `side-effects`. */
const SIDE_COMPANIONS = words(
  'bar blog nav menu col column columns panel wrap wrapper block box widget widgets section area links left right item items news list teaser teasers',
)
/** `has-sidebar`, `content-sidebar-wrap`: elements with such names hold more than the sidebar. */
const DENIALS = words('has have with without no hide show is content contents')
const DENIALS_BEHIND = words('main layout page body open opened closed active enabled visible')
/** The footer of an article may hold its last words. */
const OF_MATTER = words('article entry post card story product table modal section quote')
const COUNTING = words(
  'comment comments commentcount comments-count count counts counter counters likes like shares views votes reactions replies favorites upvotes badge kommentar kommentare',
)
const MAX_PARTS = 12

/** `mainNav_2` → main, nav. What follows `--` is a variant of the element, not its role. */
function partsOf(name: string): string[] {
  return name
    .replace(/--.*$/, '')
    .replace(/([a-z])(?=[A-Z])/g, '$1-')
    .toLowerCase()
    .split(/[-_:\d]+/)
    .filter(part => part !== '')
    .slice(0, MAX_PARTS)
}

export function apartnessOf(name: string): Apartness {
  if (WHOLE.has(name.toLowerCase())) return Apart.perhaps
  const parts = partsOf(name)
  const role = roleOf(parts)
  if (role === Apart.no || parts.some(part => DENIALS.has(part))) return Apart.no
  const first = parts.findIndex(part => SURE.has(part) || UNSURE.has(part))
  if (parts.some((part, at) => at > first && DENIALS_BEHIND.has(part))) return Apart.no
  return parts.some(part => OF_MATTER.has(part)) ? Apart.perhaps : role
}

function roleOf(parts: readonly string[]): Apartness {
  const [first, last] = [parts[0] ?? '', parts.at(-1) ?? '']
  if (SURE.has(first) || SURE.has(last)) return Apart.surely
  if (first === 'side' && SIDE_COMPANIONS.has(parts[1] ?? '')) return Apart.surely
  if (last === 'bar' && parts.at(-2) === 'side') return Apart.surely
  if (UNSURE.has(first) || UNSURE.has(last)) return Apart.perhaps
  const isMenu = (first === 'menu' || last === 'menu') && parts.some(part => MENU_COMPANIONS.has(part))
  return isMenu ? Apart.perhaps : Apart.no
}

/** Whether a bare number in it counts something: `comment-count`, `icon_likes`. */
export const isCounting = (name: string): boolean => partsOf(name).some(part => COUNTING.has(part))
