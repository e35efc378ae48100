import type { JsonObject } from './client.ts';

/** Settings without what others, who use the same workspace, may change meanwhile. */
export function lasting(settings: JsonObject): JsonObject {
  return { ...settings, usage: null, tokenLastUsedAt: null };
}
