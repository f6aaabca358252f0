/**
 * Dates, times and counters in languages that do not exist: each page has words, orders and separators of its own, drawn by chance.
 * No mask can know them, so what is quiet here was found out from how texts behave.
 */
import type { Chance } from './chance.ts'
import type { Times } from './times.ts'

const CONSONANTS = 'b d f g k l m n p r s t v z br kl st pr'.split(' ')
const VOWELS = 'a e i o u ai ou'.split(' ')
const ZONES_HOURS = [0, 0, 1, 2, -5, 5.5, 8, 9, -8]

function word(chance: Chance, syllables: number): string {
  let made = ''
  for (let at = 0; at < syllables; at++) made += chance.pick(CONSONANTS) + chance.pick(VOWELS)
  return chance.share() < 0.5 ? made + chance.pick(['n', 's', 'r', 'k']) : made
}

const words = (chance: Chance, count: number) =>
  Array.from({ length: count }, () => word(chance, chance.between(2, 3)))

const two = (value: number) => String(value).padStart(2, '0')

export function inventedTimes(chance: Chance): Times {
  const zone = chance.pick(ZONES_HOURS) * 3_600_000
  const local = (at: Date) => new Date(at.getTime() + zone)
  const before = chance.pick(['', `${word(chance, 3)}: `, `${word(chance, 2)} ${word(chance, 3)} `, '– '])
  const date = datePrinter(chance)
  const clock = clockPrinter(chance)
  return {
    date: at => before + date(local(at)),
    clock: at => before + clock(local(at)),
    ago: agoPrinter(chance),
    counter: counterPrinter(chance),
  }
}

function datePrinter(chance: Chance): (local: Date) => string {
  const months = words(chance, 12)
  const days = words(chance, 7)
  const join = chance.pick([' ', '-', ' / ', '~', ' · ', '|'])
  const clock = chance.share() < 0.4 ? clockPrinter(chance) : undefined
  const parts = chance.pick<(local: Date) => (string | number)[]>([
    at => [at.getUTCDate(), months[at.getUTCMonth()]!, at.getUTCFullYear()],
    at => [days[at.getUTCDay()]!, at.getUTCDate(), months[at.getUTCMonth()]!],
    at => [at.getUTCDate(), months[at.getUTCMonth()]!],
    at => [at.getUTCFullYear(), two(at.getUTCMonth() + 1), two(at.getUTCDate())],
    at => [at.getUTCMonth() + 1, at.getUTCDate()],
    at => [days[at.getUTCDay()]!, `${at.getUTCDate()}.`, months[at.getUTCMonth()]!, at.getUTCFullYear()],
  ])
  return at => parts(at).join(join) + (clock ? ` ${clock(at)}` : '')
}

function clockPrinter(chance: Chance): (local: Date) => string {
  const join = chance.pick(['~', '·', ' : ', 'v', ' ', '’', '/'])
  const unit = word(chance, 2)
  const minute = word(chance, 2)
  return chance.pick<(local: Date) => string>([
    at => `${at.getUTCHours()}${join}${two(at.getUTCMinutes())}`,
    at => `${two(at.getUTCHours())}${join}${two(at.getUTCMinutes())}${join}${two(at.getUTCSeconds())}`,
    at => `${at.getUTCHours()} ${unit} ${at.getUTCMinutes()} ${minute}`,
    at =>
      `${at.getUTCHours() % 12 || 12}${join}${two(at.getUTCMinutes())} ${at.getUTCHours() < 12 ? unit : minute}`,
  ])
}

function agoPrinter(chance: Chance): (minutes: number) => string {
  const [minute, hour, day, ago] = words(chance, 4) as [string, string, string, string]
  const first = chance.share() < 0.5
  return minutes => {
    const [count, unit] =
      minutes < 60
        ? [minutes, minute]
        : minutes < 1440
          ? [Math.floor(minutes / 60), hour]
          : [Math.floor(minutes / 1440), day]
    return first ? `${ago} ${count} ${unit}` : `${count} ${unit} ${ago}`
  }
}

function counterPrinter(chance: Chance): (value: number) => string {
  const [a, b] = words(chance, 2) as [string, string]
  const group = chance.pick(['', '.', ',', ' ', '’'])
  const grouped = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, group)
  return chance.pick<(value: number) => string>([
    value => `${grouped(value)} ${a}`,
    value => `${a}: ${grouped(value)}`,
    value => `${a} ${grouped(value)} ${b}`,
    value => grouped(value),
  ])
}
