import { expect, test } from '@jest/globals';

import { formatKafkaProperties, type KafkaNodePlan } from './kafka-properties.ts';

const node = (id: number): KafkaNodePlan => ({
  id,
  name: `kafka-${id}`,
  clientPort: 100 + id,
  advertisedPort: 200 + id,
  internalPort: 300 + id,
  controllerPort: 400 + id,
  dataDir: `/data/${id}`,
});

test('one node keeps a single replica of everything', () => {
  const lines = formatKafkaProperties(node(1), [node(1)]).split('\n');

  expect(lines).toEqual(
    expect.arrayContaining([
      'controller.quorum.voters=1@127.0.0.1:401',
      'default.replication.factor=1',
      'min.insync.replicas=1',
      'auto.create.topics.enable=false',
    ]),
  );
});

test('three nodes keep three replicas of everything, and tolerate the loss of one', () => {
  const lines = formatKafkaProperties(node(2), [node(1), node(2), node(3)]).split('\n');

  expect(lines).toEqual(
    expect.arrayContaining([
      'node.id=2',
      'controller.quorum.voters=1@127.0.0.1:401,2@127.0.0.1:402,3@127.0.0.1:403',
      'default.replication.factor=3',
      'offsets.topic.replication.factor=3',
      'min.insync.replicas=2',
    ]),
  );
});

test('clients are directed to the proxy, and nodes connect without it', () => {
  const lines = formatKafkaProperties(node(1), [node(1)]).split('\n');

  expect(lines).toContain(
    'listeners=CLIENT://127.0.0.1:101,INTERNAL://127.0.0.1:301,CONTROLLER://127.0.0.1:401',
  );
  expect(lines).toContain('advertised.listeners=CLIENT://127.0.0.1:201,INTERNAL://127.0.0.1:301');
});

test('with certificates no port accepts unauthenticated connections', () => {
  const tls = { keystore: '/data/1/keystore.pem', caFile: '/ca.pem' };
  const lines = formatKafkaProperties(node(1), [node(1)], tls).split('\n');

  expect(lines).toEqual(
    expect.arrayContaining([
      'listener.security.protocol.map=CLIENT:SASL_SSL,INTERNAL:SSL,CONTROLLER:SSL',
      'listener.name.internal.ssl.client.auth=required',
      'listener.name.controller.ssl.client.auth=required',
      'super.users=User:admin;User:CN=kafka',
    ]),
  );
});
