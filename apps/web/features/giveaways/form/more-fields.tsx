'use client';

import type { RoleId } from '@tally/contract/wire/ids';
import { Plus, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { isLocked, PremiumCrown } from '../../../shell/premium-lock.tsx';
import { usePingWarning } from '../../../shell/server/ping-warning.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field, FieldInput, FieldParts } from '../../../ui/fields/field.tsx';
import { Textarea } from '../../../ui/fields/input.tsx';
import { Labelled } from '../../../ui/fields/labelled.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { GivenRolePicker, PingPicker } from '../../../ui/fields/role-picker.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { SwitchRow } from '../../../ui/fields/switch.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { type Bonus, mostTickets } from './draft-of.ts';
import { EmojiField } from './emoji-field.tsx';
import { FigureField, type FormProps, RolesField } from './parts.tsx';
import { PictureField } from './picture-field.tsx';
import { SpanField } from './span-field.tsx';

/** The fields for how winners are drawn, extra entries, and the maximum number of entrants. */
export function EntryFields(props: FormProps) {
  const { server, draft, onChange, stage } = props;
  const t = useTranslations('giveaways.fields');
  const isLimitLocked = isLocked(server, 'GiveawayEntryLimit');
  const isVoteLocked = isLocked(server, 'DisableDoubleVoteEntry');
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
          <NumberField
            label={t('additionalEntries')}
            {...mostTickets}
            rangeText={t('range', mostTickets)}
            value={bonus.additionalEntries}
            onChange={(additionalEntries) => change(at, { additionalEntries })}
          />
          <IconButton
            icon={Trash2}
            className="sm:mt-7"
            label={t('removeBonus')}
            onClick={() => onChange({ roleBonuses: roleBonuses.filter((_, place) => place !== at) })}
          />
        </div>
      ))}
      {problems.has('roleBonuses') && <p className="text-red text-small">{t('bonusBad')}</p>}
      <Button
        icon={Plus}
        className="justify-self-start"
        disabled={locked || roleBonuses.length >= 25}
        onClick={() => onChange({ roleBonuses: [...roleBonuses, { roles: [], additionalEntries: 1 }] })}
      >
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

/** The fields for what winners must do and what they receive. */
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

/** The fields for the message and other posts, which do not affect who wins. */
export function MessageFields(props: FormProps) {
  const { server, draft, discord, problems, onChange, stage } = props;
  const t = useTranslations('giveaways.fields');
  const warning = usePingWarning(discord, draft.mentionRole, [draft.channelId]);
  return (
    <>
      <Field
        label={t('description')}
        aside={<span className="figures text-muted text-small" dir="ltr">{`${draft.description.length} / 2000`}</span>}
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
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('buttonLabel')} error={problems.has('buttonLabel') ? t('tooLong', { most: 80 }) : undefined}>
          <FieldInput
            value={draft.buttonLabel}
            placeholder={t('buttonUsual')}
            onChange={({ target }) => onChange({ buttonLabel: target.value })}
          />
        </Field>
        <EmojiField
          serverId={server.guildId}
          value={draft.emojiUnicodeOrId}
          onChange={(emojiUnicodeOrId) => onChange({ emojiUnicodeOrId })}
        />
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
