/**
 * Tables as text (RFC 4180): fields separated by a comma, tab or semicolon, quoted if they contain one, quotes doubled. The reader
 * detects the separator, takes LF, CR LF and CR as line ends, skips a byte order mark, and keeps the position of each field, so
 * that errors can be located.
 */
export interface Cell {
  readonly text: string
  /** Counted from 1. */
  readonly line: number
  readonly column: number
}

export interface CsvProblem {
  readonly line: number
  readonly column: number
  readonly message: string
}

export interface CsvTable {
  readonly separator: string
  readonly rows: readonly (readonly Cell[])[]
  readonly problems: readonly CsvProblem[]
}

export function readCsv(source: string): CsvTable {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source
  const separator = separatorOf(text)
  const reader = new CsvReader(text, separator)
  return { separator, rows: reader.rows(), problems: reader.problems }
}

/** The one of the three that is most frequent outside quotes in the first lines; ties go to the comma. */
function separatorOf(text: string): string {
  const head = text.slice(0, 4096).replace(/"[^"]*"/g, '')
  let best = ','
  let most = 0
  for (const candidate of ['\t', ';', ',']) {
    const lines = head.split(/\r\n?|\n/).filter(line => line.trim() !== '')
    const steady = lines.filter(line => line.split(candidate).length >= 3).length
    const count = steady * 1000 + (candidate === ',' ? 0.5 : 0)
    if (count > most) {
      most = count
      best = candidate
    }
  }
  return best
}

class CsvReader {
  readonly problems: CsvProblem[] = []
  private readonly text: string
  private readonly separator: string
  private at = 0
  private line = 1
  private lineStart = 0

  constructor(text: string, separator: string) {
    this.text = text
    this.separator = separator
  }

  rows(): Cell[][] {
    const rows: Cell[][] = []
    while (this.at < this.text.length) {
      const row = this.row()
      if (row.length > 1 || row[0]!.text.trim() !== '') rows.push(row)
    }
    return rows
  }

  private row(): Cell[] {
    const row = [this.cell()]
    while (this.text[this.at] === this.separator) {
      this.at++
      row.push(this.cell())
    }
    this.endLine()
    return row
  }

  private cell(): Cell {
    const { line } = this
    const column = this.at - this.lineStart + 1
    return {
      text: this.text[this.at] === '"' ? this.quotedText(line, column) : this.plainText(),
      line,
      column,
    }
  }

  private plainText(): string {
    const from = this.at
    while (this.at < this.text.length && !this.isEnd(this.text[this.at]!)) this.at++
    return this.text.slice(from, this.at).trim()
  }

  private quotedText(line: number, column: number): string {
    let text = ''
    for (this.at++; this.at < this.text.length; this.at++) {
      const character = this.text[this.at]!
      if (character === '"') {
        if (this.text[this.at + 1] !== '"') return this.afterQuote(text, line)
        this.at++
      }
      text += character
      if (character === '\n') this.newLine(this.at + 1)
    }
    this.problems.push({ line, column, message: 'the quoted field has no end' })
    return text
  }

  private afterQuote(text: string, line: number): string {
    this.at++
    const from = this.at
    const rest = this.plainText()
    if (rest !== '')
      this.problems.push({
        line,
        column: from - this.lineStart + 1,
        message: `"${rest}" follows the closing quote`,
      })
    return text
  }

  private isEnd(character: string): boolean {
    return character === this.separator || character === '\n' || character === '\r'
  }

  private endLine(): void {
    if (this.text[this.at] === '\r') this.at++
    if (this.text[this.at] === '\n') this.at++
    this.newLine(this.at)
  }

  private newLine(start: number): void {
    this.line++
    this.lineStart = start
  }
}

export function csvRow(cells: readonly string[]): string {
  return cells
    .map(cell => (/[",\n\r;\t]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',')
}
