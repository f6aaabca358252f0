/**
 * Dates, times and counters as pages print them. Formats come from the platform's tables for many languages and from lists of our
 * own. The languages and lists called HELD_OUT were kept for a second opinion. What failed there has been looked at since, and rules were
 * made for it where they hold for all languages of the platform: it is a second set to develop on, and holds nothing back any more.
 */
import type { Chance } from './chance.ts'

const LANGUAGES =
  'en-GB en-US de fr es pt-BR it nl sv da fi pl cs hu ro ru uk el tr ar he fa hi th vi id ja ko zh-CN'.split(
    ' ',
  )
const HELD_OUT_LANGUAGES =
  'af sq hy az be bs cy et ka is kk km lo lv lt mk mn ms ne nb sk sl sr sw ta te ur uz zh-TW en-AU de-AT fr-CA es-MX pt-PT'.split(
    ' ',
  )

const BEFORE_DATE = [
  'Last updated: ',
  'Updated ',
  'Published on ',
  '',
  'As of ',
  'Stand: ',
  'Aktualisiert am ',
  'Publié le ',
  'Mis à jour le ',
  'Actualizado el ',
  'Обновлено: ',
  '更新：',
  'Today is ',
  'Posted ',
  'By the editors | ',
  '(',
  'Generated ',
  'Modified: ',
]
const HELD_OUT_BEFORE = [
  'Rendered ',
  'Heute ist ',
  'Laatst gewijzigd: ',
  'Sist endret ',
  'Ultima modifica: ',
  'Ažurováno ',
  '— ',
  'Cached copy of ',
  'Τελευταία ενημέρωση ',
]

type Print = (at: Date, chance: Chance) => string
const two = (value: number) => String(value).padStart(2, '0')

const SHAPES: readonly Print[] = [
  at => at.toISOString(),
  at => at.toISOString().slice(0, 10),
  at => at.toUTCString(),
  at => `${two(at.getUTCDate())}.${two(at.getUTCMonth() + 1)}.${at.getUTCFullYear()}`,
  at => `${at.getUTCDate()}/${at.getUTCMonth() + 1}/${at.getUTCFullYear()}`,
  at =>
    `${at.getUTCFullYear()}/${two(at.getUTCMonth() + 1)}/${two(at.getUTCDate())} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`,
  at =>
    `${two(at.getUTCDate())}.${two(at.getUTCMonth() + 1)}.${two(at.getUTCFullYear() % 100)}, ${two(at.getUTCHours())}:${two(at.getUTCMinutes())} Uhr`,
]
const HELD_OUT_SHAPES: readonly Print[] = [
  at => at.toString(),
  at =>
    `${at.getUTCDate()}-${at.toLocaleString('en', { month: 'short', timeZone: 'UTC' })}-${at.getUTCFullYear()}`,
  at => at.toISOString().replace('T', ' ').slice(0, 19),
  at => `${at.getUTCMonth() + 1}-${at.getUTCDate()}-${at.getUTCFullYear()}`,
  at => at.toISOString().slice(0, 10).replaceAll('-', ''),
  at =>
    `${at.toLocaleString('en', { weekday: 'long', timeZone: 'UTC' })} the ${at.getUTCDate()}th, ${at.getUTCHours()}h${two(at.getUTCMinutes())}`,
  at =>
    `${at.toLocaleString('en', { month: 'long', timeZone: 'UTC' }).toUpperCase()} ${at.getUTCDate()}, ${at.getUTCFullYear()}`,
  at => String(Math.floor(at.getTime() / 1000)),
]

export interface Times {
  date(at: Date): string
  clock(at: Date): string
  ago(minutes: number): string
  counter(value: number): string
}

/** One site's way of printing times: chosen once, used on every visit. */
export function timesOf(chance: Chance, heldOut: boolean): Times {
  const language = chance.pick(heldOut ? HELD_OUT_LANGUAGES : LANGUAGES)
  const before = chance.pick(heldOut ? HELD_OUT_BEFORE : BEFORE_DATE)
  const print = printer(chance, language, heldOut)
  const clock = clockPrinter(chance, language)
  const ago = agoPrinter(chance, language, heldOut)
  const counter = counterPrinter(chance, language, heldOut)
  return { date: at => `${before}${print(at)}${before.startsWith('(') ? ')' : ''}`, clock, ago, counter }
}

