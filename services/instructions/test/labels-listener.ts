import {
  type AnswerOf,
  type BodyOf,
  INTERNAL_OPERATIONS,
  type LabelledOutput,
} from '@output-review/contracts';
import { implement } from '@output-review/runtime';
import { type TestAssertions, startPeer } from '@output-review/runtime/testing';

type Asked = BodyOf<typeof INTERNAL_OPERATIONS.readLabels>;
type Labels = AnswerOf<typeof INTERNAL_OPERATIONS.readLabels>;

/** Review, which says how people decided outputs as it is told. */
export interface LabelsListener {
  readonly url: string;
  /** What it was asked, in order. */
  readonly asked: Asked[];
  /** Answers what is asked from now on. */
  read: () => Promise<Labels> | Labels;
  close(): Promise<void>;
}

/** As many approved ones, and these that were not. */
export function labelled(approved: number, ...outputs: LabelledOutput[]): Labels {
  const count = (decision: LabelledOutput['decision']) =>
    outputs.filter((output) => output.decision === decision).length;
  return { counts: { approved, changed: count('changed'), rejected: count('rejected') }, outputs };
}

/** An output that somebody rejected, or changed where its correction is given. */
export function aLabelled(id: string, given: Partial<LabelledOutput> = {}): LabelledOutput {
  return {
    ...{ id, decision: 'rejected', failedRules: [], comment: null, output: `Text of ${id}.` },
    ...{ correctedOutput: null, action: null, correctedParams: null },
    ...given,
  };
}

export async function startLabelsListener(assertions: TestAssertions): Promise<LabelsListener> {
  const read = implement(INTERNAL_OPERATIONS.readLabels, async ({ body }) => {
    listener.asked.push(body);
    return { status: 200, body: await listener.read() };
  });
  const { url, close } = await startPeer({
    service: 'review',
    routes: [read],
    assertions: assertions.verifier,
  });
  const listener: LabelsListener = {
    ...{ url, asked: [], read: () => labelled(0) },
    close: () => close(0),
  };
  return listener;
}
