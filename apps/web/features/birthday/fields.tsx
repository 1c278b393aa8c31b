import { useLocale, useTranslations } from 'next-intl';
import { westernDigits } from '../../lib/words/format.ts';
import { Field, FieldInput } from '../../ui/fields/field.tsx';
import { Picker } from '../../ui/fields/picker.tsx';
import { Select } from '../../ui/fields/select.tsx';

/** A leap year, so February 29 is valid. */
const SHOWN_YEAR = 2024;
const dateOf = (month: number, day: number): Date => new Date(Date.UTC(SHOWN_YEAR, month - 1, day));
const two = (value: string): string => value.padStart(2, '0');

/** Formats a date such as `03/14` in words. */
export function useDay(): (date: string) => string {
  const format = new Intl.DateTimeFormat(westernDigits(useLocale()), {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return (date) => {
    const [month = 1, day = 1] = date.split('/').map(Number);
    return format.format(dateOf(month, day));
  };
}

/** A day of the year while a person types it. */
export interface TypedDay {
  readonly month: string;
  readonly day: string;
}

export const typedDay = (date: string): TypedDay => {
  const [month = '1', day = ''] = date.split('/').map((part) => String(Number(part)));
  return { month, day };
};

/** Returns `MM/DD`, or null if the month has no such day. */
export function monthDay({ month, day }: TypedDay): string | null {
  const number = Number(day);
  const isDay = /^\d{1,2}$/.test(day) && number > 0 && number <= dateOf(Number(month) + 1, 0).getUTCDate();
  return isDay ? `${two(month)}/${two(day)}` : null;
}

export function DayFields({ value, onChange }: { value: TypedDay; onChange: (value: TypedDay) => void }) {
  const t = useTranslations('birthday.own');
  return (
    <>
      <div className="flex flex-col gap-1.5">
        <span aria-hidden className="font-semibold text-body">
          {t('month')}
        </span>
        <MonthSelect value={value.month} onChange={(month) => onChange({ ...value, month })} />
      </div>
      <Field label={t('day')} error={value.day !== '' && monthDay(value) === null ? t('badDay') : undefined}>
        <FieldInput
          inputMode="numeric"
          value={value.day}
          onChange={({ target }) => onChange({ ...value, day: target.value.trim() })}
        />
      </Field>
    </>
  );
}

function MonthSelect({ value, onChange }: { value: string; onChange: (month: string) => void }) {
  const t = useTranslations('birthday.own');
  const name = new Intl.DateTimeFormat(westernDigits(useLocale()), { month: 'long', timeZone: 'UTC' });
  const choices = Array.from({ length: 12 }, (_, n) => ({
    value: String(n + 1),
    label: name.format(dateOf(n + 1, 1)),
  }));
  return <Select label={t('month')} choices={choices} value={value} onChange={onChange} />;
}

export function ZonePicker({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const t = useTranslations('birthday.own');
  const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];
  const known = zones.includes(value) ? zones : [value, ...zones];
  return (
    <div className="flex flex-col gap-1.5">
      <span aria-hidden className="font-semibold text-body">
        {t('zone')}
      </span>
      <Picker
        label={t('zone')}
        words={{ placeholder: t('zone'), search: t('searchZone'), empty: t('noZone') }}
        groups={[{ value: '', items: known.map((zone) => ({ value: zone, label: zone })) }]}
        value={value}
        onChange={(next) => next !== null && onChange(next)}
      />
      <span className="text-muted text-small">{t('zoneHint')}</span>
    </div>
  );
}
