'use client';

import type { Platform } from '@tally/contract/platforms/platform';
import { platforms } from '@tally/contract/platforms/words';
import type { RoleId } from '@tally/contract/wire/ids';
import { useQueries } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { isLocked, PremiumCrown } from '../../../shell/premium-lock.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { Labelled } from '../../../ui/fields/labelled.tsx';
import { Picker } from '../../../ui/fields/picker.tsx';
import { GivenRolePicker } from '../../../ui/fields/role-picker.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { SwitchRow } from '../../../ui/fields/switch.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PlatformNotch } from '../../../ui/platform-chip.tsx';
import { allNames } from '../../notifications/api.ts';
import { shownName } from '../../notifications/shown-name.ts';
import { type Bonus, isBadFigure, mostTickets } from './draft-of.ts';
import { FigureField, type FormProps, RolesField } from './parts.tsx';
import { SpanField } from './span-field.tsx';

/** Extra entries, and the maximum number of entrants. */
export function EntryFields(props: FormProps) {
  const { server, draft, onChange } = props;
  const t = useTranslations('giveaways.fields');
  const isLimitLocked = isLocked(server, 'GiveawayEntryLimit');
  const isVoteLocked = isLocked(server, 'DisableDoubleVoteEntry');
  return (
    <>
      <Bonuses {...props} />
      <FigureField
        {...props}
        name="maxEntries"
        usual={t('noLimit')}
        aside={isLimitLocked ? <PremiumCrown flag="GiveawayEntryLimit" /> : undefined}
        disabled={isLimitLocked && draft.maxEntries === null}
      />
      {draft.maxEntries !== null && (
        <SwitchRow
          label={t('endWhenFull')}
          checked={draft.endWhenFull}
          onChange={(endWhenFull) => onChange({ endWhenFull })}
        />
      )}
      <SwitchRow
        label={t('voteEntry')}
        hint={t('voteEntryHint')}
        aside={isVoteLocked ? <PremiumCrown flag="DisableDoubleVoteEntry" /> : undefined}
        checked={!draft.disableDoubleVoteEntry}
        disabled={isVoteLocked && !draft.disableDoubleVoteEntry}
        onChange={(isOn) => onChange({ disableDoubleVoteEntry: !isOn })}
      />
    </>
  );
}

function Bonuses({ server, discord, draft, problems, onChange }: FormProps) {
  const t = useTranslations('giveaways.fields');
  const { roleBonuses } = draft;
  const locked = isLocked(server, 'GiveawayBonusEntries');
  const change = (at: number, part: Partial<Bonus>) =>
    onChange({ roleBonuses: roleBonuses.map((bonus, place) => (place === at ? { ...bonus, ...part } : bonus)) });
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 flex items-center gap-3 font-semibold">
        {t('roleBonuses')}
        {locked && <PremiumCrown flag="GiveawayBonusEntries" />}
      </legend>
      {roleBonuses.map((bonus, at) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- a bonus is its place
          key={at}
          className="grid gap-3 rounded-card border border-line p-3 sm:grid-cols-[minmax(0,1fr)_140px_auto]"
        >
          <RolesField
            label={t('bonusRoles')}
            discord={discord}
            chosen={bonus.roles}
            onChange={(roles) => change(at, { roles })}
          />
          <Field
            label={t('additionalEntries')}
            error={isBadFigure(bonus.additionalEntries, mostTickets) ? t('range', mostTickets) : undefined}
          >
            <FieldInput
              type="number"
              inputMode="numeric"
              {...mostTickets}
              value={bonus.additionalEntries ?? ''}
              onChange={({ target }) =>
                change(at, { additionalEntries: target.value === '' ? null : Number(target.value) })
              }
            />
          </Field>
          <IconButton
            className="sm:mt-7"
            label={t('removeBonus')}
            onClick={() => onChange({ roleBonuses: roleBonuses.filter((_, place) => place !== at) })}
          >
            <Icon of={Trash2} />
          </IconButton>
        </div>
      ))}
      {problems.has('roleBonuses') && <p className="text-red text-small">{t('bonusBad')}</p>}
      <Button
        className="justify-self-start"
        disabled={locked || roleBonuses.length >= 25}
        onClick={() => onChange({ roleBonuses: [...roleBonuses, { roles: [], additionalEntries: 1 }] })}
      >
        <Icon of={Plus} />
        {t('addBonus')}
      </Button>
      {roleBonuses.length > 1 && (
        <Labelled label={t('roleBonusType')}>
          <Select
            label={t('roleBonusType')}
            value={draft.roleBonusType}
            onChange={(roleBonusType) => onChange({ roleBonusType })}
            choices={(['stackable', 'highest'] as const).map((value) => ({ value, label: t(`bonusTypes.${value}`) }))}
          />
        </Labelled>
      )}
    </fieldset>
  );
}

