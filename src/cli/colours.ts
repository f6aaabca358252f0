import pc from 'picocolors'

/** Colours for what goes to `stream`: on a terminal, or when FORCE_COLOR asks for them; never because CI is set. */
export function coloursFor(stream: NodeJS.WriteStream): ReturnType<typeof pc.createColors> {
  const { FORCE_COLOR, NO_COLOR } = process.env
  return pc.createColors(!NO_COLOR && (Boolean(FORCE_COLOR) || stream.isTTY))
}
