import type { Policy, State } from '../../refresh/index.ts'

/**
 * A policy's state of a page as bytes: four-byte floats, little-endian. A row of another length was written by
 * another policy and means nothing to this one.
 */
export function packBelief(state: State): Buffer {
  const bytes = Buffer.allocUnsafe(state.length * 4)
  for (let i = 0; i < state.length; i++) bytes.writeFloatLE(state[i]!, i * 4)
  return bytes
}

export function unpackBelief(bytes: Buffer | null, policy: Policy): State | null {
  if (bytes === null || bytes.length !== policy.width * 4) return null
  return unpackInto(new Float64Array(policy.width), bytes)
}

/** Unpacks into an array that is reused: a pass over a million pages is done with one page before the next. */
export function unpackInto(state: Float64Array, bytes: Buffer): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let i = 0; i < state.length; i++) state[i] = view.getFloat32(i * 4, true)
  return state
}
