const GLOBALS = new URL('globals.js', import.meta.url).href;
const SOURCE = '@output-review/source';

/**
 * A resolve hook for Node's module loader: maps `@jest/globals` to the globals of the running file, and our packages to
 * their sources.
 */
export async function resolve(specifier, context, nextResolve) {
  if (specifier === '@jest/globals') return { url: GLOBALS, format: 'module', shortCircuit: true };
  return nextResolve(specifier, { ...context, conditions: [...context.conditions, SOURCE] });
}
