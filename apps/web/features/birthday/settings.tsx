'use client';

import type { CurrentUser } from '@tally/contract/account/calls';
import { type BirthdayBody, SAID_AGAIN_AFTER_DAYS } from '@tally/contract/birthday/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { westernDigits } from '../../lib/words/format.ts';
import { useFailureText } from '../../shell/failed.tsx';
import { toast } from '../../shell/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { Field, FieldInput } from '../../ui/fields/field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { SwitchRow } from '../../ui/fields/switch.tsx';
import { Confirm } from '../../ui/layers/confirm.tsx';
import { congratulatingQuery, saveBirthday } from './api.ts';
import { DayFields, monthDay, type TypedDay, useDay, ZonePicker } from './fields.tsx';

/** A person's own birthday. It is entered once; after that, only the list of servers can change. */
export function BirthdaySettings({ me }: { me: CurrentUser }) {
  const t = useTranslations('birthday.own');
  const birthday = me.database.birthday;
  return (
    <Card>
      <CardHeader title={t('title')} description={t('text')} />
      <CardBody className="flex flex-col gap-4">
        {!birthday || birthday.canChange ? <Say me={me} /> : <Said me={me} />}
      </CardBody>
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

function Say({ me }: { me: CurrentUser }) {
  const t = useTranslations('birthday.own');
  const show = useDay();
  const save = useSave(me);
  const [typed, setTyped] = useState<TypedDay>({ month: '1', day: '' });
  const [year, setYear] = useState('');
  const [zone, setZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const date = monthDay(typed);
  const isYear = year === '' || (/^\d{4}$/.test(year) && Number(year) >= 1900);
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-3">
        <DayFields value={typed} onChange={setTyped} />
        <Field label={t('year')} hint={t('yearHint')} error={isYear ? undefined : t('badYear')}>
          <FieldInput inputMode="numeric" value={year} onChange={({ target }) => setYear(target.value.trim())} />
        </Field>
      </div>
      <ZonePicker value={zone} onChange={setZone} />
      {save.problem && <p className="whitespace-pre-line text-red">{save.problem}</p>}
      <Confirm
        title={t('confirmTitle')}
        description={date ? t('confirmText', { date: show(date) }) : ''}
        trigger={
          <Button variant="primary" className="self-start" disabled={!date || !isYear || save.isPending}>
            {t('save')}
          </Button>
        }
        verb={t('confirm')}
        variant="primary"
        cancel={t('notYet')}
        closesAtOnce
        onConfirm={() => date && save.run({ date, timeZone: zone, ...(year ? { year: Number(year) } : {}) })}
      />
    </>
  );
}

function Said({ me }: { me: CurrentUser }) {
  const t = useTranslations('birthday.own');
  const show = useDay();
  const save = useSave(me);
  const birthday = me.database.birthday;
  if (!birthday) return null;
  if (birthday.date === null) return <Removed lastChanged={birthday.lastChanged} />;
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
      <Remove isBusy={save.isPending} onRemove={() => save.run({ date: null })} />
      {save.problem && <p className="whitespace-pre-line text-red">{save.problem}</p>}
    </>
  );
}

function Removed({ lastChanged }: { lastChanged: string | Date | null }) {
  const t = useTranslations('birthday.own');
  const format = new Intl.DateTimeFormat(westernDigits(useLocale()), { dateStyle: 'long' });
  const from = new Date(lastChanged ?? 0);
  from.setUTCDate(from.getUTCDate() + SAID_AGAIN_AFTER_DAYS);
  return <p className="text-muted">{t('taken', { date: format.format(from) })}</p>;
}

function Remove({ isBusy, onRemove }: { isBusy: boolean; onRemove: () => void }) {
  const t = useTranslations('birthday.own');
  return (
    <Confirm
      title={t('removeTitle')}
      description={t('removeText', { days: SAID_AGAIN_AFTER_DAYS })}
      trigger={
        <Button variant="ghost" className="-ms-2 self-start text-red" disabled={isBusy}>
          {t('remove')}
        </Button>
      }
      verb={t('remove')}
      cancel={t('keep')}
      closesAtOnce
      onConfirm={onRemove}
    />
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
