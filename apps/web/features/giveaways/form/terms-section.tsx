'use client';

import type { ChannelId, RoleId } from '@tally/contract/wire/ids';
import { useLocale, useTranslations } from 'next-intl';
import { asMoment } from '../../../lib/moment-field.ts';
import { dateTime } from '../../../lib/words/format.ts';
import { isLocked, PremiumCrown } from '../../../shell/premium-lock.tsx';
import { usePingWarning } from '../../../shell/server/ping-warning.tsx';
import { ChannelPicker } from '../../../ui/fields/channel-picker.tsx';
import { Field, FieldInput, FieldParts } from '../../../ui/fields/field.tsx';
import { Textarea } from '../../../ui/fields/input.tsx';
import { Labelled } from '../../../ui/fields/labelled.tsx';
import { PingPicker } from '../../../ui/fields/role-picker.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { endOf } from './draft-of.ts';
import { FigureField, type FormProps } from './parts.tsx';
import { PictureField } from './picture-field.tsx';
import { SpanField } from './span-field.tsx';

/** What there is to win, and where. */
export function PrizeFields(props: FormProps) {
  const { server, draft, discord, problems, onChange, stage } = props;
  const t = useTranslations('giveaways.fields');
  const warning = usePingWarning(discord, draft.mentionRole, [draft.channelId]);
  return (
    <>
      <Field label={t('name')} error={problems.has('name') && draft.name !== '' ? t('nameBad') : undefined}>
        <FieldInput
          value={draft.name}
          placeholder={t('namePlaceholder')}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </Field>
      <Field
        label={t('description')}
        aside={<Counter length={draft.description.length} most={2000} />}
        error={problems.has('description') ? t('tooLong', { most: 2000 }) : undefined}
      >
        <FieldParts.Control
          render={<Textarea rows={3} />}
          value={draft.description}
          onChange={({ target }) => onChange({ description: target.value })}
        />
      </Field>
      <PictureField
        serverId={server.guildId}
        address={draft.image}
        isBad={problems.has('image')}
        onChange={(image) => onChange({ image })}
      />
      {stage === 'new' && (
        <Field label={t('channelId')}>
          <ChannelPicker
            label={t('channelId')}
            channels={discord?.channels ?? []}
            value={draft.channelId}
            onChange={(next) => onChange({ channelId: next as ChannelId | null })}
            disabled={!discord}
          />
        </Field>
      )}
      {stage !== 'frozen' && (
        <Field label={t('mentionRole')} hint={warning}>
          <PingPicker
            label={t('mentionRole')}
            roles={discord?.roles ?? []}
            value={draft.mentionRole}
            onChange={(next) => onChange({ mentionRole: next as RoleId | null })}
            disabled={!discord}
          />
        </Field>
      )}
    </>
  );
}

const Counter = ({ length, most }: { length: number; most: number }) => (
  <span className="figures text-muted text-small" dir="ltr">{`${length} / ${most}`}</span>
);

const lengths = [10, 60, 360, 720, 1440, 4320, 10_080] as const;
type Length = `${(typeof lengths)[number]}` | 'other' | 'moment';

/** How many win, when it starts, and when it ends. */
export function DrawFields(props: FormProps) {
  const { server, draft, onChange, stage } = props;
  const t = useTranslations('giveaways.fields');
  const isLaterLocked = isLocked(server, 'ScheduleGiveaways');
  return (
    <>
      {stage === 'new' && (
        <Labelled label={t('mode')} hint={t(`modeHints.${draft.mode}`)}>
          <Select
            label={t('mode')}
            value={draft.mode}
            onChange={(mode) => onChange({ mode })}
            choices={(['draw', 'drop'] as const).map((value) => ({ value, label: t(`modes.${value}`) }))}
          />
        </Labelled>
      )}
      <FigureField {...props} name="winnerCount" {...(stage === 'frozen' ? { hint: t('onlyMore') } : {})} />
      <EndFields {...props} />
      {stage === 'new' && (
        <SpanField
          {...props}
          name="startInMinutes"
          usual={t('startNow')}
          hint={t('startHint')}
          aside={isLaterLocked ? <PremiumCrown flag="ScheduleGiveaways" /> : undefined}
          disabled={isLaterLocked && draft.startInMinutes === null}
        />
      )}
    </>
  );
}

function EndFields(props: FormProps) {
  const { draft, problems, onChange, stage, limits } = props;
  const t = useTranslations('giveaways.fields');
  const { durationMinutes, endsAt } = draft;
  const preset = lengths.find((each) => each === durationMinutes);
  const chosen: Length = endsAt !== null ? 'moment' : preset === undefined ? 'other' : `${preset}`;
  const choose = (next: Length) => {
    if (next === 'moment') {
      const end = endOf(draft, new Date()) ?? new Date();
      return onChange({ endsAt: asMoment(end) });
    }
    const minutes = next === 'other' ? null : Number(next);
    return onChange({ endsAt: null, durationMinutes: minutes });
  };
  return (
    <div className="grid gap-4">
      {stage === 'new' && (
        <Labelled label={t('length')}>
          <Select
            label={t('length')}
            value={chosen}
            onChange={choose}
            choices={[
              ...lengths.map((each) => ({ value: `${each}` as Length, label: t('lengthOf', lengthOf(each)) })),
              { value: 'other', label: t('otherLength') },
              { value: 'moment', label: t('untilMoment') },
            ]}
          />
        </Labelled>
      )}
      {chosen === 'other' && <SpanField {...props} name="durationMinutes" usual="720" />}
      {endsAt !== null && (
        <Field
          label={t('endsAt')}
          error={problems.has('endsAt') ? t('endsAtBad', { hours: limits?.hours ?? 0 }) : undefined}
          hint={stage === 'frozen' ? t('onlyLater') : undefined}
        >
          <FieldInput
            type="datetime-local"
            value={endsAt}
            onChange={({ target }) => onChange({ endsAt: target.value })}
          />
        </Field>
      )}
    </div>
  );
}

function lengthOf(minutes: number): { unit: 'minutes' | 'hours' | 'days'; count: number } {
  if (minutes % 1440 === 0) return { unit: 'days', count: minutes / 1440 };
  return minutes % 60 === 0 ? { unit: 'hours', count: minutes / 60 } : { unit: 'minutes', count: minutes };
}

/** A moment by the reader's clock, and in UTC where that differs. */
export function BothZones({ end }: { end: Date }) {
  const t = useTranslations('giveaways.fields');
  const locale = useLocale();
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const utc = end.toISOString().slice(0, 16).replace('T', ' ');
  const isSame = end.getTimezoneOffset() === 0;
  return (
    <p className="text-muted text-small">
      {t('endsHere', { moment: dateTime(end, locale), zone })}
      {!isSame && (
        <>
          {' · '}
          <bdi dir="ltr" className="figures">{`${utc} UTC`}</bdi>
        </>
      )}
    </p>
  );
}
