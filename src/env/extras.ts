import { errorCode, Failure } from './failure.ts'

/** Loads a package that not everybody installs; who lacks it is told so in a sentence. `what` needs it. */
export async function importExtra<T>(name: string, what: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    const isMissing = errorCode(error) === 'ERR_MODULE_NOT_FOUND' && String(error).includes(`'${name}'`)
    if (!isMissing) throw error
    throw new Failure('usage', `${what} needs the package ${name}: install it with "npm install ${name}"`, {
      cause: error,
    })
  }
}
