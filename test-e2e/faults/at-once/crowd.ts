import { eventually, makeRandomNumbers } from '@output-review/runtime/testing';

import type { Answer, Client, JsonObject } from '../../harness/client.ts';
import { submit } from '../../harness/outputs.ts';

/** Few, so that most actions meet another one. */
const OUTPUTS = 5;
const ACTORS = 4;

export interface Members {
  readonly automation: Client;
  /** Managers first, the admin at the start. */
  readonly people: readonly Client[];
  readonly userIds: readonly string[];
  readonly groupId: string;
}

/** People and an automation that change the same few outputs in random ways at once. */
export class Crowd {
  readonly #members: Members;
  readonly #random: () => number;
  /** The outputs that they change. A deleted one is replaced. */
  readonly #ids: string[] = [];
  readonly submitted: string[] = [];
  readonly deleted = new Set<string>();
  /** How often each action had each status. */
  readonly tally: Record<string, number> = {};

  constructor(members: Members, seed: number) {
    this.#members = members;
    this.#random = makeRandomNumbers(seed);
  }

  async act(steps: number): Promise<void> {
    for (let place = 0; place < OUTPUTS; place += 1) await this.#submit(place);
    let left = steps;
    const one = async (): Promise<void> => {
      while ((left -= 1) >= 0) await this.#oneOf(this.#actions())();
    };
    await Promise.all(Array.from({ length: ACTORS }, one));
  }

  /** Waits until no rule, judge or deadline changes an output any more. */
  async untilSettled(): Promise<void> {
    const { automation } = this.#members;
    await eventually(async () => {
      for (const id of this.submitted.filter((each) => !this.deleted.has(each))) {
        const { body, text } = await automation.get(`/api/logs/${id}`);
        const isDue =
          body['respondBy'] !== null && body['status'] !== 'pass' && !body['escalatedAt'];
        const isOpen = body['humanDecision'] === null && (body['status'] === 'pending' || isDue);
        if (isOpen) throw new Error(`It is not settled: ${text}`);
      }
    }, 60_000);
  }

  #oneOf<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.#random() * items.length)];
    if (item === undefined) throw new Error('There is nothing to choose from.');
    return item;
  }

  #mostly(chance: number): boolean {
    return this.#random() < chance;
  }

  async #submit(place: number): Promise<void> {
    const id = `output-${this.submitted.length + 1}`;
    this.submitted.push(id);
    const body = {
      ...{ id, project: this.#oneOf(['Plain', 'Sampled', 'Judged']) },
      output: this.#oneOf(['fine', 'rash', 'rude', 'grave', 'rash and grave']),
      requireApproval: this.#mostly(0.2),
      sync: this.#mostly(0.2),
      ...(this.#mostly(0.3) && {
        respondBy: this.#oneOf(['PT1S', 'PT3S']),
        onDeadline: this.#oneOf(['escalate', 'reject', 'approve']),
      }),
    };
    await submit(this.#members.automation, body);
    this.#ids[place] = id;
  }

  #actions(): (() => Promise<void>)[] {
    const { automation, people, userIds, groupId } = this.#members;
    const id = this.#oneOf(this.#ids);
    const path = `/api/logs/${id}`;
    const person = this.#oneOf(people);
    const [admin, manager] = [people[0] ?? person, people[1] ?? person];
    const anyone = this.#mostly(0.2) ? automation : person;
    const assignee = this.#oneOf([{ userId: this.#oneOf(userIds) }, { userId: null }, { groupId }]);
    const note = async (name: string, answering: Promise<Answer>) =>
      this.#note(name, await answering);
    return [
      () => note('decide', anyone.patch(`${path}/decision`, this.#decision())),
      () => note('decide', anyone.patch(`${path}/decision`, this.#decision())),
      () => note('decide', anyone.patch(`${path}/decision`, this.#decision())),
      () => note('flag', anyone.patch(`${path}/status`, { status: 'flagged', reason: 'Look.' })),
      () => note('flag', anyone.patch(`${path}/status`, { status: 'flagged' })),
      () => note('evaluate', manager.post(`${path}/evaluate`)),
      () => note('withdraw', automation.post(`${path}/withdraw`, {})),
      () => note('claim', person.post(`${path}/claim`, { takeOver: this.#mostly(0.5) })),
      () => note('release', person.delete(`${path}/claim`)),
      () => note('assign', admin.patch(`${path}/assignee`, assignee)),
      () => note('edit', anyone.patch(path, { tags: [this.#oneOf(['a', 'b'])] })),
      () => note('bulk', this.#changeMany(this.#oneOf(['approve', 'reject']))),
      () => note('bulk', this.#changeMany('assign', assignee)),
      () => (this.#mostly(0.4) ? this.#delete(id) : note('read', person.get(path))),
    ];
  }

  #decision(): JsonObject {
    const decision = this.#oneOf(['approved', 'rejected', 'handled', 'changed']);
    const said = this.#oneOf([{ comment: 'So.' }, { correctedOutput: 'better' }]);
    const more = decision === 'changed' ? said : {};
    return { decision, override: this.#mostly(0.4), takeOver: this.#mostly(0.7), ...more };
  }

  #changeMany(action: string, more: JsonObject = {}): Promise<Answer> {
    const ids = this.#ids.filter(() => this.#mostly(0.7));
    const [, manager = this.#members.automation] = this.#members.people;
    return manager.patch('/api/logs/bulk', {
      ids: [this.#oneOf(this.#ids), ...ids],
      action,
      ...more,
    });
  }

  /** Two people delete it at once. Whoever does first replaces it. */
  async #delete(id: string): Promise<void> {
    const [admin, manager] = this.#members.people;
    const answers = await Promise.all([
      admin?.delete(`/api/logs/${id}`),
      manager?.patch('/api/logs/bulk', { ids: [id], action: 'delete' }),
    ]);
    for (const answer of answers) if (answer) this.#note('delete', answer);
    if (this.deleted.has(id) || answers.every((answer) => answer?.status === 503)) return;
    this.deleted.add(id);
    await this.#submit(this.#ids.indexOf(id));
  }

  #note(name: string, { status, text }: Answer): void {
    // A busy machine may answer 503: then nothing was done.
    if (status >= 500 && status !== 503) throw new Error(`${name} answered ${status}: ${text}`);
    this.tally[`${name} ${status}`] = (this.tally[`${name} ${status}`] ?? 0) + 1;
  }
}
