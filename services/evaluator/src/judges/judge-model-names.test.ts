import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import nock from 'nock';

import { ask } from '../../test/ask-vendor.ts';
import { cutNetwork, mendNetwork } from '../../test/cut-network.ts';
import { SAID, VENDORS } from '../../test/vendors.ts';

const { host, answer } = VENDORS.google;

beforeAll(() => {
  cutNetwork();
});

afterEach(() => {
  nock.cleanAll();
});

afterAll(() => {
  mendNetwork();
});

test.each([
  'a/../../../v1/corpora',
  '../../v1/corpora?x=',
  'a?x=',
  'a#',
  'a\\..\\..\\b',
  'a/%2e%2e/%2e%2e/b',
  'a/./b',
  '/a',
  'a b',
])('does not let a model name lead to another address: %s', async (model) => {
  const asked: string[] = [];
  nock(host)
    .persist()
    .post(/^/)
    .reply(200, (path) => {
      asked.push(path);
      return answer(SAID);
    });

  await expect(ask('google', { model })).rejects.toMatchObject({ reason: 'unknown_model' });

  expect(asked).toEqual([]);
});

test.each([
  ['gemini-2.5-pro', 'models/gemini-2.5-pro'],
  ['models/gemini-2.5-pro', 'models/gemini-2.5-pro'],
  ['tunedModels/ours-a1b2', 'tunedModels/ours-a1b2'],
])('sends %s as %s', async (model, path) => {
  nock(host).post(`/v1beta/${path}:generateContent`).reply(200, answer(SAID));

  expect((await ask('google', { model })).answer.verdict).toBe('fail');
});
