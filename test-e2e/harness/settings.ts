import type { JsonObject } from './client.ts';

/** Settings without the values that other users of the workspace may change meanwhile. */
export function withoutVolatile(settings: JsonObject): JsonObject {
  return { ...settings, usage: null, tokenLastUsedAt: null };
}
