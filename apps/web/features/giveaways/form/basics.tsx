'use client';

import type { ChannelId } from '@tally/contract/wire/ids';
import { useLocale, useTranslations } from 'next-intl';
import { ownZone } from '../../../lib/wall-time.ts';
import { dateTime, duration, zoneName } from '../../../lib/words/format.ts';
import { isLocked, PremiumCrown } from '../../../shell/premium-lock.tsx';
import { ChannelPicker } from '../../../ui/fields/channel-picker.tsx';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { Labelled } from '../../../ui/fields/labelled.tsx';
import { MomentPicker } from '../../../ui/fields/moment-picker.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { useNow } from '../countdown.tsx';
import { endOf } from './draft-of.ts';
import { FigureField, type FormProps } from './parts.tsx';
import { SpanField } from './span-field.tsx';
import { StreamFields } from './stream-fields.tsx';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** The fields for the prize, the channel, the number of winners, the start and the end. */
export function Basics(props: FormProps) {
  const { server, draft, discord, problems, onChange, stage } = props;
  const t = useTranslations('giveaways.fields');
  // The time zone in which this server's slash commands read times.
  const zone = server.quietHours?.timeZone ?? ownZone();
  const end = endOf(draft, new Date(useNow(10_000)));
  return (
    <>
      <Field label={t('name')} error={problems.has('name') && draft.name !== '' ? t('nameBad') : undefined}>
        <FieldInput
          value={draft.name}
          placeholder={t('namePlaceholder')}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2">
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
        <FigureField {...props} name="winnerCount" {...(stage === 'frozen' ? { hint: t('onlyMore') } : {})} />
        {stage === 'new' && <Start {...props} zone={zone} />}
        <End {...props} zone={zone} />
      </div>
      {end && <EndLine end={end} zone={zone} />}
    </>
  );
}

type ZonedProps = FormProps & { zone: string };

const starts = ['now', 'later', 'stream'] as const;

/** Starts now, at a chosen time, or with a stream. */
function Start(props: ZonedProps) {
  const { server, draft, problems, onChange, limits, zone } = props;
  const t = useTranslations('giveaways.fields');
  const isLaterLocked = isLocked(server, 'ScheduleGiveaways');
  const { startsAt, followsStream, startsWithStream } = draft;
  const chosen = startsAt !== null ? 'later' : followsStream || startsWithStream ? 'stream' : 'now';
  const choose = (next: (typeof starts)[number]) => {
    const soon = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS).toISOString();
    onChange({
      startsAt: next === 'later' ? soon : null,
      startsWithStream: next === 'stream',
      ...(next === 'stream' ? {} : { followsStream: null }),
    });
  };
  return (
    <div className="grid min-w-0 gap-4">
      <Labelled label={t('start')}>
        <Select
          label={t('start')}
          value={chosen}
          onChange={choose}
          choices={starts.map((value) => ({
            value,
            label: t(`starts.${value}`),
            disabled: value === 'later' && isLaterLocked,
          }))}
        />
        {isLaterLocked && <PremiumCrown flag="ScheduleGiveaways" />}
      </Labelled>
      {startsAt !== null && (
        <MomentPicker
          label={t('startsAt')}
          zone={zone}
          value={new Date(startsAt)}
          error={problems.has('startsAt') ? t('startsAtBad', { hours: limits?.scheduleHours ?? 0 }) : undefined}
          onChange={(at) => onChange({ startsAt: at.toISOString() })}
        />
      )}
      {chosen === 'stream' && <StreamFields {...props} />}
    </div>
  );
}

const lengths = [10, 60, 360, 720, 1440, 4320, 10_080] as const;
type Length = `${(typeof lengths)[number]}` | 'other' | 'moment';

/** Ends after a duration or at a chosen time. An existing giveaway can only use a time. */
function End(props: ZonedProps) {
  const { draft, problems, onChange, stage, limits, zone } = props;
  const t = useTranslations('giveaways.fields');
  const locale = useLocale();
  const { durationMinutes, endsAt } = draft;
  const preset = lengths.find((each) => each === durationMinutes);
  const chosen: Length = endsAt !== null ? 'moment' : preset === undefined ? 'other' : `${preset}`;
  const choose = (next: Length) => {
    if (next === 'moment') return onChange({ endsAt: (endOf(draft, new Date()) ?? new Date()).toISOString() });
    return onChange({ endsAt: null, durationMinutes: next === 'other' ? null : Number(next) });
  };
  return (
    <div className="grid min-w-0 gap-4">
      {stage === 'new' && (
        <Labelled label={t('length')}>
          <Select
            label={t('length')}
            value={chosen}
            onChange={choose}
            choices={[
              ...lengths.map((each) => ({
                value: `${each}` as Length,
                label: duration(each * MINUTE_MS, locale, 'long'),
              })),
              { value: 'other', label: t('otherLength') },
              { value: 'moment', label: t('untilMoment') },
            ]}
          />
        </Labelled>
      )}
      {chosen === 'other' && <SpanField {...props} name="durationMinutes" usual="720" />}
      {endsAt !== null && (
        <MomentPicker
          label={t('endsAt')}
          zone={zone}
          value={new Date(endsAt)}
          error={problems.has('endsAt') ? t('endsAtBad', { hours: limits?.hours ?? 0 }) : undefined}
          hint={stage === 'frozen' ? t('onlyLater') : undefined}
          onChange={(at) => onChange({ endsAt: at.toISOString() })}
        />
      )}
    </div>
  );
}

/** The end in the server's time zone, and in the reader's if it is different. */
function EndLine({ end, zone }: { end: Date; zone: string }) {
  const t = useTranslations('giveaways.fields');
  const locale = useLocale();
  const [moment, own] = [dateTime(end, locale, zone), dateTime(end, locale)];
  return (
    <p className="text-muted text-small">
      {t('endsHere', { moment, zone: zoneName(zone) })}
      {moment !== own && ` · ${t('endsForYou', { moment: own })}`}
    </p>
  );
}
