import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import type { Client } from '../harness/client.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { joinAs, makeAutomation, newAddress, signUp } from '../harness/people.ts';
import { startSystem, type System } from '../harness/system.ts';

let system: System;
let admin: Client;
let adminEmail: string;
/** Its token was created by the admin. */
let automation: Client;
let ben: Client & { readonly email: string };
let cyn: Client & { readonly email: string };

async function aReviewer() {
  const { email, client } = await joinAs(system, 'reviewer', admin);
  return { ...client, email };
}

beforeAll(async () => {
  system = await startSystem();
  const workspaceName = uniqueName('Four eyes');
  adminEmail = newAddress('Ada');
  admin = await signUp(system, { email: adminEmail, workspaceName });
  automation = await makeAutomation(system, admin);
  ben = await aReviewer();
  cyn = await aReviewer();
}, 60_000);

afterAll(async () => {
  await system.stop();
});

async function aTransfer(approvals: object, more: object = {}): Promise<string> {
  const action = { name: 'transfer', summary: 'Transfer 5,000', params: { amount: 5_000 } };
  const { id } = await submit(automation, { project: 'Bank', action, approvals, ...more });
  await awaitVerdict(automation, id);
  return id;
}

const approve = (who: Client, id: string, more: object = {}) =>
  who.patch(`/api/logs/${id}/decision`, { decision: 'approved', ...more });