/** What winners must do, and what they get. */
export function WinnerFields(props: FormProps) {
  const { discord, draft, onChange } = props;
  const t = useTranslations('giveaways.fields');
  return (
    <>
      <SpanField {...props} name="claimMinutes" usual={t('noClaim')} hint={t('claimHint')} />
      <Field label={t('winnerRoleId')} hint={t('winnerRoleHint')}>
        <GivenRolePicker
          label={t('winnerRoleId')}
          none={t('noRole')}
          roles={discord?.roles ?? []}
          value={draft.winnerRoleId}
          onChange={(next) => onChange({ winnerRoleId: next as RoleId | null })}
          disabled={!discord}
        />
      </Field>
      {draft.winnerRoleId !== null && <FigureField {...props} name="winnerRoleDays" usual={t('forGood')} />}
    </>
  );
}

/** Settings that never change who wins. */
export function ExtraFields({ draft, problems, onChange }: FormProps) {
  const t = useTranslations('giveaways.fields');
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('buttonLabel')} error={problems.has('buttonLabel') ? t('tooLong', { most: 80 }) : undefined}>
          <FieldInput
            value={draft.buttonLabel}
            placeholder={t('buttonUsual')}
            onChange={({ target }) => onChange({ buttonLabel: target.value })}
          />
        </Field>
        <Field label={t('emojiUnicodeOrId')}>
          <FieldInput
            value={draft.emojiUnicodeOrId}
            placeholder="🎉"
            maxLength={64}
            onChange={({ target }) => onChange({ emojiUnicodeOrId: target.value })}
          />
        </Field>
      </div>
      <div className="divide-y divide-line border-y border-line">
        {(['lastChance', 'dmWinners', 'listed'] as const).map((name) => (
          <SwitchRow
            key={name}
            label={t(name)}
            hint={t(`${name}Hint`)}
            checked={draft[name]}
            onChange={(isOn) => onChange({ [name]: isOn })}
          />
        ))}
      </div>
    </>
  );
}

/** Starts or ends with a creator's stream. */
export function StreamFields({ server, draft, onChange }: FormProps) {
  const t = useTranslations('giveaways.fields');
  const lists = useQueries({ queries: allNames(server.guildId) });
  const groups = platforms.map((platform, at) => ({
    value: platformNames[platform],
    items: (lists[at]?.data ?? []).map((streamer) => ({
      value: `${platform} ${streamer.streamerId}`,
      label: shownName(streamer),
      alias: streamer.streamerUserName,
      icon: <PlatformNotch platform={platform} />,
    })),
  }));
  const { followsStream: stream } = draft;
  const choose = (next: string | null) => {
    const [platform, streamerId] = next?.split(' ') ?? [];
    onChange({ followsStream: streamerId ? { platform: platform as Platform, streamerId } : null });
  };
  return (
    <>
      <Field
        label={t('followsStream')}
        hint={t('followsHint')}
        aside={
          stream && (
            <Button variant="ghost" size="compact" onClick={() => choose(null)}>
              {t('noStream')}
            </Button>
          )
        }
      >
        <Picker
          label={t('followsStream')}
          words={{ placeholder: t('noStream'), search: t('searchStream'), empty: t('nobodyFollowed') }}
          groups={groups.filter(({ items }) => items.length > 0)}
          value={stream && `${stream.platform} ${stream.streamerId}`}
          onChange={choose}
        />
      </Field>
      {stream && (
        <div className="divide-y divide-line border-y border-line">
          {(['startsWithStream', 'endsWithStream'] as const).map((name) => (
            <SwitchRow
              key={name}
              label={t(name)}
              checked={draft[name]}
              onChange={(isOn) => onChange({ [name]: isOn })}
            />
          ))}
        </div>
      )}
    </>
  );
}
