import { Check, Minus } from 'lucide-react';
import type { MouseEvent } from 'react';
import { cx } from '../../../ui/cx.ts';

/** A native checkbox, because a list has hundreds of them. The whole label can be pressed. */
export function SelectBox({
  label,
  isOn,
  isMixed = false,
  onClick,
  className,
}: {
  label: string;
  isOn: boolean;
  isMixed?: boolean;
  onClick: (event: MouseEvent<HTMLInputElement>) => void;
  className?: string;
}) {
  const Mark = isMixed ? Minus : Check;
  return (
    <label
      // A range selection must not select the text between its rows.
      className={cx(
        'relative -mx-2.5 grid size-9 cursor-pointer select-none place-items-center pointer-coarse:size-11',
        className,
      )}
    >
      <input
        type="checkbox"
        aria-label={label}
        ref={(box) => {
          if (box) box.indeterminate = isMixed;
        }}
        checked={isOn}
        onClick={onClick}
        onChange={() => undefined}
        className="peer size-4 cursor-pointer appearance-none rounded-[4px] border border-control bg-ground checked:border-ink checked:bg-ink indeterminate:border-ink indeterminate:bg-ink"
      />
      {/* Always rendered, because adding it for "select all" would lay out hundreds of rows again. */}
      <Mark
        size={12}
        strokeWidth={3}
        aria-hidden
        className="pointer-events-none invisible absolute text-on-ink peer-checked:visible peer-indeterminate:visible"
      />
    </label>
  );
}
