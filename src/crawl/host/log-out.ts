/** Addresses that end a session. A crawl that has logged in must not follow them: all it asks for afterwards is a log-in. */

/** `logout`, `log-out.php`, `UserLogoff`, `sign_out`, and the words that other languages have for it. */
const LOG_OUT =
  /^(?:(?:user|member|account|do|special:?user)[-_]?)?(?:(?:log|sign)[-_]?(?:out|off)|abmelden|ausloggen|(?:se[-_]?)?deconnexion|cerrar[-_]?sesion|terminar[-_]?sessao|disconnetti|esci|uitloggen|afmelden|logga?[-_]?ut|log[-_]?ud|kirjaudu[-_]?ulos|wyloguj|odhlasit)(?:\.\w{2,5})?$/i

/** A part of the path, or a parameter by its name or value, is nothing but such a word. */
export function isLogOut(url: string): boolean {
  const { pathname, search } = new URL(url)
  const words = [...pathname.split(/[/;]/), ...search.slice(1).split(/[&;=]/)]
  return words.some(word => LOG_OUT.test(plain(word)))
}

/** Escapes and accents undone. */
function plain(word: string): string {
  try {
    return decodeURIComponent(word).normalize('NFD').replace(/\p{M}/gu, '')
  } catch {
    return word
  }
}
