'use client';

import type { CurrentUser } from '@tally/contract/account';
import type { BirthdayBody } from '@tally/contract/birthday';
import type { ServerId } from '@tally/contract/ids';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { useFailureText } from '../../shell/failed.tsx';
import { toast } from '../../shell/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Dialog, DialogClose } from '../../ui/dialog.tsx';
import { Field, FieldInput } from '../../ui/field.tsx';
import { Picker } from '../../ui/picker.tsx';
import { Select } from '../../ui/select.tsx';
import { SwitchRow } from '../../ui/switch.tsx';
import { congratulatingQuery, saveBirthday } from './api.ts';

/** A person's own birthday: said once, and then only who may congratulate. */
export function BirthdaySettings({ me }: { me: CurrentUser }) {
  const t = useTranslations('birthday.own');
  const birthday = me.database.birthday;
  return (
    <Card>
      <CardHeader title={t('title')} description={t('text')} />
      <CardBody className="flex flex-col gap-4">{birthday ? <Said me={me} /> : <Say me={me} />}</CardBody>
    </Card>
  );
}

function useSave(me: CurrentUser) {
  const client = useQueryClient();
  const textOf = useFailureText();
  const save = useMutation(saveBirthday(client, me.database.userId));
  const run = (body: BirthdayBody) =>
    save.mutate(body, { onSuccess: (sentence) => void toast('success', { title: sentence }) });
  return { run, isPending: save.isPending, problem: save.isError ? textOf(save.error) : null };
}

/** A leap year, so that 29 February can be shown. */
const SHOWN_YEAR = 2024;
const dateOf = (month: number, day: number): Date => new Date(Date.UTC(SHOWN_YEAR, month - 1, day));
const two = (value: string): string => value.padStart(2, '0');

function useDay(): (date: string) => string {
  const format = new Intl.DateTimeFormat(useLocale(), { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return (date) => {
    const [month = 1, day = 1] = date.split('/').map(Number);
    return format.format(dateOf(month, day));
  };
}

function Say({ me }: { me: CurrentUser }) {
  const t = useTranslations('birthday.own');
  const show = useDay();
  const save = useSave(me);
  const [month, setMonth] = useState('1');
  const [day, setDay] = useState('');
  const [year, setYear] = useState('');
  const [zone, setZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const number = Number(day);
  const isDay = /^\d{1,2}$/.test(day) && number > 0 && number <= dateOf(Number(month) + 1, 0).getUTCDate();
  const isYear = year === '' || (/^\d{4}$/.test(year) && Number(year) >= 1900);
  const date = `${two(month)}/${two(day)}`;
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-3">
        <div className="flex flex-col gap-1.5">
          <span aria-hidden className="font-semibold text-body">
            {t('month')}
          </span>
          <MonthSelect value={month} onChange={setMonth} />
        </div>
        <Field label={t('day')} error={day !== '' && !isDay ? t('badDay') : undefined}>
          <FieldInput inputMode="numeric" value={day} onChange={({ target }) => setDay(target.value.trim())} />
        </Field>
        <Field label={t('year')} hint={t('yearHint')} error={isYear ? undefined : t('badYear')}>
          <FieldInput inputMode="numeric" value={year} onChange={({ target }) => setYear(target.value.trim())} />
        </Field>
      </div>
      <ZonePicker value={zone} onChange={setZone} />
      {save.problem && <p className="whitespace-pre-line text-red">{save.problem}</p>}
      <Dialog
        title={t('confirmTitle')}
        description={isDay ? t('confirmText', { date: show(date) }) : ''}
        trigger={
          <Button variant="primary" className="self-start" disabled={!isDay || !isYear || save.isPending}>
            {t('save')}
          </Button>
        }
        actions={
          <>
            <DialogClose>
              <Button>{t('notYet')}</Button>
            </DialogClose>
            <DialogClose>
              <Button
                variant="primary"
                onClick={() => save.run({ date, timeZone: zone, ...(year ? { year: Number(year) } : {}) })}
              >
                {t('confirm')}
              </Button>
            </DialogClose>
          </>
        }
      />
    </>
  );
}

function MonthSelect({ value, onChange }: { value: string; onChange: (month: string) => void }) {
  const t = useTranslations('birthday.own');
  const name = new Intl.DateTimeFormat(useLocale(), { month: 'long', timeZone: 'UTC' });
  const choices = Array.from({ length: 12 }, (_, n) => ({
    value: String(n + 1),
    label: name.format(dateOf(n + 1, 1)),
  }));
  return <Select label={t('month')} choices={choices} value={value} onChange={onChange} />;
}

function ZonePicker({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
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

function Said({ me }: { me: CurrentUser }) {
  const t = useTranslations('birthday.own');
  const show = useDay();
  const save = useSave(me);
  const birthday = me.database.birthday;
  if (!birthday) return null;
  if (birthday.date === null) return <p className="text-muted">{t('taken')}</p>;
  return (
    <>
      <p>
        <strong>{show(birthday.date)}</strong>
        {birthday.year !== null && (
          <span className="text-muted"> · {t('bornIn', { year: String(birthday.year) })}</span>
        )}
        <span className="block text-muted text-small">{t('onlyStaff')}</span>
      </p>
      <ZonePicker value={birthday.timeZone} onChange={(timeZone) => save.run({ timeZone })} />
      {birthday.date === '02/29' && (
        <div className="flex flex-col gap-1.5">
          <span aria-hidden className="font-semibold text-body">
            {t('leapDay')}
          </span>
          <Select
            label={t('leapDay')}
            choices={(['feb28', 'mar1'] as const).map((value) => ({ value, label: t(`leapDays.${value}`) }))}
            value={birthday.leapDay}
            onChange={(leapDay) => save.run({ leapDay })}
          />
        </div>
      )}
      {birthday.year !== null && (
        <SwitchRow
          label={t('showsAge')}
          hint={t('showsAgeHint')}
          checked={birthday.showsAge}
          disabled={save.isPending}
          onChange={(showsAge) => save.run({ showsAge })}
        />
      )}
      <Servers
        chosen={birthday.whereToCongratulate}
        onChange={(whereToCongratulate) => save.run({ whereToCongratulate })}
        isBusy={save.isPending}
      />
      {save.problem && <p className="whitespace-pre-line text-red">{save.problem}</p>}
    </>
  );
}

function Servers({
  chosen,
  onChange,
  isBusy,
}: {
  chosen: readonly ServerId[];
  onChange: (serverIds: ServerId[]) => void;
  isBusy: boolean;
}) {
  const t = useTranslations('birthday.own');
  const servers = useQuery(congratulatingQuery()).data ?? [];
  return (
    <fieldset>
      <legend className="font-semibold text-body">{t('where')}</legend>
      {servers.length === 0 && <p className="text-muted">{t('nowhere')}</p>}
      {servers.map(({ guildId, name }) => (
        <SwitchRow
          key={guildId}
          label={<bdi>{name}</bdi>}
          checked={chosen.includes(guildId)}
          disabled={isBusy}
          onChange={(isOn) => onChange(isOn ? [...chosen, guildId] : chosen.filter((each) => each !== guildId))}
        />
      ))}
    </fieldset>
  );
}
