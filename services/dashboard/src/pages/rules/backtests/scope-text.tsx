import { texts as componentTexts } from '../../../components/texts.ts';
import { describeFilter } from './scope.ts';
import { texts } from './texts.ts';

const WORDS = {
  status: componentTexts.status,
  humanDecision: { ...componentTexts.decision, none: texts.start.undecided },
};

/** Which outputs a backtest is about. */
export function ScopeText({ filter }: { readonly filter: string }) {
  const told = describeFilter(filter, WORDS);
  return <span>{told.length === 0 ? texts.list.allOutputs : told.join(' · ')}</span>;
}
