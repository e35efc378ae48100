import type { operations } from '../api/schema.d.ts';
import { texts } from '../texts.ts';
import { Checkbox } from './field.tsx';

export type OutputEvent =
  operations['getSettings']['responses'][200]['content']['application/json']['outboundWebhookEvents'][number];

export const OUTPUT_EVENTS = Object.keys(texts.events.names) as OutputEvent[];

interface EventsChoiceProps {
  readonly events: readonly OutputEvent[];
  readonly isDisabled?: boolean;
  readonly onChange: (events: readonly OutputEvent[]) => void;
}

/** What happens to outputs, to be told of or not. */
export function EventsChoice({ events, isDisabled = false, onChange }: EventsChoiceProps) {
  return (
    <fieldset disabled={isDisabled}>
      <legend className="mb-2 text-sm font-medium">{texts.events.told}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {OUTPUT_EVENTS.map((event) => (
          <Checkbox
            key={event}
            label={texts.events.names[event]}
            checked={events.includes(event)}
            onChange={({ target }) =>
              onChange(
                target.checked
                  ? OUTPUT_EVENTS.filter((name) => name === event || events.includes(name))
                  : events.filter((name) => name !== event),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
