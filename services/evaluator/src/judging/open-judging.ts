import { makeLinkTokens } from '@output-review/shared-kernel';

import type { Context, EvaluatorOptions } from '../context.ts';
import { JudgeChooser } from '../judges/judge-chooser.ts';
import type { GenerateAnswer, GenerateDeps } from '../judges/generate-answer.ts';
import type { Judge } from '../judges/judges.pure.ts';
import { JudgeCaller } from './ask-judge.ts';
import { makeAskModel } from './ask-model.ts';
import { Judging } from './judging.ts';
import { FileLoader } from './load-files.ts';
import { measureJudging, watchCallPools } from './telemetry.ts';

/** Creates the model client, and the judge chooser and caller. */
export async function openJudging(
  around: Pick<Context, 'clock' | 'log' | 'telemetry' | 'egress' | 'judgeSettings'>,
  { judging: { judge: operatorJudge }, encryptor, peers, linkKeys }: EvaluatorOptions,
): Promise<Pick<Context, 'chooser' | 'generateAnswer' | 'judging'>> {
  const { clock, log, egress, judgeSettings } = around;
  const { metrics, tracing } = around.telemetry;
  const chooser = new JudgeChooser(operatorJudge, encryptor);
  const generateAnswer = await loadModelClient(operatorJudge, { egress, now: () => clock.now() });
  const caller = new JudgeCaller({
    chooser,
    askModel: makeAskModel(generateAnswer, tracing),
    pauses: judgeSettings.pausesInCall,
    onAsked: measureJudging(metrics),
  });
  const tokens = makeLinkTokens(linkKeys, clock);
  const files = new FileLoader({ baseUrl: peers.media, tokens, log });
  const { callsMax, shadowCallsMax, callMs } = judgeSettings;
  const judging = new Judging({ caller, files, callsMax, shadowCallsMax, callMs });
  watchCallPools(metrics, judging.pools);
  const { provider = null, model = null } = operatorJudge ?? {};
  log.info({ provider, model }, 'judge configured');
  return { chooser, generateAnswer, judging };
}

/**
 * Loads the model client, which takes 30 MB and 300 ms. At startup if a judge is configured, so that no call waits for
 * it; otherwise on first use.
 */
async function loadModelClient(
  operatorJudge: Judge | null,
  deps: GenerateDeps,
): Promise<GenerateAnswer> {
  const load = async (): Promise<GenerateAnswer> => {
    const { makeGenerateAnswer } = await import('../judges/generate-answer.ts');
    return makeGenerateAnswer(deps);
  };
  if (operatorJudge !== null) return load();
  let loading: Promise<GenerateAnswer> | undefined;
  return async (question, ending) => (await (loading ??= load()))(question, ending);
}
