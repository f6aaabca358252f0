/** Vocabularies for made-up sentences: small, but with every script that trips up software. */
import type { Random } from '../../src/env/random.ts'
import { between, chance, type Key, pick } from './chance.ts'

const WORDS = {
  en: 'river market council garden winter report train school window story harbour museum bread letter forest engine summer price teacher bridge morning weather island doctor village music season kitchen history paper light garden company road answer number question table water evening'.split(
    ' ',
  ),
  de: 'Fluss Markt Garten Winter Bericht Schule Fenster Geschichte Hafen Brücke Straße Größe Übung Jäger Wälder Preis Lehrer Morgen Wetter Insel Dorf Musik Küche Papier Frage Tür Öl Bäcker Mühle Schloss'.split(
    ' ',
  ),
  no: 'elv marked hage vinter rapport skole vindu historie havn bro gate størrelse øvelse jeger skog pris lærer morgen vær øy landsby musikk kjøkken papir spørsmål dør båt sjø fjell fjord'.split(
    ' ',
  ),
  fr: 'rivière marché jardin hiver rapport école fenêtre histoire port pont forêt prix maître matin météo île village musique cuisine papier question été hôpital théâtre château élève garçon français œuvre là'.split(
    ' ',
  ),
  es: 'río mercado jardín invierno informe escuela ventana historia puerto puente bosque precio maestro mañana tiempo isla pueblo música cocina papel pregunta año niño corazón árbol español camión sueño lápiz día'.split(
    ' ',
  ),
  ru: 'река рынок сад зима отчёт школа окно история порт мост лес цена учитель утро погода остров деревня музыка кухня бумага вопрос год ребёнок сердце дерево город поезд дом вода вечер'.split(
    ' ',
  ),
  ja: '川 市場 庭 冬 報告 学校 窓 歴史 港 橋 森 価格 先生 朝 天気 島 村 音楽 台所 紙 質問 年 子供 心 木 町 電車 家 水 夜'.split(
    ' ',
  ),
  ar: 'نهر سوق حديقة شتاء تقرير مدرسة نافذة تاريخ ميناء جسر غابة سعر معلم صباح طقس جزيرة قرية موسيقى مطبخ ورق سؤال سنة طفل قلب شجرة مدينة قطار بيت ماء مساء'.split(
    ' ',
  ),
} as const

export type Language = keyof typeof WORDS

const VERBS: Readonly<Record<Language, readonly string[]>> = {
  en: ['opens', 'follows', 'changes', 'meets', 'leaves', 'needs', 'finds', 'keeps'],
  de: ['öffnet', 'folgt', 'ändert', 'trifft', 'verlässt', 'braucht', 'findet', 'hält'],
  no: ['åpner', 'følger', 'endrer', 'møter', 'forlater', 'trenger', 'finner', 'holder'],
  fr: ['ouvre', 'suit', 'change', 'rencontre', 'quitte', 'garde', 'trouve', 'espère'],
  es: ['abre', 'sigue', 'cambia', 'encuentra', 'deja', 'necesita', 'halla', 'guarda'],
  ru: ['открывает', 'следует', 'меняет', 'встречает', 'покидает', 'находит', 'держит', 'ждёт'],
  ja: ['開く', '続く', '変える', '会う', '去る', '要る', '見る', '持つ'],
  ar: ['يفتح', 'يتبع', 'يغير', 'يلتقي', 'يغادر', 'يحتاج', 'يجد', 'يحفظ'],
}

export function word(random: Random, language: Language = 'en'): string {
  return pick(random, WORDS[language])
}

export function phrase(random: Random, count: number, language: Language = 'en'): string {
  return Array.from({ length: count }, () => word(random, language)).join(language === 'ja' ? '' : ' ')
}

export function title(language: Language, ...keys: readonly Key[]): string {
  const random = chance('title', ...keys)
  const text = phrase(random, between(random, 2, 4), language)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A sentence; the number in it makes two sentences with different keys differ. */
export function sentence(language: Language, ...keys: readonly Key[]): string {
  const random = chance('sentence', ...keys)
  const gap = language === 'ja' ? '' : ' '
  const words = [phrase(random, between(random, 2, 4), language), pick(random, VERBS[language])]
  words.push(phrase(random, between(random, 3, 7), language), String(between(random, 100, 999_999)))
  const text = words.join(gap)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${language === 'ja' ? '。' : '.'}`
}

/** A name suitable for a path. */
export function slug(...keys: readonly Key[]): string {
  const random = chance('slug', ...keys)
  return phrase(random, 2).replaceAll(' ', '-')
}
