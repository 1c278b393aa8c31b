import { cx } from '../../../ui/cx.ts';

export interface Part {
  readonly value: number;
  readonly className: string;
  /** Replaces the page's own color. */
  readonly colour?: string;
}

export interface Bar {
  readonly key: string;
  /** The tooltip text. */
  readonly title: string;
  /** Positive parts grow up from the zero line, negative ones down. */
  readonly up: readonly Part[];
  readonly down?: readonly Part[];
}

/** One bar per hour or day. A table shows the same numbers for people who cannot see the bars or prefer to read. */
export function Bars({
  label,
  bars,
  highest,
  from,
  to,
  mark,
}: {
  label: string;
  bars: readonly Bar[];
  /** Formats the top of the scale. */
  highest: (value: number) => string;
  from: string;
  to: string;
  /** A horizontal line at the promised value. */
  mark?: { readonly value: number; readonly label: string };
}) {
  const highestBar = Math.max(0, ...bars.map(({ up }) => sumOf(up)));
  const top = Math.max(1, mark?.value ?? 0, highestBar);
  const bottom = Math.max(0, ...bars.map(({ down = [] }) => sumOf(down)));
  const share = (value: number) => `${(value / (top + bottom)) * 100}%`;
  return (
    <div>
      <p aria-hidden className="figures mb-1 text-muted text-small">
        {highestBar > 0 ? highest(top) : '\u00a0'}
      </p>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- many marks are one picture
        role="img"
        aria-label={label}
        className="relative flex h-40 gap-px"
      >
        {bars.map(({ key, title, up, down = [] }) => (
          <span key={key} title={title} className="relative min-w-0 flex-1 hover:bg-raised">
            <span className="absolute inset-x-0 flex flex-col-reverse" style={{ top: 0, height: share(top) }}>
              {up.map((part) => (
                <Piece key={part.className} part={part} of={top} />
              ))}
            </span>
            <span className="absolute inset-x-0 bottom-0 flex flex-col" style={{ height: share(bottom) }}>
              {down.map((part) => (
                <Piece key={part.className} part={part} of={bottom} />
              ))}
            </span>
          </span>
        ))}
        <span aria-hidden className="absolute inset-x-0 border-control border-t" style={{ top: share(top) }} />
        {mark && (
          <span
            aria-hidden
            className="absolute inset-x-0 border-muted border-t border-dashed text-end text-muted text-small"
            style={{ top: share(top - mark.value) }}
          >
            {mark.label}
          </span>
        )}
      </div>
      <p aria-hidden className="figures mt-1 flex justify-between text-muted text-small">
        <span>{from}</span>
        <span>{to}</span>
      </p>
    </div>
  );
}

/** A part above zero is always tall enough to see. */
function Piece({ part: { value, className, colour }, of }: { part: Part; of: number }) {
  if (value === 0) return null;
  return (
    <span
      className={cx('block min-h-px', className)}
      style={{ height: `${(value / of) * 100}%`, backgroundColor: colour }}
    />
  );
}

const sumOf = (parts: readonly Part[]): number => parts.reduce((sum, { value }) => sum + value, 0);
