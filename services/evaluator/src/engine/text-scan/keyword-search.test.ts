import { expect, test } from '@jest/globals';

import { SeededRandom } from '../../../test/seeded-random.ts';
import { indexOfKeyword } from './keyword-search.ts';

test('finds short and long keywords where the engine finds them', () => {
  const random = new SeededRandom(20_261_126);
  for (let round = 0; round < 500; round += 1) {
    const text = random.text(['a', 'b', 'aab'], 2_000);
    const length = 1 + random.below(600);
    const start = random.below(text.length);
    const part = text.slice(start, start + length);
    for (const keyword of [part, `${part}c`, `${part}a${part}`]) {
      expect(indexOfKeyword(text, keyword)).toBe(text.indexOf(keyword));
    }
  }
});
