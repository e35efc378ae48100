import { isQuickPattern, isQuickSchema } from '../domain/is-quickly-compiled.ts';
import type { RuleTools } from '../domain/rule-tools.ts';
import { TooCostly } from '../domain/too-costly.ts';

/**
 * The tools as they may be used where others have the thread too: what may take long to compile is
 * too costly there, whatever the text.
 */
export function leaveSlowCompiling(tools: RuleTools): RuleTools {
  return {
    ...tools,
    weighPattern: (source) => (isQuickPattern(source) ? tools.weighPattern(source) : Infinity),
    compilePattern: (source) =>
      isQuickPattern(source) ? tools.compilePattern(source) : leaveIt('pattern'),
    compileSchema: (source) =>
      isQuickSchema(source) ? tools.compileSchema(source) : leaveIt('schema'),
  };
}

function leaveIt(what: string): never {
  throw new TooCostly(`compiling its ${what} takes long`);
}
