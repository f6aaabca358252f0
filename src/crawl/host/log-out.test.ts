import { expect, it } from 'vitest'
import { isLogOut } from './log-out.ts'

it.each([
  '/logout',
  '/account/log-out/',
  '/Logoff.aspx',
  '/user/sign_out',
  '/users/logout?next=/',
  '/wp-login.php?action=logout&_wpnonce=1',
  '/index.php?logout=1',
  '/wiki/Special:UserLogout',
  '/d%C3%A9connexion',
  '/abmelden',
  '/doLogout;a=1',
])('%s ends a session', path => expect(isLogOut(`https://example.org${path}`)).toBe(true))

it.each([
  '/',
  '/blog-offers',
  '/help/how-to-log-out',
  '/logouts',
  '/login?next=/m',
  '/sign-offs',
  '/%zz',
  '/catalog/out',
])('%s does not', path => expect(isLogOut(`https://example.org${path}`)).toBe(false))
