import { queryOptions } from '@tanstack/react-query';

import { type Answer, api, type BodyOf, take } from '../../../api/client.ts';

export type Backtest = Answer<'getBacktest'>;
export type Flip = Answer<'listBacktestFlips'>['items'][number];
export type StartBody = BodyOf<'startBacktest'>;
export type TestedRule = Pick<StartBody, 'ruleId' | 'rule'>;

const POLL_MS = 1_500;

export const isActive = ({ state }: Pick<Backtest, 'state'>): boolean =>
  state === 'queued' || state === 'running';

/** Polls until the backtest has ended, since no events report its progress. */
export const backtestQuery = (id: string) =>
  queryOptions({
    queryKey: ['backtests', 'one', id],
    queryFn: ({ signal }) =>
      take(api.GET('/api/rules/backtests/{id}', { signal, params: { path: { id } } })),
    refetchInterval: ({ state: { data } }) => (data && isActive(data) ? POLL_MS : false),
  });

/** The backtests of a rule or all stored ones, newest first. */
export const backtestsQuery = (ruleId: string | null) =>
  queryOptions({
    queryKey: ['backtests', 'list', ruleId],
    queryFn: ({ signal }) => {
      const query = ruleId === null ? {} : { ruleId };
      return take(api.GET('/api/rules/backtests', { signal, params: { query } }));
    },
    refetchInterval: ({ state: { data } }) => (data?.items.some(isActive) ? POLL_MS : false),
  });

/** @returns the ID of the backtest. */
export async function startBacktest(body: StartBody): Promise<string> {
  const answer = await take(api.POST('/api/rules/backtests', { body }));
  if (!('id' in answer)) throw new Error('The service answered with an estimate.');
  return answer.id;
}

export async function estimateBacktest(body: StartBody) {
  const answer = await take(
    api.POST('/api/rules/backtests', { body: { ...body, estimate: true } }),
  );
  if (!('total' in answer)) throw new Error('The service answered without an estimate.');
  return answer;
}
