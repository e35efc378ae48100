import type { DestinationKind } from '@output-review/contracts';
import type { Sealer } from '@output-review/runtime';

import { placeOfDestination } from '../../domain/destinations/sealing-place.ts';

/** The columns of a delivery `d` and its destination `x` that say where it goes. */
export interface AddressRow {
  readonly destination_id: string;
  readonly kind: DestinationKind;
  readonly address: string | null;
  readonly url_sealed: string | null;
  readonly callback_url_sealed: string | null;
}

export const ADDRESS_COLUMNS = 'x.kind, x.address, x.url_sealed, d.callback_url_sealed';

/** The URL in full, of Slack its origin, or the e-mail address; null where it cannot be told any more. */
export type AddressOpener = (row: AddressRow) => string | null;

export const makeAddressOpener =
  ({ open }: Pick<Sealer, 'open'>): AddressOpener =>
  ({ kind, address, callback_url_sealed: callback, ...row }) => {
    try {
      if (kind === 'callbacks') return callback === null ? null : open(callback);
      // Whoever has the URL of a Slack webhook may write there, and nobody needs to see it.
      if (kind === 'slack' || kind === 'email' || row.url_sealed === null) return address;
      return open(row.url_sealed, placeOfDestination(row.destination_id));
    } catch {
      return address;
    }
  };
