import type { ListedDelivery } from '../../deliveries/delivery-queries.ts';
import { texts } from '../../texts.ts';

export function wordOfEvent(event: ListedDelivery['event']): string {
  return event === 'test' ? texts.deliveries.test : texts.events.names[event];
}
