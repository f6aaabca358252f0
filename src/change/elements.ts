/** What an element's name says about the text in it. */
import type { Attributes } from '../html/index.ts'

const words = (list: string) => new Set(list.split(/\s+/))

/** Elements that do not part words. */
export const INLINE = words(
  `a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q rp rt ruby s samp small span strike strong
sub sup time tt u var wbr`,
)

/** Elements without an end tag (HTML standard 13.1.2). */
export const VOID = words(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
)

/** Elements whose text nobody sees. */
export const UNSEEN = words('head noscript template datalist object canvas audio video')

/** Where a block of links begins and ends. */
export const CONTAINER = words('ul ol dl menu table div section td form center p body')

const APART = words('nav footer aside menu dialog')
const APART_ROLES = words(
  'navigation banner contentinfo complementary search menu menubar dialog alertdialog toolbar',
)
const CONTENT_ROLES = words('main article')

/** Names people give to what is not the page's matter; compared with a whole class or id, never with a part of one. */
const APART_NAMES = words(
  `nav navbar navigation navi topnav mainnav subnav menu mainmenu submenu main-menu main-nav top-nav site-nav nav-menu nav-links navbox
footer site-footer page-footer main-footer global-footer footer-container bottom-nav sidebar side-bar sidenav side-nav left-sidebar
right-sidebar site-header page-header masthead topbar top-bar breadcrumb breadcrumbs cookie-banner cookie-notice cookie-consent
cookiebar gdpr skip-link skip-links language-switcher lang-switch pagination pager social-links share-buttons mw-navigation
mw-panel mw-head`,
)

/** Parts of names that recommendations and adverts bear. A hint for the learner, never a verdict. */
const SUSPECT_NAME =
  /(?:^|[-_ ])(?:ads?|adverts?|advertis\w*|adsby\w*|adslot|adunit|banners?|sponsor\w*|promo\w*|anzeigen?|werbung|publicidad|publicite|related|recommend\w*|reco|similar|also|others?|trending|popular|mostread|most-read|more-stories|suggest\w*|teaserwall|outbrain|taboola|dfp|gpt|partner)(?:$|[-_ ])/i

export type Place = 'apart' | 'content' | 'as before'

/** Whether an element holds the page's matter. `within` says that an article or main element is open around it. */
export function placeOf(name: string, attributes: Attributes, within: boolean): Place {
  if (name === 'main' || name === 'article') return 'content'
  if (APART.has(name) || (name === 'header' && !within)) return 'apart'
  if (attributes.empty) return 'as before'
  const role = attributes.get('role')
  if (role !== undefined && APART_ROLES.has(role)) return 'apart'
  if (role !== undefined && CONTENT_ROLES.has(role)) return 'content'
  return isNamedApart(attributes.get('id')) || isNamedApart(attributes.get('class')) ? 'apart' : 'as before'
}

function isNamedApart(value: string | undefined): boolean {
  if (value === undefined || value.length > 100) return false
  if (!value.includes(' ')) return APART_NAMES.has(value.toLowerCase())
  return value
    .toLowerCase()
    .split(/\s+/)
    .some(word => APART_NAMES.has(word))
}

export function isSuspect(attributes: Attributes): boolean {
  return isNamedSuspect(attributes.get('class')) || isNamedSuspect(attributes.get('id'))
}

const isNamedSuspect = (value: string | undefined) =>
  value !== undefined && value.length < 200 && SUSPECT_NAME.test(value)

/** Not shown when the page is opened. */
export function isHidden(attributes: Attributes): boolean {
  if (attributes.has('hidden')) return true
  const style = attributes.get('style')
  return style !== undefined && /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style)
}
