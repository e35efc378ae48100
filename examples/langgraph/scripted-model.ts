import { AIMessage } from '@langchain/core/messages';
import { fakeModel } from '@langchain/core/testing';

/** Calls the tool, then repeats what the tool said. */
export const scriptedModel = fakeModel()
  .respondWithTools([{ name: 'refund', args: { order: 'A-17', amount: 40 } }])
  .respond((messages) => new AIMessage(`The tool said: ${messages.at(-1)?.text ?? 'nothing'}`));
