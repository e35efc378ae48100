export {
  type EventValidator,
  makeStrictValidator,
  makeTolerantValidator,
} from './event-validator.ts';
export { type DayEdge, parseDuration, parseInstant } from './instant.ts';
export { Nullable, OneOf, Timestamp } from './nullable.ts';
export {
  makeBodyReader,
  makeQueryReader,
  type Reading,
  type RequestReader,
} from './request-reader.ts';
export { findTextHazards } from './text-hazards.ts';
