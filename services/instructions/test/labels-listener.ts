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

/** A review service that returns the configured decisions. */
export interface LabelsListener {
  readonly url: string;
  /** Received requests, in order. */
  readonly asked: Asked[];
  /** Answers the next requests. */
  read: () => Promise<Labels> | Labels;
  close(): Promise<void>;
}

/** Counts with this many approved outputs, and the other ones as given. */
export function labelled(approved: number, ...outputs: LabelledOutput[]): Labels {
  const count = (decision: LabelledOutput['decision']) =>
    outputs.filter((output) => output.decision === decision).length;
  return { counts: { approved, changed: count('changed'), rejected: count('rejected') }, outputs };
}

/** A rejected output, unless `given` has another decision. */
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
