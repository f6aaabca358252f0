import { errorCode, Failure } from './failure.ts'

/** Loads an optional package; if it is not installed, fails with a sentence that says so. `what` is the feature that needs it. */
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
