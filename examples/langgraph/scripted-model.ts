import { AIMessage } from '@langchain/core/messages';
import { fakeModel } from '@langchain/core/testing';

/** Calls the tool for each order that the user names, then repeats the tool's answer. */
export const scriptedModel = fakeModel()
  .respond(([asked]) => {
    const orders = asked?.text.match(/[A-Z]-\d+/g) ?? [];
    const tool_calls = orders.map((order) => ({
      ...{ name: 'refund', args: { order, amount: 40 }, id: `call-${order}` },
    }));
    return new AIMessage({ content: '', tool_calls });
  })
  .respond((messages) => new AIMessage(`The tool said: ${messages.at(-1)?.text ?? 'nothing'}`));
