import { type BodyOf, type Draft, INTERNAL_OPERATIONS } from '@output-review/contracts';
import { implement } from '@output-review/runtime';
import { type TestAssertions, startPeer } from '@output-review/runtime/testing';

type Asked = BodyOf<typeof INTERNAL_OPERATIONS.draftInstructions>;
interface Drafted {
  readonly draft: Draft | null;
  readonly failure: string | null;
}

/** An evaluator with a model that drafts as configured. */
export interface ModelsListener {
  readonly url: string;
  /** Received requests, in order. */
  readonly asked: Asked[];
  isConfigured: boolean;
  /** Answers the next requests. */
  draft: (asked: Asked) => Promise<Drafted> | Drafted;
  close(): Promise<void>;
}

/** A draft that cites all notes and all outputs. */
export function drafting(content: string): ModelsListener['draft'] {
  const numbersOf = (list: readonly unknown[]) => list.map((_, index) => index + 1);
  return ({ notes, labelled }) => {
    const cited = labelled ? { outputs: numbersOf(labelled.outputs) } : {};
    const changes = [{ summary: 'All said.', notes: numbersOf(notes), ...cited }];
    return { draft: { content, changes }, failure: null };
  };
}

export async function startModelsListener(assertions: TestAssertions): Promise<ModelsListener> {
  const find = implement(INTERNAL_OPERATIONS.findModel, async () => ({
    status: 200,
    body: { isConfigured: listener.isConfigured },
  }));
  const draft = implement(INTERNAL_OPERATIONS.draftInstructions, async ({ body }) => {
    listener.asked.push(body);
    return { status: 200, body: await listener.draft(body) };
  });
  const { url, close } = await startPeer({
    service: 'evaluator',
    routes: [find, draft],
    assertions: assertions.verifier,
  });
  const listener: ModelsListener = {
    ...{ url, asked: [], isConfigured: true, draft: drafting('Better.') },
    close: () => close(0),
  };
  return listener;
}
