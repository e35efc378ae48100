import { texts } from './texts.ts';

const TOKEN = 'token:';

/** Who did something, in words: the API names what is no person by a code, which filters take as it is. */
export function nameActor(actor: string): string {
  if (actor.startsWith(TOKEN)) return texts.actors.token(actor.slice(TOKEN.length));
  if (actor === 'api') return texts.actors.api;
  if (actor === 'deadline') return texts.actors.deadline;
  if (actor === 'end_user') return texts.actors.endUser;
  return actor;
}
