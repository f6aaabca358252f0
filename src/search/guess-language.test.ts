import { describe, expect, it } from 'vitest'
import { guessLanguage } from './guess-language.ts'

describe('the language of a text', () => {
  it.each([
    [
      'en',
      'The tide is the rise and fall of the sea, and this is what people have known for a long time: it comes from the moon.',
    ],
    [
      'de',
      'Die Gezeiten sind die Wasserbewegungen der Ozeane, und das ist nicht nur für die Häfen wichtig, sondern auch für den Handel mit dem Land.',
    ],
    [
      'fr',
      'La marée est une variation de la hauteur des mers, et les pêcheurs sont dans le port pour attendre, avec les bateaux qui ne partent pas.',
    ],
    [
      'es',
      'La marea es el cambio del nivel del mar, y los pescadores esperan en el puerto con sus barcos, pero no por las olas, como se dice.',
    ],
    [
      'nl',
      'Het getij is een beweging van het water, en dat is voor de vissers niet altijd prettig, maar zij zijn ook met een boot naar zee.',
    ],
    [
      'ru',
      'Прилив это подъём воды, и он не для всех, но его знают все, что живут на море, как и рыбаки из порта.',
    ],
    ['ja', '潮汐は、月と太陽の引力によって起こる海面の昇降現象です。'],
    ['zh', '潮汐是海水在天体引潮力作用下所产生的周期性运动。'],
    ['ko', '조석은 달과 태양의 인력에 의하여 해면이 주기적으로 오르내리는 현상이다.'],
    ['und', 'std::vector push_back 42'],
    ['und', ''],
  ])('%s', (language, text) => expect(guessLanguage(text)).toBe(language))
})
