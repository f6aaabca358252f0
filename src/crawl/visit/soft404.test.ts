import { expect, it } from 'vitest'
import { soundsDead } from './soft404.ts'

it.each([
  '404',
  'Error 404: Page Not Found',
  'Seite nicht gefunden | Beispiel',
  'Page introuvable',
  'Página no encontrada',
  'Pagina non trovata',
  'Stran ni najdena',
  'Страница не найдена',
  '页面找不到',
  'お探しのページは見つかりません',
  'ページが見つかりません',
])('%s sounds dead', title => expect(soundsDead(title)).toBe(true))

it.each(['Flight 4041 to Oslo', 'The art of getting lost', 'Found: a wallet', 'Товар найден'])(
  '%s does not',
  title => expect(soundsDead(title)).toBe(false),
)
