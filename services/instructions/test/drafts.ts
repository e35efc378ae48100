import { expect } from '@jest/globals';
import type { SuggestionSource } from '@output-review/contracts';
import type { ApiAnswer } from '@output-review/runtime/testing';
import { eventually } from '@output-review/runtime/testing';

import { seedDocument, type SeededDocument, type TestInstructions } from './test-instructions.ts';

export const SUGGESTIONS = '/api/instructions/suggestions';
export const FEEDBACK = '/api/instructions/feedback';

export interface SuggestionBody {
  readonly id: string;
  readonly state: string;
}

/** A document with queued notes under these refs. */
export async function withNotes(
  running: TestInstructions,
  ...refs: string[]
): Promise<SeededDocument> {
  const document = await seedDocument(running);
  for (const ref of refs) await note(document, ref);
  return document;
}

export function note(
  { automation, names }: SeededDocument,
  ref: string,
  comment = `About ${ref}.`,
): Promise<ApiAnswer> {
  return automation.post(FEEDBACK, { ...names, ref, comment, author: 'Bea' });
}

/** The refs of the queued notes, oldest first. */
export async function queuedOf({ manager, query }: SeededDocument): Promise<string[]> {
  const { body } = await manager.get(`${FEEDBACK}?${query}`);
  return (body as { ref: string }[]).map(({ ref }) => ref);
}

/** Starts a draft. @returns its id */
export async function requestDraft(
  { manager, names }: SeededDocument,
  from?: SuggestionSource,
): Promise<string> {
  const answer = await manager.post(SUGGESTIONS, { ...names, ...(from && { from }) });
  expect(answer).toMatchObject({ status: 202, body: { state: 'drafting' } });
  return (answer.body as SuggestionBody).id;
}

export async function suggestionsOf({ manager, query }: SeededDocument): Promise<SuggestionBody[]> {
  return (await manager.get(`${SUGGESTIONS}?${query}`)).body as SuggestionBody[];
}

/** Waits until a draft is written or has failed. */
export function settled(document: SeededDocument, id: string): Promise<SuggestionBody> {
  return eventually(async () => {
    const found = (await suggestionsOf(document)).find((each) => each.id === id);
    if (!found || found.state === 'drafting') throw new Error('Still drafting');
    return found;
  }, 20_000);
}

export async function isPending({ automation, query }: SeededDocument): Promise<boolean> {
  const { body } = await automation.get(`/api/instructions/current?${query}`);
  return (body as { hasPendingSuggestion: boolean }).hasPendingSuggestion;
}
