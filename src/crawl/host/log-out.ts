/** Recognizes addresses that end a session. A crawl that is logged in must not follow them, or every later page asks for a log-in. */

/** `logout`, `log-out.php`, `UserLogoff`, `sign_out`, and the same in other languages. */
const LOG_OUT =
  /^(?:(?:user|member|account|do|special:?user)[-_]?)?(?:(?:log|sign)[-_]?(?:out|off)|abmelden|ausloggen|(?:se[-_]?)?deconnexion|cerrar[-_]?sesion|terminar[-_]?sessao|disconnetti|esci|uitloggen|afmelden|logga?[-_]?ut|log[-_]?ud|kirjaudu[-_]?ulos|wyloguj|odhlasit)(?:\.\w{2,5})?$/i

/** Whether a path segment, or the name or value of a parameter, consists of such a word. */
export function isLogOut(url: string): boolean {
  const { pathname, search } = new URL(url)
  const words = [...pathname.split(/[/;]/), ...search.slice(1).split(/[&;=]/)]
  return words.some(word => LOG_OUT.test(plain(word)))
}

/** Removes escapes and accents. */
function plain(word: string): string {
  try {
    return decodeURIComponent(word).normalize('NFD').replace(/\p{M}/gu, '')
  } catch {
    return word
  }
}
