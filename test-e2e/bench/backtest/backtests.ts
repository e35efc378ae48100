import type { Client, JsonObject } from '../../harness/client.ts';
import { bodyOf } from '../frame/client.ts';

const PATH = '/api/rules/backtests';

export interface Backtest {
  readonly state: string;
  readonly total: number;
  readonly checked: number;
  readonly wouldFail: number;
  readonly newlyFailed: number;
  readonly error: string | null;
}

/** @returns the ID of the backtest. */
export async function startBacktest(
  manager: Client,
  rule: JsonObject,
  max: number,
): Promise<string> {
  const { id } = await bodyOf(manager.post(PATH, { rule, max }));
  return String(id);
}

export async function readBacktest(manager: Client, id: string): Promise<Backtest> {
  const body: unknown = await bodyOf(manager.get(`${PATH}/${id}`));
  return body as Backtest;
}

export async function cancelBacktest(manager: Client, id: string): Promise<void> {
  await bodyOf(manager.delete(`${PATH}/${id}`));
}
