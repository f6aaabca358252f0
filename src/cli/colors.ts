import pc from 'picocolors'

/** Colors for output to `stream`: on a terminal, or if FORCE_COLOR is set; unlike picocolors itself, not because CI is set. */
export function colorsFor(stream: NodeJS.WriteStream): ReturnType<typeof pc.createColors> {
  const { FORCE_COLOR, NO_COLOR } = process.env
  return pc.createColors(!NO_COLOR && (Boolean(FORCE_COLOR) || stream.isTTY))
}
