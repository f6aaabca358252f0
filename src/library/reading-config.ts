/** The config for reading a collection without sending requests. */
import { type Config, type ConfigInput, configFrom } from '../config/index.ts'
import { mergedConfig } from './remembered.ts'

/**
 * Returns the config for reading a collection. Nothing is sent, so this works without the crawl's secrets and, unless
 * records are extracted, without the file of its site model.
 */
export function configForReading(
  remembered: ConfigInput | null,
  overrides: ConfigInput = {},
  keeps: 'model' | 'no model' = 'no model',
): Config {
  const { extract, ...rest } = remembered ?? {}
  const { auth: _auth, headers: _headers, egress: _egress, ...request } = rest.request ?? {}
  const plain = { ...rest, request, ...(keeps === 'model' && extract ? { extract } : {}) }
  const env = new Proxy(process.env, { get: (all, name: string) => all[name] ?? '' })
  return configFrom(mergedConfig(plain, overrides), { env })
}
