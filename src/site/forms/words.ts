/**
 * Words of names, labels and buttons, and the concepts they speak of in the languages most forms are written in.
 *
 * `txtSearchBox` is three words; scripts without spaces are cut into pairs of letters. A concept is found inside words
 * too (`loginform`, `Passwortwiederholung`), so that it serves for words that no training saw.
 */
const MAX_TEXT_CHARS = 160
const MAX_WORDS = 24
const MAX_WORD_CHARS = 12
const BOUNDARY = /(\p{Ll})(\p{Lu})/gu
const WORD = /\p{L}+|\d+/gu
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

const CONCEPTS: readonly (readonly [string, RegExp])[] = [
  [
    'search',
    /search|such(?!t)|recherch|busca|busqueda|búsqueda|cerca\b|ricerca|zoek|sök|søk|szuk|hledat|hľada|ara\b|arama|keres|поиск|искать|найти|пошук|procur|pesquis|query|keyword|\bfind|検索|搜索|搜尋|查询|tìm/,
  ],
  [
    'login',
    /log[-_ ]?[io]n|sign[-_ ]?in\b|signin|anmeld|einlogg|connexion|connecter|acceder|acced[ei]|entrar|iniciar|inloggen|logga|zaloguj|přihl|giriş|войти|вход|увійти|ログイン|登录|登錄|登入|đăng nhập/,
  ],
  [
    'register',
    /regist|sign[-_ ]?up|signup|join\b|create|inscri|crear|cadastr|enregistr|rejestr|üye|kayıt|регистр|зареги|реєстр|登録|注册|註冊|đăng ký|erstellen|new[-_ ]?(?:account|user|member)/,
  ],
  [
    'forgot',
    /forgot|forget|recover|reset|lost|remind|oubli|olvid|vergessen|vergeten|esquec|recuper|dimentic|zapom|glemt|restore|retriev|восстан|забы|忘/,
  ],
  [
    'password',
    /pass|pwd|\bpw\b|kennwort|contrase|mot[-_ ]de|senha|wachtwoord|lösenord|hasło|haslo|heslo|parola|şifre|sifre|пароль|парол|パスワード|密码|密碼|mật khẩu/,
  ],
  [
    'again',
    /confirm|again|repeat|re[-_ ]?(?:type|enter)|retype|verif|second|wiederhol|bestätig|répét|repet|powt|herhaal|подтверж|повтор|确认|確認|2\b/,
  ],
  ['mail', /mail|correo|courriel|e-post|почт|邮箱|郵箱|メール|邮件/],
  [
    'user',
    /user|usr|pseudo|utilis|usuar|benutz|nutzer|utent|gebruiker|användar|użytk|uživ|kullanıcı|пользоват|логин|ユーザ|用户|nick|account|member|\blogin\b|handle/,
  ],
  [
    'newsletter',
    /newsletter|subscri|mailing|suscri|abonn|boletin|boletín|infolettre|bulletin|updates|подпис|рассыл|订阅|listserv|mailchimp|mc[-_ ]embed|optin|bülten/,
  ],
  [
    'cart',
    /cart|basket|panier|carrito|warenkorb|carrinho|carrello|winkel|koszyk|košík|sepet|корзин|checkout|カート|购物车/,
  ],
  [
    'buy',
    /\bbuy|purchase|order|acheter|comprar|kaufen|bestell|kopen|купить|заказ|购买|shop|product|prod[-_ ]?id|item|sku|price|donat|payment|paypal/,
  ],
  ['quantity', /quant|qty|anzahl|menge|cantidad|aantal|колич|数量/],
  ['comment', /comment|kommentar|coment|commento|reply|respond|коммент|コメント|评论|leave a/],
  [
    'message',
    /messag|mensaj|mensag|nachricht|bericht|messaggio|сообщ|wiadomo|zpráv|enquir|inquir|feedback|question|留言|text of/,
  ],
  ['contact', /contact|kontakt|contatt|contato|связ|guestbook|お問い合わせ|联系|write to us|get in touch/],
  ['subject', /subject|betreff|asunto|sujet|assunto|oggetto|onderwerp|\btopic|тема|temat|title|件名|主题/],
  ['first', /first|fname|vorname|prénom|prenom|given|voornaam|förnamn|imię|\bимя|jméno|名$/],
  [
    'last',
    /last|lname|surname|nachname|apellido|family|sobrenome|cognome|achternaam|efternamn|nazwisk|фамил|příjmení|姓/,
  ],
  ['name', /name|nombre|\bnom\b|naam|namn|nome|\bимя|имя|имени|фио|\bfio\b|名前|姓名|author/],
  ['phone', /phone|telef|\btel\b|mobile|handy|cell|téléph|телефон|電話|电话|手机/],
  ['fax', /\bfax/],
  ['street', /address|adress|street|stra(?:ss|ß)|calle|\brue\b|direcc|endere|indirizz|улиц|адрес|住所|地址/],
  ['city', /city|\btown|\bort\b|ciudad|ville|cidade|citt[aà]|plaats|\bstad\b|miasto|город|suburb/],
  ['region', /\bstate|province|region|county|estado|provinc|bundesland|область|регион/],
  [
    'zip',
    /\bzip|post(?:al)?[-_ ]?code|\bplz\b|postleit|código postal|code postal|\bcep\b|индекс|郵便|邮编|pincode/,
  ],
  ['country', /country|\bland\b|pays\b|país|paese|kraj|страна|ülke|国家|国籍|nation/],
  [
    'company',
    /company|organi[sz]ation|firma|empresa|entreprise|société|azienda|bedrijf|компани|organization|business|employer|school/,
  ],
  ['site', /\burl|website|homepage|web[-_ ]?site|\bweb\b|site ?web|сайт|webseite/],
  [
    'captcha',
    /captcha|security[-_ ]?code|verification[-_ ]?code|\bspam|human|robot|characters|image code|seccode|vcode|код с|验证码|код на|type the|letters|антиспам|[+] ?\d|sicherheits/,
  ],
  [
    'terms',
    /\bterms|\btos\b|agree|accept|conditions|privacy|\bagb\b|condicion|akzept|соглас|правил|policy|условия|\brules|\bcgu\b|legal|condizion|voorwaarden/,
  ],
  [
    'remember',
    /remember|keep me|stay|recuerd|recordar|souven|merken|angemeldet bleiben|lembrar|ricorda|onthoud|запомн|autologin|persist|cookie|zapamat|beni hatırla|记住|permanent/,
  ],
  [
    'gender',
    /gender|\bsex\b|geschlecht|anrede|sexo|sexe|\bпол\b|性别|salutation|civilit|\bmr\b|\bmrs\b|\bherr\b|\bfrau\b|\bmme\b|\bmale/,
  ],
  ['day', /\bday|\btag\b|\bdía|\bjour\b|\bdd\b|день/],
  ['month', /month|monat|\bmes\b|\bmois\b|\bmm\b|месяц|january|januar/],
  ['year', /year|\bjahr|\baño|année|yyyy|\bгод\b/],
  [
    'date',
    /\bdate|datum|fecha|birth|\bdob\b|geburt|nacim|naissance|рожд|calendar|check[-_ ]?(?:in|out)\b|arriv|depart|chk(?:in|out)|дата/,
  ],
  ['zone', /time[-_ ]?zone|timezone|\bgmt|\butc|zeitzone/],
  ['summer', /\bdst\b|daylight|summer time/],
  ['secret', /secret|security[-_ ]?(?:q|a\b|answer)|answer|antwort|respuesta|réponse|ответ|hint/],
  ['sort', /\bsort|\bs[dk]\b|ascend|order[-_ ]?by|orderby|sortier|ordenar|\btri\b|сортир/],
  [
    'kind',
    /categ|filter|\btype|section|within|forum|\ball\b|\bany\b|\bscope|\bin\b|match|advanced|options|limit|results|show|display|only|titles/,
  ],
  ['style', /style|theme|skin|language|lang\b|sprache|langue|idioma|язык|currency/],
  ['poll', /\bvote|\bpoll|voting|survey|abstimm/],
  ['news', /news|offers|promotion|informed|receive|notify|notification/],
  [
    'trap',
    /honey|leave (?:this )?(?:field )?(?:blank|empty)|do not fill|not fill|b_[0-9a-f]{8,}|human.*blank|if you are (?:a )?human/,
  ],
  ['cancel', /cancel|abbrech|annul|отмен/],
  ['clear', /clear|reset|zurücksetz|сброс|очист/],
]

/** Clues `place~concept` and `place:word` for what stands in that place; and `any~concept`, unless the place is a neighbour's. */
export function tell(clues: Set<string>, place: string, text: string, isOwn = true): void {
  if (text === '') return
  const spaced = text.slice(0, MAX_TEXT_CHARS).replace(BOUNDARY, '$1 $2').toLowerCase()
  for (const [concept, pattern] of CONCEPTS) {
    if (!pattern.test(spaced)) continue
    clues.add(`${place}~${concept}`)
    if (isOwn) clues.add(`any~${concept}`)
  }
  for (const word of wordsOf(spaced)) clues.add(`${place}:${word}`)
}

function wordsOf(spaced: string): string[] {
  const words: string[] = []
  for (const [word] of spaced.matchAll(WORD)) {
    if (words.length >= MAX_WORDS) break
    if (UNSPACED.test(word)) for (let i = 0; i + 1 < word.length; i++) words.push(word.slice(i, i + 2))
    else words.push(/^\d/.test(word) ? (word.length > 2 ? '000' : word) : word.slice(0, MAX_WORD_CHARS))
  }
  return words
}
