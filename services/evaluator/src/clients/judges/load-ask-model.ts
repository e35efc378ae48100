import type { Judge } from '../../domain/judges/judge.ts';
import type { AskModel } from '../../use-cases/judging/ask-judge.ts';
import type { AskModelDeps } from './ask-model.ts';

interface Options extends AskModelDeps {
  /** The operator's. */
  readonly judge: Judge | null;
}

/**
 * Loads what asks models: 30 MB and 300 ms. At once where a judge is configured, so that no call
 * waits for it; else when somebody asks.
 */
export async function loadAskModel({ judge, ...deps }: Options): Promise<AskModel> {
  const load = async (): Promise<AskModel> => {
    const { makeAskModel } = await import('./ask-model.ts');
    return makeAskModel(deps);
  };
  if (judge !== null) return load();
  let loading: Promise<AskModel> | undefined;
  return async (question, ending) => (await (loading ??= load()))(question, ending);
}
