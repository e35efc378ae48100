import { Checkbox } from '../../components/field.tsx';
import { texts } from '../../texts.ts';
import { formatTime } from '../../formats/times.ts';
import type { Member } from './member.ts';

const { members: words } = texts;

interface KeptTokensProps {
  readonly tokens: Member['tokens'];
  /** Ids. */
  readonly kept: readonly string[];
  readonly onChange: (kept: readonly string[]) => void;
}

/** The tokens that somebody made who is to be removed, and which of them stay good. */
export function KeptTokens({ tokens, kept, onChange }: KeptTokensProps) {
  return (
    <fieldset className="space-y-2">
      <legend className="mb-2 text-sm font-medium">{words.keepTokens}</legend>
      <p className="text-sm text-soft">{words.keepTokensWhy}</p>
      {tokens.map(({ id, name, hint, lastUsedAt }) => (
        <Checkbox
          key={id}
          label={words.keepToken(name, hint)}
          hint={
            lastUsedAt === null ? words.neverUsed : words.lastUsed(formatTime(new Date(lastUsedAt)))
          }
          checked={kept.includes(id)}
          onChange={({ target }) =>
            onChange(target.checked ? [...kept, id] : kept.filter((other) => other !== id))
          }
        />
      ))}
    </fieldset>
  );
}
