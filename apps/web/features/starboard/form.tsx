'use client';

import type { PremiumFlag } from '@tally/contract/premium/flags';
import type { GuildInfo } from '@tally/contract/servers/calls';
import { DEFAULT_STAR, DEFAULT_THRESHOLD } from '@tally/contract/starboard/calls';
import type { ChannelId, RoleId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { isLocked, PremiumCrown } from '../../shell/premium-lock.tsx';
import { discordDataQuery } from '../../shell/server/api.ts';
import { Starts } from '../../shell/server/starts.tsx';
import { ChannelPicker } from '../../ui/fields/channel-picker.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { GivenRolePicker } from '../../ui/fields/role-picker.tsx';
import { SwitchRow } from '../../ui/fields/switch.tsx';
import { Fold } from '../../ui/tool/fold.tsx';
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
  const isCustomLocked = lacks(server, 'CustomStarboards');
  const crown = isCustomLocked ? <PremiumCrown flag="CustomStarboards" /> : undefined;
  const channel = discord?.channels?.find(({ id }) => id === draft.channelId);
  const role = discord?.roles?.find(({ id }) => id === draft.rewardRole);
  const stars = t('stars', { threshold: draft.threshold ?? DEFAULT_THRESHOLD });
  return (
    <>
      <Fold title={t('where')} summary={[channel && `#${channel.name}`, stars].filter(Boolean).join(' · ')} isOpen>
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
            <Figure {...props} name="threshold" usual={DEFAULT_THRESHOLD} />
            {draft.deleteIfLost && (
              <Figure {...props} name="removeThreshold" usual={draft.threshold ?? DEFAULT_THRESHOLD} />
            )}
          </div>
        </div>
      </Fold>
      <Fold
        title={t('rules')}
        summary={switches
          .filter((name) => draft[name])
          .map((name) => t(name))
          .join(' · ')}
      >
        <Switches {...props} />
      </Fold>
      <Fold title={t('which')} summary={useWhich(draft)}>
        <fieldset className="grid gap-5">
          <legend className="sr-only">{t('which')}</legend>
          <SwitchRow
            label={t('requireImage')}
            aside={crown}
            checked={draft.requireImage}
            onChange={(requireImage) => onChange({ requireImage })}
            disabled={isCustomLocked && !draft.requireImage}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <Figure {...props} name="minimumAgeMinutes" disabled={isCustomLocked} />
            <Figure {...props} name="maximumAgeMinutes" disabled={isCustomLocked} />
          </div>
          <FilterFields {...props} discord={discord} disabled={isCustomLocked} />
        </fieldset>
      </Fold>
      <Fold title={t('rewardRole')} summary={role ? `@${role.name}` : t('noReward')}>
        <Field
          label={t('rewardRole')}
          hint={t('rewardHint')}
          aside={lacks(server, 'StarboardRewardRole') ? <PremiumCrown flag="StarboardRewardRole" /> : undefined}
        >
          <GivenRolePicker
            label={t('rewardRole')}
            none={t('noReward')}
            roles={discord?.roles ?? []}
            value={draft.rewardRole}
            onChange={(next) => onChange({ rewardRole: next as RoleId | null })}
            disabled={!discord || (lacks(server, 'StarboardRewardRole') && draft.rewardRole === null)}
          />
        </Field>
      </Fold>
    </>
  );
}

/** True if the plan has starboards but not this feature. Without starboards, people can try everything. */
const lacks = (server: GuildInfo, flag: PremiumFlag): boolean =>
  !isLocked(server, 'Starboards') && isLocked(server, flag);

/** Describes in a few words which messages the board accepts. */
function useWhich({ requireImage, channels, roles }: BoardDraft): string {
  const t = useTranslations('starboard.fields');
  const parts = [
    requireImage ? t('requireImage') : null,
    channels.length > 0 ? t('channels') : null,
    roles.length > 0 ? t('roles') : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? t('allMessages') : parts.join(' · ');
}

const switches = ['deleteIfLost', 'allowSelfStar', 'allowBotMessages', 'allowNsfw', 'openThreadOnStar'] as const;

function Switches({ server, draft, onChange }: BoardFormProps) {
  const t = useTranslations('starboard.fields');
  const isThreadLocked = lacks(server, 'AutoThreadOnStarboard');
  return (
    <div className="divide-y divide-line border-y border-line">
      {switches.map((name) => {
        const isOff = name === 'openThreadOnStar' && isThreadLocked;
        return (
          <SwitchRow
            key={name}
            label={t(name)}
            hint={t(`${name}Hint`)}
            aside={isOff ? <PremiumCrown flag="AutoThreadOnStarboard" /> : undefined}
            checked={draft[name]}
            onChange={(isOn) => onChange({ [name]: isOn })}
            disabled={isOff && !draft[name]}
          />
        );
      })}
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
}: BoardFormProps & { name: keyof typeof limits; usual?: number; disabled?: boolean }) {
  const t = useTranslations('starboard.fields');
  return (
    <NumberField
      label={t(name)}
      {...(usual === undefined ? { unit: 'minutes' } : { fallback: usual })}
      {...limits[name]}
      rangeText={t(`${name}Bad`, limits[name])}
      isWrong={problems.has(name)}
      value={draft[name]}
      disabled={disabled && draft[name] === null}
      onChange={(next) => onChange({ [name]: next })}
    />
  );
}

/** Offers three boards that accept different messages. The picture board needs a plan with custom boards. */
export function BoardStarts({ server, onStart }: { server: GuildInfo; onStart: (part: Partial<BoardDraft>) => void }) {
  const t = useTranslations('starboard.starts');
  const usual = { emoji: DEFAULT_STAR, threshold: null, deleteIfLost: false, requireImage: false };
  const starts = [
    { name: t('usual'), part: usual },
    { name: t('strict'), part: { ...usual, threshold: 10, deleteIfLost: true, allowSelfStar: false } },
    { name: t('pictures'), part: { ...usual, emoji: '🔥', threshold: 5, requireImage: true } },
  ];
  return (
    <Starts
      starts={lacks(server, 'CustomStarboards') ? starts.slice(0, 2) : starts}
      onStart={({ part }) => onStart(part)}
    />
  );
}
