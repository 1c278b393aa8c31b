'use client';

import { stickyModes } from '@tally/contract/message-editor/bodies';
import type { ChannelFinding, GuildInfo } from '@tally/contract/servers/calls';
import type { ChannelId } from '@tally/contract/wire/ids';
import { useTranslations } from 'next-intl';
import { ChannelPicker } from '../../ui/fields/channel-picker.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { limits, type StickyDraft } from './draft-of.ts';

interface TimingProps {
  readonly server: GuildInfo;
  readonly value: StickyDraft;
  readonly channels: readonly ChannelFinding[] | undefined;
  readonly set: (part: Partial<StickyDraft>) => void;
}

export function StickyTiming({ server, value, channels, set }: TimingProps) {
  const t = useTranslations('sticky-message');
  const { mode } = value;
  const usualDelay = server.stickyMessageDelaySeconds ?? limits.delaySeconds.usual;
  const isByMinutes = mode === 'everyMinutes' || mode === 'afterQuiet';
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label={t('fields.channelId')} hint={t('channelHint')} className="sm:col-span-2">
        <ChannelPicker
          label={t('fields.channelId')}
          channels={channels ?? []}
          value={value.channelId}
          onChange={(next) => set({ channelId: next as ChannelId | null })}
          disabled={!channels}
        />
      </Field>
      <Field label={t('fields.mode')}>
        <Select
          label={t('fields.mode')}
          value={mode}
          onChange={(next) => set({ mode: next })}
          choices={stickyModes.map((each) => ({ value: each, label: t(`modes.${each}`) }))}
        />
      </Field>
      {mode === 'everyMessages' && (
        <Figure name="everyMessages" label={t('fields.everyMessages')} value={value.everyMessages} set={set} />
      )}
      {isByMinutes && <Figure name="minutes" label={t('fields.minutes')} value={value.minutes} set={set} />}
      {mode !== 'afterQuiet' && (
        <Figure
          name="delaySeconds"
          label={t('fields.delaySeconds')}
          hint={t('delayHint')}
          value={value.delaySeconds}
          usual={usualDelay}
          set={set}
        />
      )}
    </div>
  );
}

function Figure({
  name,
  label,
  hint,
  value,
  usual = limits[name].usual,
  set,
}: {
  name: keyof typeof limits;
  label: string;
  hint?: string;
  value: number | null;
  usual?: number;
  set: TimingProps['set'];
}) {
  const t = useTranslations('sticky-message');
  const { min, max } = limits[name];
  return (
    <NumberField
      label={label}
      hint={hint}
      unit={name === 'minutes' ? 'minutes' : name === 'delaySeconds' ? 'seconds' : undefined}
      value={value}
      fallback={usual}
      min={min}
      max={max}
      rangeText={t('range', { min, max })}
      onChange={(next) => set({ [name]: next })}
    />
  );
}
