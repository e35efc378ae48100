import { afterAll, beforeAll, describe } from '@jest/globals';

import { newId } from '../../../../libs/runtime/src/base/new-id.ts';
import type { ObjectStore } from '../../src/object-store/object-store.ts';
import { contentsContract } from './contract-contents.ts';
import { keysContract } from './contract-keys.ts';
import { streamsContract } from './contract-streams.ts';
import type { StoreSubject } from './store-subject.ts';

/** The contract of every object store. */
export function objectStoreContract(name: string, open: () => Promise<ObjectStore>): void {
  describe(`${name} keeps the contract of an object store`, () => {
    let store: ObjectStore;

    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    const subject = (): StoreSubject => {
      const folder = newId();
      return { store, folder, key: `${folder}/file.txt` };
    };
    contentsContract(subject);
    streamsContract(subject);
    keysContract(subject);
  });
}
