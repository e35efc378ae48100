/** One request for a slot, on its way to where slots are counted. */
export interface SlotRequest {
  readonly key: string;
  readonly limit: number;
  /** No other request has it. Asked for twice by the same name, a slot is taken once. */
  readonly member: string;
}

/** When each request's slot was taken, in the order of the requests; null where there was none. */
export type TakenSlots = readonly (Date | null)[];

/** What a key's window holds. */
export interface LiveSlots {
  readonly key: string;
  readonly takenAt: readonly Date[];
}

export type Counting = 'redis' | 'postgres';
