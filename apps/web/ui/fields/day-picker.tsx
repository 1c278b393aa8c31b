'use client';

import { CalendarDays, ChevronLeft, ChevronRight } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { directionOf } from '../../i18n/locales.ts';
import { ownZone, wallOf } from '../../lib/wall-time.ts';
import { monthAndYear, utcDate, weekday, wholeDate } from '../../lib/words/format.ts';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { Icon } from '../icon.tsx';
import { IconButton } from '../icon-button.tsx';
import { Popover } from '../layers/popover.tsx';
import { selectClass } from './input.tsx';

const DAY_MS = 86_400_000;
const timeOf = (day: string): number => Date.parse(`${day}T00:00Z`);
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

interface DayPickerProps {
  readonly label: string;
  /** The day as `2026-12-24`, or empty. */
  readonly value: string;
  readonly zone?: string;
  /** True if earlier days are disabled. */
  readonly isAhead?: boolean;
  /** True if the day may stay empty. */
  readonly isOptional?: boolean;
  readonly disabled?: boolean;
  readonly onChange: (day: string) => void;
}

/** Picks a day from a calendar by pointer or arrow keys. */
export function DayPicker({
  label,
  value,
  zone = ownZone(),
  isAhead = false,
  isOptional = false,
  disabled,
  onChange,
}: DayPickerProps) {
  const t = useTranslations('ui.calendar');
  const locale = useLocale();
  const [isOpen, setOpen] = useState(false);
  const [now] = useState(() => new Date());
  const today = wallOf(zone, now).slice(0, 10);
  const active = useRef<HTMLButtonElement>(null);
  const shown = value === '' ? t('choose') : utcDate(new Date(timeOf(value)), locale);
  const pick = (day: string) => {
    setOpen(false);
    onChange(day);
  };
  return (
    <Popover
      align="start"
      open={isOpen}
      onOpenChange={setOpen}
      initialFocus={active}
      className="p-3"
      trigger={
        <button type="button" aria-label={`${label}: ${shown}`} disabled={disabled} className={selectClass}>
          <bdi className={cx('truncate', value === '' && 'text-faint')}>{shown}</bdi>
          <Icon of={CalendarDays} size={14} className="shrink-0 text-muted" />
        </button>
      }
    >
      <Calendar value={value} today={today} min={isAhead ? today : ''} active={active} onPick={pick} />
      {isOptional && value !== '' && (
        <Button variant="ghost" size="compact" className="mt-2" onClick={() => pick('')}>
          {t('clear')}
        </Button>
      )}
    </Popover>
  );
}

/** Returns the same day of another month, or its last day if that month is shorter. */
function inMonths(time: number, months: number): number {
  const at = new Date(time);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months + 1, 0)).getUTCDate();
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, Math.min(at.getUTCDate(), last));
}

function after(time: number, { key, shiftKey }: KeyboardEvent, isRtl: boolean): number | null {
  const ahead = isRtl ? -1 : 1;
  const place = new Date(time).getUTCDay();
  const months = shiftKey ? 12 : 1;
  switch (key) {
    case 'ArrowRight':
      return time + ahead * DAY_MS;
    case 'ArrowLeft':
      return time - ahead * DAY_MS;
    case 'ArrowDown':
      return time + 7 * DAY_MS;
    case 'ArrowUp':
      return time - 7 * DAY_MS;
    case 'Home':
      return time - place * DAY_MS;
    case 'End':
      return time + (6 - place) * DAY_MS;
    case 'PageDown':
      return inMonths(time, months);
    case 'PageUp':
      return inMonths(time, -months);
    default:
      return null;
  }
}

function Calendar({
  value,
  today,
  min,
  active,
  onPick,
}: {
  value: string;
  today: string;
  min: string;
  active: RefObject<HTMLButtonElement | null>;
  onPick: (day: string) => void;
}) {
  const t = useTranslations('ui.calendar');
  const locale = useLocale();
  const [at, go] = useState(timeOf(value || today));
  const isByKey = useRef(false);
  useEffect(() => {
    if (isByKey.current) active.current?.focus();
    isByKey.current = false;
  });
  const first = inMonths(at, 0) - (new Date(at).getUTCDate() - 1) * DAY_MS;
  const start = first - new Date(first).getUTCDay() * DAY_MS;
  const weeks = [0, 1, 2, 3, 4, 5].map((week) => [0, 1, 2, 3, 4, 5, 6].map((day) => start + (week * 7 + day) * DAY_MS));
  const month = monthAndYear(new Date(at), locale);
  const turn = (months: number, label: string, icon: typeof ChevronLeft) => (
    <IconButton label={label} onClick={() => go(inMonths(at, months))}>
      <Icon of={icon} className="rtl:-scale-x-100" />
    </IconButton>
  );
  const press = (event: KeyboardEvent) => {
    const next = after(at, event, directionOf(locale) === 'rtl');
    if (next === null) return;
    event.preventDefault();
    isByKey.current = true;
    go(next);
  };
  return (
    <>
      <div className="mb-1 flex items-center justify-between gap-2">
        {turn(-1, t('previous'), ChevronLeft)}
        <span aria-live="polite" className="font-semibold">
          {month}
        </span>
        {turn(1, t('next'), ChevronRight)}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a calendar is a grid: https://www.w3.org/WAI/ARIA/apg/patterns/grid/ */}
      <table role="grid" aria-label={month} onKeyDown={press}>
        <thead>
          <tr>
            {(weeks[0] ?? []).map((day) => (
              <th key={day} scope="col" className="size-9 font-normal text-faint text-small">
                <span aria-hidden>{weekday(new Date(day), locale, 'narrow')}</span>
                <span className="sr-only">{weekday(new Date(day), locale, 'long')}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(([sunday = 0, ...others]) => (
            <tr key={sunday}>
              {[sunday, ...others].map((time) => {
                const day = dayOf(time);
                const isChosen = day === value;
                const isOther = new Date(time).getUTCMonth() !== new Date(at).getUTCMonth();
                return (
                  <td key={day} aria-selected={isChosen}>
                    <button
                      ref={time === at ? active : null}
                      type="button"
                      tabIndex={time === at ? 0 : -1}
                      aria-label={wholeDate(new Date(time), locale)}
                      aria-current={day === today ? 'date' : undefined}
                      // Not `disabled`, because a disabled button cannot get the focus from the arrow keys.
                      aria-disabled={day < min}
                      onClick={() => day >= min && onPick(day)}
                      className={cx(
                        'figures size-9 rounded-[8px] border border-transparent hover:bg-raised aria-disabled:opacity-40 pointer-coarse:size-11',
                        isChosen && 'bg-ink text-on-ink hover:bg-ink',
                        !isChosen && isOther && 'text-faint',
                        !isChosen && day === today && 'border-control',
                      )}
                    >
                      {new Date(time).getUTCDate()}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
