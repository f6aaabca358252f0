import { shardOf } from '../../url/index.ts'
import type { Reread } from '../batch.ts'
import type { ClassCount, ModelRow, TopicCount, TypeCount } from '../rows.ts'
import {
  classes,
  forgetClasses,
  keepModel,
  modelBody,
  modeledOrigins,
  modelNumbers,
  otherTypes,
  topics,
  writeRecords,
} from './classes.ts'
import { Reader } from './read.ts'
import type { Session } from './session.ts'

/** A reader that can also write site models and what they say about pages. */
export class ModelKeeper extends Reader {
  readonly #session: Session
  readonly #shards: number

  constructor(session: Session, shards: number) {
    super(session, shards)
    this.#session = session
    this.#shards = shards
  }

  writeRecords(pages: readonly Reread[]): Promise<void> {
    return writeRecords(this.#session, pages)
  }

  forgetClasses(): Promise<void> {
    return forgetClasses(this.#session)
  }

  classes(): Promise<readonly ClassCount[]> {
    return classes(this.#session.query)
  }

  otherTypes(): Promise<readonly TypeCount[]> {
    return otherTypes(this.#session.query)
  }

  topics(minRelevance: number): Promise<readonly TopicCount[]> {
    return topics(this.#session.query, minRelevance)
  }

  keepModel(model: ModelRow, most: number): Promise<void> {
    return keepModel(this.#session, shardOf(model.origin, this.#shards), model, most)
  }

  modelNumbers(origin: string): Promise<readonly number[]> {
    return modelNumbers(this.#session.query, shardOf(origin, this.#shards), origin)
  }

  model(origin: string, number: number): Promise<Buffer | null> {
    return modelBody(this.#session.query, shardOf(origin, this.#shards), origin, number)
  }

  modeledOrigins(limit: number): Promise<readonly string[]> {
    return modeledOrigins(this.#session.query, limit)
  }
}
