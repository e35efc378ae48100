import { reportAnswer, reportSilence } from '../app/connection.ts';
import { askToSignIn } from '../app/signing-in.ts';

// There a 401 is the answer to what was typed.
const ASKS_NO_SESSION = /^\/api\/(?:auth\/(?:sign-in|sign-up|reset|get-session)|invitations\/)/;

/**
 * Like `fetch`; where the session has ended, somebody is asked to sign in, and the request is sent again
 * as it was: what was typed is not lost.
 */
export async function fetchSignedIn(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await send(request);
  if (response.status !== 401 || ASKS_NO_SESSION.test(new URL(request.url).pathname)) {
    return response;
  }
  await askToSignIn();
  return send(again);
}

async function send(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    reportAnswer(response.status);
    return response;
  } catch (error) {
    if (!request.signal.aborted) reportSilence();
    throw error;
  }
}
