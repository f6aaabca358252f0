/** Harvest rates as a picture: of the pages that each crawl asked for so far, the share that is about the topic. A chart for each topic, one below the other. */

export interface Harvested {
  readonly topic: string
  readonly way: string
  /** Relevant pages among the first one, two, three … */
  readonly found: readonly number[]
}

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [720, 260, 48, 170, 32, 32]
/** Told apart also without colors: each line carries its name. */
const COLORS = ['#4a5a6a', '#a07000', '#0b6e99', '#c4501b']
/** One page more or less turns the rate of the first few round. */
const FROM = 10

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export function harvestSvg(results: readonly Harvested[]): string {
  const topics = [...new Set(results.map(({ topic }) => topic))]
  const charts = topics.map((topic, i) => {
    const ways = results.filter(each => each.topic === topic)
    return `<g transform="translate(0 ${i * HEIGHT})">${chartOf(topic, ways)}</g>`
  })
  const height = topics.length * HEIGHT
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12">
<title>Harvest rate of focused crawls</title><rect width="${WIDTH}" height="${height}" fill="#fff"/>${charts.join('\n')}</svg>\n`
}

function chartOf(topic: string, ways: readonly Harvested[]): string {
  const pages = Math.max(...ways.map(({ found }) => found.length))
  const x = (page: number) => LEFT + ((WIDTH - LEFT - RIGHT) * page) / pages
  const y = (rate: number) => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * rate
  const grid = [0, 0.25, 0.5, 0.75, 1].map(
    rate =>
      `<path d="M${LEFT} ${y(rate)}H${WIDTH - RIGHT}" stroke="#d8e0e4"/><text x="${LEFT - 6}" y="${y(rate) + 4}" text-anchor="end">${100 * rate} %</text>`,
  )
  const ends = apart(ways.map(({ found }) => y((found.at(-1) ?? 0) / Math.max(1, found.length))))
  const lines = ways.map(({ way, found }, i) => {
    const points = found.flatMap((count, at) =>
      at + 1 < FROM ? [] : [`${x(at + 1).toFixed(1)},${y(count / (at + 1)).toFixed(1)}`],
    )
    const color = COLORS[i % COLORS.length]
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="2"/><text x="${WIDTH - RIGHT + 8}" y="${(ends[i]! + 4).toFixed(1)}" fill="${color}">${escaped(way)}</text>`
  })
  const names = `<text x="${LEFT}" y="18" font-weight="bold">${escaped(topic)}: relevant pages of those fetched so far</text>
<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 6}" text-anchor="middle">${pages} pages</text>`
  return `${names}${grid.join('')}${lines.join('')}`
}

/** Names stand below each other where lines end at one place. */
function apart(ends: readonly number[]): number[] {
  const places = [...ends]
  const order = [...ends.keys()].sort((a, b) => ends[a]! - ends[b]!)
  for (let i = 1; i < order.length; i++)
    places[order[i]!] = Math.max(places[order[i]!]!, places[order[i - 1]!]! + 14)
  return places
}
