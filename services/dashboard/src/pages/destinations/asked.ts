import type { Destination } from '../../deliveries/delivery-queries.ts';

/** What is to be done with a destination. */
export interface Asked {
  readonly what: 'test' | 'replay' | 'rotate' | 'delete';
  readonly destination: Destination;
}

export interface DestinationDialogProps {
  readonly destination: Destination;
  readonly onClose: () => void;
}