test('a transfer proceeds once two people other than its submitter have approved it', async () => {
  const id = await aTransfer({ needed: 2, notSubmitter: true });
  const waiting = automation.get(`/api/logs/${id}/status?wait=60`);

  expect((await ben.get(`/api/logs/${id}`)).body).toMatchObject({
    ...{ status: 'flagged', requireApproval: true, approvals: { needed: 2, given: [] } },
  });
  expect(await approve(admin, id)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect(await approve(ben, id)).toMatchObject({ status: 200, body: { humanDecision: null } });
  expect(await approve(ben, id)).toMatchObject({ status: 200, body: { humanDecision: null } });
  expect(await approve(automation, id)).toMatchObject({ status: 403 });
  expect((await automation.get(`/api/logs/${id}/status`)).body).toMatchObject({
    ...{ settled: false, approvals: { needed: 2, given: [{ by: ben.email }] } },
  });
  expect(await approve(cyn, id)).toMatchObject({ body: { humanDecision: 'approved' } });

  expect(await waiting).toMatchObject({
    status: 200,
    body: {
      ...{ settled: true, humanDecision: 'approved', decidedBy: cyn.email },
      approvals: { needed: 2, given: [{ by: ben.email }, { by: cyn.email }] },
    },
  });
});

test('a rule requires two approvals for outputs that fail it, and a sync caller gets the verdict', async () => {
  const rule = { name: 'Large transfers', type: 'json_field_range', projectName: 'Treasury' };
  const value = JSON.stringify({ path: 'action.params.amount', max: 1_000 });
  const body = { ...rule, value, approvals: { needed: 2, notSubmitter: true } };
  const created = await admin.post('/api/rules', body);
  expect(created).toMatchObject({
    ...{ status: 201, body: { approvals: { needed: 2, notSubmitter: true } } },
  });
  const transfer = (amount: number, more: object = {}) => ({
    ...{ project: 'Treasury', ...more },
    action: { name: 'transfer', summary: `Transfer ${amount}`, params: { amount } },
  });

  const large = await automation.post('/api/logs', transfer(5_000, { sync: true }));
  const small = await submit(automation, transfer(10));

  expect(large).toMatchObject({ status: 200, body: { verdict: 'fail', status: 'flagged' } });
  const id = String(large.body['id']);
  await awaitVerdict(automation, id);
  await awaitVerdict(automation, small.id);
  const approvals = { needed: 2, given: [] };
  expect((await ben.get(`/api/logs/${id}`)).body).toMatchObject({ approvals });
  expect((await ben.get(`/api/logs/${small.id}`)).body).toMatchObject({
    ...{ status: 'pass', approvals: null },
  });
  expect(await approve(admin, id)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect(await approve(ben, id)).toMatchObject({ body: { humanDecision: null } });
  // Waiting outputs keep the approvals that the rule required when it was applied.
  await admin.patch(`/api/rules/${String(created.body['id'])}`, { approvals: null });
  expect((await ben.get(`/api/logs/${id}`)).body).toMatchObject({ approvals: { needed: 2 } });
  expect(await approve(cyn, id)).toMatchObject({ body: { humanDecision: 'approved' } });
  const next = await submit(automation, transfer(7_000));
  await awaitVerdict(automation, next.id);
  expect(await approve(ben, next.id)).toMatchObject({ body: { humanDecision: 'approved' } });
});

test('one approver must be a member of the group, even after the group is replaced', async () => {
  const people = (await admin.get('/api/people')).body as unknown as {
    userId: string;
    email: string;
  }[];
  const idOf = (email: string) => people.find((each) => each.email === email)?.userId ?? '';
  const aGroup = async (name: string, ...emails: string[]) => {
    const body = { name: uniqueName(name), userIds: emails.map(idOf) };
    return String((await admin.post('/api/groups', body)).body['id']);
  };
  const [finance, empty] = [await aGroup('Finance', cyn.email), await aGroup('Empty')];
  const id = await aTransfer({ needed: 2, groupId: finance });
  const rule = { name: 'Books', type: 'keyword_forbidden', value: 'never', projectName: 'Books' };
  const approvals = { needed: 2, groupId: finance };
  const ruleId = String((await admin.post('/api/rules', { ...rule, approvals })).body['id']);
  const refused = {
    ...{ status: 400, body: { fields: { 'approvals.groupId': expect.any(String) } } },
  };
  const stranger = await signUp(system, {
    ...{ email: newAddress('Eve'), workspaceName: uniqueName('Elsewhere') },
  });
  const { body: theirs } = await stranger.post('/api/groups', { name: 'Theirs' });
  for (const groupId of [empty, 'unknown', String(theirs['id'])]) {
    const wanted = { approvals: { needed: 2, groupId } };
    const output = { project: 'Bank', output: 'Fine?', ...wanted };
    expect(await automation.post('/api/logs', output)).toMatchObject(refused);
    expect(await admin.post('/api/rules', { ...rule, ...wanted })).toMatchObject(refused);
  }
  // Cyn would be the only eligible member, and cannot approve her own output.
  const own = { approvals: { ...approvals, notSubmitter: true }, actorId: cyn.email };
  const output = { project: 'Bank', output: 'Fine?', ...own };
  expect(await automation.post('/api/logs', output)).toMatchObject(refused);
  expect(await admin.patch(`/api/rules/${ruleId}`, own)).toMatchObject(refused);

  expect(await approve(admin, id)).toMatchObject({ body: { humanDecision: null } });
  expect(await approve(ben, id)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect(await admin.delete(`/api/groups/${finance}`)).toMatchObject({ status: 409 });
  const heirs = await aGroup('Heirs', ben.email);
  expect(await admin.delete(`/api/groups/${finance}?moveTo=${heirs}`)).toMatchObject({
    status: 200,
  });
  expect((await admin.get(`/api/rules/${ruleId}`)).body).toMatchObject({
    approvals: { groupId: heirs },
  });
  expect(await approve(cyn, id)).toMatchObject({ status: 403 });
  expect(await approve(ben, id)).toMatchObject({ body: { humanDecision: 'approved' } });
});

test('the actor of a submission cannot approve it', async () => {
  const actorId = ben.email.toUpperCase();
  const id = await aTransfer({ needed: 2, notSubmitter: true }, { actorId });

  expect(await approve(ben, id)).toMatchObject({ status: 403 });
  const rejected = await ben.patch(`/api/logs/${id}/decision`, { decision: 'rejected' });
  expect(rejected).toMatchObject({ status: 200, body: { humanDecision: 'rejected' } });
});

test('the audit log names the person who deleted a group as the actor of the resulting changes', async () => {
  const aGroup = async (name: string) =>
    String((await admin.post('/api/groups', { name: uniqueName(name), userIds })).body['id']);
  const people = (await admin.get('/api/people')).body as unknown as { userId: string }[];
  const userIds = people.map(({ userId }) => userId);
  const [former, heirs] = [await aGroup('Former'), await aGroup('Heirs')];
  const rule = { name: 'Loans', type: 'keyword_forbidden', value: 'never', projectName: 'Loans' };
  const approvals = { needed: 2, groupId: former };
  const ruleId = String((await admin.post('/api/rules', { ...rule, approvals })).body['id']);
  const id = await aTransfer({ needed: 2 });
  await admin.patch(`/api/logs/${id}/assignee`, { groupId: former });

  const { status } = await admin.delete(`/api/groups/${former}?moveTo=${heirs}`);

  expect(status).toBe(200);
  await eventually(async () => {
    const { items } = (await admin.get('/api/audit?limit=100')).body as unknown as {
      items: { action: string; requestId: string; address: string }[];
    };
    const deleted = items.find(({ action }) => action === 'group.deleted');
    expect(deleted).toMatchObject({ target: { id: former } });
    const by = {
      ...{ actor: { kind: 'user', id: expect.any(String), name: adminEmail } },
      ...{ requestId: deleted?.requestId, address: deleted?.address },
    };
    expect(items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...{ action: 'rule.updated', target: { kind: 'rule', id: ruleId }, ...by },
        }),
        expect.objectContaining({
          ...{ action: 'output.assigned', logId: id, ...by },
          ...{ before: { groupId: former }, after: { groupId: heirs } },
        }),
      ]),
    );
  }, 20_000);
});

