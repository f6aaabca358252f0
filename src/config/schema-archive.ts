/** The archive: where the pages as received are kept, and how. */
import { bucketParts } from '../archive/bucket/bucket.ts'
import { filled, flag, oneOf, section, size, whole } from './key-types.ts'

export const archive = section(
  {
    folder: filled('a folder')
      .optional()
      .describe("Where WARC files go, relative to the config file. Default: the collection's own folder."),
    bucket: filled('s3://NAME/PREFIX')
      .refine(text => bucketParts(text) !== null, { error: 's3://NAME or s3://NAME/PREFIX' })
      .optional()
      .describe(
        'A bucket of any S3-compatible service that WARC files are moved to once they are complete (archive.md#a-bucket).',
      ),
    endpoint: filled('the address of a service')
      .refine(isService, { error: 'the http or https address of a service, without user and password' })
      .optional()
      .describe(
        'The address of the service that has the bucket, such as `https://minio.example.org:9000`. Default: Amazon S3.',
      ),
    region: filled('a region')
      .optional()
      .describe('The region of the bucket. Default: that of `AWS_REGION`, else `us-east-1`.'),
    compression: oneOf('gzip', 'zstd', 'none')
      .default('gzip')
      .describe('How records are compressed; all replay tools read gzip.'),
    level: whole(1, 22)
      .optional()
      .describe('Compression level: 1 to 9 for gzip, 1 to 22 for zstd. Default: 2 for gzip, 5 for zstd.'),
    dictionaries: oneOf('auto', 'off')
      .default('auto')
      .describe(
        'With zstd: learn dictionaries from the pages of a host or class, which halves the archives of sites built from templates.',
      ),
    cookies: flag()
      .default(false)
      .describe(
        'Keep the values of Cookie and Set-Cookie headers. They are left out by default: anyone who has a session cookie is logged in as you. Credentials, and values taken from the environment, are never kept.',
      ),
    complete: flag()
      .default(false)
      .describe(
        'Keep what rendered pages load too (scripts, styles, data, and what `render.block` allows), so that replay shows them as they were (rendering.md).',
      ),
    rotate: size().prefault('1GiB').describe('Size at which a new WARC file is started.'),
  },
  'The pages as received.',
)

function isService(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}
