interface SegmentedProps<Id extends string> {
  /** What is chosen, for those who hear the page. */
  readonly label: string;
  readonly choices: readonly { readonly id: Id; readonly text: string }[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
}

/** A few ways to see the same thing, of which one is on. */
export function Segmented<Id extends string>(props: SegmentedProps<Id>) {
  const { label, choices, chosen, onChoose } = props;
  return (
    <div role="group" aria-label={label} className="flex rounded-md bg-sunken p-0.5">
      {choices.map(({ id, text }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
          className="rounded px-2 py-0.5 text-xs font-medium text-soft aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-card"
        >
          {text}
        </button>
      ))}
    </div>
  );
}
