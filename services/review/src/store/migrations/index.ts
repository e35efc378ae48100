import { Outputs1700000300000 } from './1700000300000-outputs.ts';
import { Messaging1700000300100 } from './1700000300100-messaging.ts';

export const MIGRATIONS = [Outputs1700000300000, Messaging1700000300100];
