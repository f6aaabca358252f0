/** Credentials for a bucket, from the places that other tools use: the environment, else a profile in `~/.aws/credentials`. */
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '../../env/failure.ts'

export interface BucketKeys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string
}

type Variables = Readonly<Record<string, string | undefined>>

export async function credentialsFrom(variables: Variables, bucket: string): Promise<BucketKeys> {
  const found = inVariables(variables) ?? (await inFile(variables))
  if (found) return found
  throw new Failure(
    'usage',
    `no credentials for ${bucket}: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE to a profile in ~/.aws/credentials`,
  )
}

function inVariables(variables: Variables): BucketKeys | null {
  return credentialsOf({
    aws_access_key_id: variables.AWS_ACCESS_KEY_ID,
    aws_secret_access_key: variables.AWS_SECRET_ACCESS_KEY,
    aws_session_token: variables.AWS_SESSION_TOKEN,
  })
}

async function inFile(variables: Variables): Promise<BucketKeys | null> {
  const path = variables.AWS_SHARED_CREDENTIALS_FILE ?? join(homedir(), '.aws', 'credentials')
  const text = await readFile(path, 'utf8').catch(() => '')
  return credentialsOf(profileIn(text, variables.AWS_PROFILE ?? 'default'))
}

function credentialsOf(values: Variables): BucketKeys | null {
  const { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey } = values
  const { aws_session_token: sessionToken } = values
  if (!accessKeyId || !secretAccessKey) return null
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
}

/** The entries below `[NAME]`. */
function profileIn(text: string, name: string): Record<string, string> {
  const entries: Record<string, string> = {}
  let isInside = false
  for (const line of text.split(/\r?\n/)) {
    const heading = /^\s*\[\s*(.*?)\s*\]/.exec(line)
    if (heading) isInside = heading[1] === name
    const entry = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line)
    if (entry && isInside) entries[entry[1]!] = entry[2]!
  }
  return entries
}
