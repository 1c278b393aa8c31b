'use client';

import type { PlaceholderName } from '@tally/contract/message-editor/placeholders';
import type { Placeholder } from '@tally/message/template';
import { cx } from '../../../ui/cx.ts';
import { floatingClass } from '../../../ui/layers/menu.tsx';

export type PlaceholderWords = Readonly<Record<PlaceholderName, string>>;

const MOST = 8;

/** Lists placeholders whose name begins with the typed text first, then those that contain it. */
export function suggest(placeholders: readonly Placeholder[], typed: string): readonly Placeholder[] {
  const wanted = typed.toLowerCase();
  const begins = placeholders.filter(({ name }) => name.startsWith(wanted));
  const holds = placeholders.filter(({ name }) => !name.startsWith(wanted) && name.includes(wanted));
  return [...begins, ...holds].slice(0, MOST);
}

export function Suggestions({
  id,
  list,
  active,
  words,
  onPick,
}: {
  id: string;
  list: readonly Placeholder[];
  active: number;
  words: PlaceholderWords;
  onPick: (name: string) => void;
}) {
  return (
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> cannot belong to a text field
      role="listbox"
      className={cx(floatingClass, 'absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto p-1.5')}
    >
      {list.map(({ name, sample }, place) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keys and the focus are the text field's
        <div
          key={name}
          id={`${id}-${place}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
          role="option"
          aria-selected={place === active}
          // Keeps the focus in the field, which would lose its caret otherwise.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(name)}
          className={cx(
            'flex cursor-pointer pointer-coarse:min-h-11 items-baseline gap-3 rounded-[8px] px-2.5 py-1.5',
            place === active && 'bg-raised',
          )}
        >
          <code className="shrink-0 font-mono text-small">{`{${name}}`}</code>
          <span className="min-w-0 flex-1 truncate text-muted text-small">{words[name as PlaceholderName]}</span>
          <bdi className="hidden max-w-40 truncate text-faint text-small sm:block">{sample}</bdi>
        </div>
      ))}
    </div>
  );
}
