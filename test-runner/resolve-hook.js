const GLOBALS = new URL('globals.js', import.meta.url).href;
const SOURCE = '@output-review/source';

/** A hook of Node's module loader: leads tests to the globals of the file that runs, and to our sources. */
export async function resolve(specifier, context, nextResolve) {
  if (specifier === '@jest/globals') return { url: GLOBALS, format: 'module', shortCircuit: true };
  return nextResolve(specifier, { ...context, conditions: [...context.conditions, SOURCE] });
}
