import { rm } from 'node:fs/promises';

import { afterEach, beforeEach } from '@jest/globals';

import { makeDataDir } from './data-dir.ts';
import {
  type EmbeddedSystem,
  type ProcessSystem,
  startEmbeddedOn,
  startProcessOn,
  type System,
} from './system.ts';

type Settings = Readonly<Record<string, string>>;

/** The systems that a test starts one after the other on its data folder. */
export interface Restarts {
  readonly dataDir: string;
  /** In this process. */
  start(settings?: Settings): Promise<EmbeddedSystem>;
  /** In a process of its own, which can be killed. */
  startProcess(settings?: Settings): Promise<ProcessSystem>;
}

/** Gives each test of the file a new data folder. After the test, stops what runs on it, and removes it. */
export function useRestarts(): Restarts {
  let dataDir = '';
  let running: System | undefined;
  beforeEach(async () => {
    dataDir = await makeDataDir();
  });
  afterEach(async () => {
    await running?.stop();
    running = undefined;
    await rm(dataDir, { recursive: true, force: true });
  }, 60_000);
  const note = <S extends System>(system: S): S => {
    running = system;
    return system;
  };
  return {
    get dataDir() {
      return dataDir;
    },
    start: async (settings) => note(await startEmbeddedOn(dataDir, settings)),
    startProcess: async (settings) => note(await startProcessOn(dataDir, settings)),
  };
}
