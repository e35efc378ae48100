import { callUntilAnswered } from './call-until-answered.ts';
import { STRESS_RULE } from './planned-output.ts';
import { ClientLog } from './what-clients-saw.ts';

/** Creates the rule that flags one output in ten. */
export async function makeRule(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const made = await callUntilAnswered({
    url: `${url}/api/rules`,
    init: {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(STRESS_RULE),
    },
    wanted: [201],
    log: new ClientLog(),
    signal: AbortSignal.timeout(30_000),
  });
  if (made === null) throw new Error('The rule of the run was not created within 30 s');
}