test('a manager can approve in place of a group whose only member is the actor', async () => {
  const { client: manager } = await joinAs(system, 'manager', admin);
  const dan = await aReviewer();
  const people = (await admin.get('/api/people')).body as unknown as {
    userId: string;
    email: string;
  }[];
  const idOf = (email: string) => people.find((each) => each.email === email)?.userId ?? '';
  const body = { name: uniqueName('Desk'), userIds: [idOf(ben.email), idOf(dan.email)] };
  const groupId = String((await admin.post('/api/groups', body)).body['id']);
  const demand = { needed: 2, notSubmitter: true, groupId };
  const id = await aTransfer(demand, { actorId: ben.email });
  expect((await admin.delete(`/api/members/${idOf(dan.email)}`)).status).toBe(200);

  expect(await approve(cyn, id)).toMatchObject({ body: { humanDecision: null } });
  expect(await approve(manager, id)).toMatchObject({ body: { humanDecision: 'approved' } });
});

test('an output marked as handled by one person settles, and needs all approvals again after an override', async () => {
  const id = await aTransfer({ needed: 2 });
  await approve(admin, id);

  await ben.patch(`/api/logs/${id}/decision`, { decision: 'handled' });

  const status = async () => (await automation.get(`/api/logs/${id}/status`)).body;
  expect(await status()).toMatchObject({ settled: true, humanDecision: 'handled' });
  expect(await approve(cyn, id, { override: true })).toMatchObject({
    body: { humanDecision: null },
  });
  expect(await status()).toMatchObject({ settled: false, approvals: { given: { length: 1 } } });
});

test('two concurrent last approvals decide once', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => aTransfer({ needed: 2 })));
  for (const id of ids) await approve(admin, id);

  const answers = await Promise.all(ids.flatMap((id) => [approve(ben, id), approve(cyn, id)]));

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  for (const id of ids) {
    const { body } = await admin.get(`/api/logs/${id}`);
    expect(body['decisions']).toHaveLength(1);
    expect(body['approvals']).toMatchObject({ given: { length: 2 } });
  }
});

test('an approver who lost the role before the decision does not count', async () => {
  const id = await aTransfer({ needed: 2 });
  const dan = await aReviewer();
  await approve(dan, id);
  const people = (await admin.get('/api/people')).body as unknown as {
    userId: string;
    email: string;
  }[];
  const userId = people.find(({ email }) => email === dan.email)?.userId ?? '';
  expect((await admin.delete(`/api/members/${userId}`)).status).toBe(200);

  expect(await approve(ben, id)).toMatchObject({ status: 200, body: { humanDecision: null } });

  expect(await approve(cyn, id)).toMatchObject({ body: { humanDecision: 'approved' } });
});

describe('a submission is refused', () => {
  test.each<[string, object]>([
    ['needed', { needed: 1 }],
    ['needed', { needed: 6 }],
    ['needed', { needed: 2.5 }],
    ['needed', {}],
    ['notSubmitter', { needed: 2, notSubmitter: 'yes' }],
  ])('for its %s: %j', async (field, approvals) => {
    const answer = await automation.post('/api/logs', {
      ...{ project: 'Bank', output: 'Fine?', approvals },
    });

    expect(answer).toMatchObject({
      ...{ status: 400, body: { code: 'VALIDATION_FAILED' } },
      body: { fields: { [`approvals.${field}`]: expect.any(String) } },
    });
  });
});
