import { Failure } from '../../env/failure.ts'

/** Where archive files are moved once they are closed: objects that are written whole, and read in parts. */
export interface Bucket {
  /** `s3://NAME/PREFIX`, for messages. */
  readonly name: string
  /** The sizes of all objects, by name. */
  sizes(): Promise<ReadonlyMap<string, number>>
  /** Null if there is no such object. */
  sizeOf(name: string): Promise<number | null>
  /** Fewer bytes than `length` if the object ends before. */
  read(name: string, offset: number, length: number): Promise<Buffer>
  /** Resolves when the object holds the bytes of the file, and nothing of an earlier object of that name. An interrupted upload leaves that as it was. */
  put(name: string, path: string, signal?: AbortSignal): Promise<void>
  /** Does nothing if there is no such object. */
  remove(name: string): Promise<void>
}

/** How a bucket is found; whoever may use it gets credentials from the environment. */
export interface BucketAddress {
  /** `s3://NAME` or `s3://NAME/PREFIX`. */
  readonly url: string
  /** The service, if it is not Amazon's. */
  readonly endpoint: string | null
  readonly region: string | null
}

/** The parts of `s3://NAME/PREFIX`; null if it is no such address. */
export function bucketParts(url: string): { readonly name: string; readonly prefix: string } | null {
  const match = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w!.*'()/-]*))?$/.exec(url)
  if (!match) return null
  const prefix = (match[2] ?? '').replace(/^\/+|\/+$/g, '')
  return { name: match[1]!, prefix: prefix === '' ? '' : `${prefix}/` }
}

/** The bucket cannot be asked, or refuses: that says nothing about what is in it. */
export class BucketFailure extends Failure {}

/** What Node calls a missing file; readers then say that it is missing, instead of that it cannot be read. */
export class NoSuchObject extends Error {
  readonly code = 'ENOENT'
}
