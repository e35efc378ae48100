import { expect, test } from '@jest/globals';
import { foldKey } from '@output-review/runtime';

import { NameCache } from './name-cache.ts';

const NAMES = { projectId: 'p', projectName: 'P', taskId: 't', taskName: 'T' };

/** A project and a task with names of 200 characters. */
function aQuery(character: string, n: number) {
  const name = `${character.repeat(190)} ${n}`;
  const key = foldKey(name);
  return {
    ...{ workspaceId: 'w', projectName: name, projectKey: key, taskName: name, taskKey: key },
  };
}

test.each(['a', 'ж', '名', '😀'])('keeps the longest names of the character %s', (character) => {
  const cache = new NameCache();

  cache.set(aQuery(character, 1), NAMES);

  expect(cache.get(aQuery(character, 1))).toBe(NAMES);
});

test('keeps no names that folding expands, which would take the memory of the process', () => {
  const cache = new NameCache();

  cache.set(aQuery('ﷺ', 1), NAMES);

  expect(cache.get(aQuery('ﷺ', 1))).toBeNull();
});