function printer(chance: Chance, language: string, heldOut: boolean): (at: Date) => string {
  if (chance.share() < 0.35) {
    const shape = chance.pick(heldOut ? HELD_OUT_SHAPES : SHAPES)
    return at => shape(at, chance)
  }
  const dateStyle = chance.pick(['full', 'long', 'medium', 'short'] as const)
  const timeStyle = chance.pick(['short', 'medium', undefined, undefined] as const)
  const format = new Intl.DateTimeFormat(language, {
    dateStyle,
    ...(timeStyle && { timeStyle }),
    timeZone: 'UTC',
  })
  return at => format.format(at)
}

const AROUND_CLOCK = [
  '',
  'Now: ',
  'Server time ',
  'Es ist ',
  'Il est ',
  'Zeit: ',
  'Local time: ',
  'Hora: ',
  '⏰ ',
]

function clockPrinter(chance: Chance, language: string): (at: Date) => string {
  const around = chance.pick(AROUND_CLOCK)
  const timeStyle = chance.pick(['short', 'medium', 'long'] as const)
  const format = new Intl.DateTimeFormat(language, { timeStyle, timeZone: 'UTC' })
  return at => around + format.format(at)
}

const ENGLISH_AGO: readonly ((minutes: number) => string)[] = [
  minutes => (minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)}h ago`),
  minutes => (minutes < 120 ? `about ${minutes} minutes ago` : `about ${Math.floor(minutes / 60)} hours ago`),
  minutes =>
    minutes < 60
      ? `${minutes}m`
      : minutes < 1440
        ? `${Math.floor(minutes / 60)}h`
        : `${Math.floor(minutes / 1440)}d`,
]
const HELD_OUT_AGO: readonly ((minutes: number) => string)[] = [
  minutes => (minutes < 60 ? 'less than an hour ago' : `over ${Math.floor(minutes / 60)} hours ago`),
  minutes =>
    minutes < 90 ? 'an hour ago' : minutes < 1440 ? `${Math.floor(minutes / 60)} hrs ago` : 'a day ago',
  minutes => `vor etwa ${Math.ceil(minutes / 60)} Stunden`,
  minutes => `hace más de ${Math.ceil(minutes / 60)} horas`,
  minutes => `${Math.floor(minutes / 60)} hours, ${minutes % 60} minutes ago`,
]

function agoPrinter(chance: Chance, language: string, heldOut: boolean): (minutes: number) => string {
  if (chance.share() < 0.35) return chance.pick(heldOut ? HELD_OUT_AGO : ENGLISH_AGO)
  const style = chance.pick(['long', 'short', 'narrow'] as const)
  const format = new Intl.RelativeTimeFormat(language, {
    style,
    numeric: chance.pick(['always', 'auto'] as const),
  })
  return minutes => {
    if (minutes < 60) return format.format(-minutes, 'minute')
    return minutes < 1440
      ? format.format(-Math.floor(minutes / 60), 'hour')
      : format.format(-Math.floor(minutes / 1440), 'day')
  }
}

const COUNTERS: readonly ((value: string) => string)[] = [
  value => `${value} views`,
  value => `Views: ${value}`,
  value => `${value} Aufrufe`,
  value => `${value} mal gelesen`,
  value => `${value} vues`,
  value => `${value} comments`,
  value => `Visitors: ${value}`,
  value => `${value} просмотров`,
  value => `阅读 ${value}`,
  value => `${value} Leser online`,
  value => `${value} people like this`,
  value => `${value} downloads`,
]
const HELD_OUT_COUNTERS: readonly ((value: string) => string)[] = [
  value => `${value} people are reading this now`,
  value => `Bereits ${value} Mal angesehen`,
  value => `You are visitor number ${value}`,
  value => `${value} weergaven`,
  value => `Already ${value} signatures`,
  value => value,
  value => `♥ ${value}`,
  value => `${value} lecteurs`,
  value => `Sedah ${value} kali dilihat`,
  value => `${value} users and ${value} guests browsing`,
  value => `表示回数 ${value}`,
  value => `Hits today: ${value}`,
]

function counterPrinter(chance: Chance, language: string, heldOut: boolean): (value: number) => string {
  const words = chance.pick(heldOut ? HELD_OUT_COUNTERS : COUNTERS)
  const format = new Intl.NumberFormat(
    language,
    chance.share() < 0.3 ? { notation: 'compact', maximumFractionDigits: 1 } : {},
  )
  return value => words(format.format(value))
}
