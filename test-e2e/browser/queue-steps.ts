import type { Page, Request, Route } from '@playwright/test';

import type { Client, JsonObject } from '../harness/client.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import type { System } from '../harness/system.ts';
import { expect, signInOn } from './browser-test.ts';

export interface SeededQueue {
  readonly project: string;
  readonly ids: readonly string[];
}

/** Creates waiting outputs in a new project. */
export async function seedQueue(
  { automation }: Pick<System, 'automation'>,
  texts: readonly string[],
  more: JsonObject = {},
): Promise<SeededQueue> {
  const project = uniqueName('Answers');
  const ids: string[] = [];
  for (const [index, output] of texts.entries()) {
    const { id } = await submit(automation, {
      ...{ project, task: 'reply', output, input: `Question ${index}`, requireApproval: true },
      // In the listed order.
      timestamp: new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString(),
      ...more,
    });
    ids.push(id);
  }
  for (const id of ids) await awaitVerdict(automation, id);
  return { project, ids };
}

/** Signs in and opens the waiting outputs of a project, once they are listed: until then, keys have no output to act on. */
export async function openQueue(
  page: Page,
  person: { readonly email: string; readonly password: string },
  project: string,
): Promise<void> {
  await signInOn(page, person);
  const requested = page.waitForRequest(isListOfProject);
  await page.getByLabel('Project').selectOption({ label: project });
  await requested;
  // The count appears with the rows of the project, instead of those of all projects, which often look the same.
  const lanes = page.getByRole('navigation', { name: 'Lanes' });
  await expect(lanes.locator('[aria-current]')).toHaveText(/ \d/);
}

function isListOfProject(request: Request): boolean {
  const { pathname, searchParams } = new URL(request.url());
  return pathname === '/api/logs' && searchParams.has('project');
}

/**
 * The visible rows, also behind a dialog: otherwise, the list would look empty while a rejection waits until it is known
 * whether there are reasons.
 */
export const rowsOf = (page: Page) =>
  page
    .getByRole('list', { name: 'Outputs waiting for a decision', includeHidden: true })
    .getByRole('listitem', { includeHidden: true })
    .filter({ visible: true });

/** The text of the open output. */
export const textOf = (page: Page) => page.getByRole('region', { name: 'Output', exact: true });

/** Prepares a correction of the open output, so that `Enter` sends it. */
export async function correct(page: Page): Promise<void> {
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Corrected output').press('End');
  await page.keyboard.type(' more');
  await dialog.getByRole('button', { name: 'Review correction' }).click();
  await expect(dialog.getByRole('button', { name: 'Use correction' })).toBeFocused();
}

/** Corrects the open output. The event stream tells the page before the response. */
export async function correctLate(page: Page): Promise<void> {
  await correct(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Lets decisions through and holds the responses. @returns the held responses, each to be released on its own. */
export async function holdAnswers(page: Page): Promise<readonly (() => Promise<void>)[]> {
  const answers: (() => Promise<void>)[] = [];
  await page.route('**/api/logs/*/decision', async (route) => {
    const response = await route.fetch();
    answers.push(() => release(page, route, { response }));
  });
  return answers;
}

/** The timers that send decisions, those that remove error messages, and those that claim an output that stays open. */
export const HELD = { decisions: 5_000, errors: 10_000, claims: 100 } as const;

/**
 * Holds timers of some lengths, by default those that send decisions, until the test releases them: on a busy machine, a
 * decision would be sent before the test undoes it.
 */
export async function holdDecisions(
  page: Page,
  lengths: readonly number[] = [HELD.decisions],
): Promise<() => Promise<void>> {
  await page.addInitScript((ofLengths) => {
    const held: (() => void)[] = [];
    const { setTimeout: set, clearTimeout: clear } = globalThis;
    Object.assign(globalThis, {
      setTimeout: (run: () => void, ms = 0) =>
        ofLengths.includes(ms) ? -held.push(run) : set(run, ms),
      clearTimeout: (id?: number) => {
        if (id !== undefined && id < 0) held[-id - 1] = () => {};
        else clear(id);
      },
      sendHeld: () => {
        // Run each timer once, even if they are released again.
        for (const run of held.splice(0, held.length, ...held.map(() => () => {}))) run();
      },
    });
  }, lengths);
  return () => page.evaluate('sendHeld()');
}

/** Releases a held request or response, and waits until the page has the response. */
export async function release(
  page: Page,
  held: Route,
  answer?: Parameters<Route['fulfill']>[0],
): Promise<void> {
  const answered = page.waitForResponse((response) => response.request() === held.request());
  await (answer ? held.fulfill(answer) : held.continue());
  await (await answered).finished();
}

/** Types one more letter at the moment when a search term goes into the URL. */
export async function typeOnAfter(page: Page, word: string, letter: string): Promise<void> {
  await page.addInitScript(`
    const { replaceState } = history;
    let hasTyped = false;
    history.replaceState = (state, title, url) => {
      replaceState.call(history, state, title, url);
      if (hasTyped || new URL(url, location).searchParams.get('q') !== ${JSON.stringify(word)}) return;
      hasTyped = true;
      document.querySelector('input[type=search]').focus();
      document.execCommand('insertText', false, ${JSON.stringify(letter)});
    };
  `);
}

/** The decision on an output; null without one. */
export async function decisionOf(client: Client, id: string): Promise<unknown> {
  return (await client.get(`/api/logs/${id}/status`)).body['humanDecision'];
}

/** The person who has claimed an output, according to the API. */
export async function holderOf(
  { automation }: Pick<System, 'automation'>,
  id: string,
): Promise<unknown> {
  return (await automation.get(`/api/logs/${id}`)).body['claimedBy'];
}

/** Fails if the page was reloaded between the two calls. */
export async function markPage(page: Page): Promise<() => Promise<void>> {
  await page.evaluate('globalThis.isTheSamePage = true');
  return async () => expect(await page.evaluate('globalThis.isTheSamePage')).toBe(true);
}
