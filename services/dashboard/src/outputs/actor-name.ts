import { texts } from './texts.ts';

const TOKEN = 'token:';

/** Names an actor. The API has codes for actors that are not people; filters take the codes. */
export function nameActor(actor: string): string {
  if (actor.startsWith(TOKEN)) return texts.actors.token(actor.slice(TOKEN.length));
  if (actor === 'api') return texts.actors.api;
  if (actor === 'deadline') return texts.actors.deadline;
  if (actor === 'end_user') return texts.actors.endUser;
  return actor;
}
