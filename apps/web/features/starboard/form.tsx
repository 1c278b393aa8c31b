'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import { DEFAULT_THRESHOLD } from '@tally/contract/starboard/calls';
import type { ChannelId, RoleId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { isLocked, PremiumCrown } from '../../shell/premium-lock.tsx';
import { discordDataQuery } from '../../shell/server/api.ts';
import { ChannelPicker } from '../../ui/fields/channel-picker.tsx';
import { Field, FieldInput } from '../../ui/fields/field.tsx';
import { GivenRolePicker } from '../../ui/fields/role-picker.tsx';
import { SwitchRow } from '../../ui/fields/switch.tsx';
import type { BoardDraft, BoardProblem } from './draft-of.ts';
import { limits } from './draft-of.ts';
import { EmojiField } from './emoji-field.tsx';
import { FilterFields } from './filter-fields.tsx';

export interface BoardFormProps {
  readonly server: GuildInfo;
  readonly draft: BoardDraft;
  readonly problems: ReadonlySet<BoardProblem>;
  readonly onChange: (change: Partial<BoardDraft>) => void;
}

export function BoardForm(props: BoardFormProps) {
  const { server, draft, onChange } = props;
  const t = useTranslations('starboard.fields');
  const discord = useQuery(discordDataQuery(server.guildId, ['channels', 'roles', 'emojis'])).data;
  const isCustomLocked = isLocked(server, 'CustomStarboards');
  const crown = isCustomLocked ? <PremiumCrown flag="CustomStarboards" /> : undefined;
  return (
    <div className="grid gap-5">
      <Field label={t('channelId')}>
        <ChannelPicker
          label={t('channelId')}
          channels={discord?.channels ?? []}
          value={draft.channelId}
          onChange={(next) => onChange({ channelId: next as ChannelId | null })}
          disabled={!discord}
        />
      </Field>
      <EmojiField
        {...props}
        serverId={server.guildId}
        emojis={discord?.emojis?.list ?? []}
        aside={crown}
        disabled={isCustomLocked}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Figure {...props} name="threshold" usual={String(DEFAULT_THRESHOLD)} />
        {draft.deleteIfLost && (
          <Figure {...props} name="removeThreshold" usual={String(draft.threshold ?? DEFAULT_THRESHOLD)} />
        )}
      </div>
      <Switches {...props} />
      <fieldset className="grid gap-5 border-t border-line pt-4">
        <legend className="sr-only">{t('which')}</legend>
        <div className="flex items-center justify-between gap-3">
          <h3 className="font-semibold text-lead">{t('which')}</h3>
          {crown}
        </div>
        <SwitchRow
          label={t('requireImage')}
          checked={draft.requireImage}
          onChange={(requireImage) => onChange({ requireImage })}
          disabled={isCustomLocked && !draft.requireImage}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <Figure {...props} name="minimumAgeMinutes" usual="–" disabled={isCustomLocked} />
          <Figure {...props} name="maximumAgeMinutes" usual="–" disabled={isCustomLocked} />
        </div>
        <FilterFields {...props} discord={discord} disabled={isCustomLocked} />
      </fieldset>
      <Field
        label={t('rewardRole')}
        hint={t('rewardHint')}
        aside={isLocked(server, 'StarboardRewardRole') ? <PremiumCrown flag="StarboardRewardRole" /> : undefined}
      >
        <GivenRolePicker
          label={t('rewardRole')}
          none={t('noReward')}
          roles={discord?.roles ?? []}
          value={draft.rewardRole}
          onChange={(next) => onChange({ rewardRole: next as RoleId | null })}
          disabled={!discord || (isLocked(server, 'StarboardRewardRole') && draft.rewardRole === null)}
        />
      </Field>
    </div>
  );
}

function Switches({ server, draft, onChange }: BoardFormProps) {
  const t = useTranslations('starboard.fields');
  const isThreadLocked = isLocked(server, 'AutoThreadOnStarboard');
  return (
    <div className="divide-y divide-line border-y border-line">
      {(['deleteIfLost', 'allowSelfStar', 'allowBotMessages', 'allowNsfw'] as const).map((name) => (
        <SwitchRow
          key={name}
          label={t(name)}
          hint={t(`${name}Hint`)}
          checked={draft[name]}
          onChange={(isOn) => onChange({ [name]: isOn })}
        />
      ))}
      <SwitchRow
        label={t('openThreadOnStar')}
        hint={t('openThreadOnStarHint')}
        aside={isThreadLocked ? <PremiumCrown flag="AutoThreadOnStarboard" /> : undefined}
        checked={draft.openThreadOnStar}
        onChange={(openThreadOnStar) => onChange({ openThreadOnStar })}
        disabled={isThreadLocked && !draft.openThreadOnStar}
      />
    </div>
  );
}

function Figure({
  name,
  usual,
  draft,
  problems,
  onChange,
  disabled = false,
}: BoardFormProps & { name: keyof typeof limits; usual: string; disabled?: boolean }) {
  const t = useTranslations('starboard.fields');
  const { min, max } = limits[name];
  return (
    <Field label={t(name)} error={problems.has(name) ? t(`${name}Bad`, { min, max }) : undefined}>
      <FieldInput
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        placeholder={usual}
        value={draft[name] ?? ''}
        disabled={disabled && draft[name] === null}
        onChange={({ target }) => onChange({ [name]: target.value === '' ? null : Number(target.value) })}
      />
    </Field>
  );
}
