'use client';

import { teamLimits } from '@tally/contract/teams/calls';
import { useTranslations } from 'next-intl';
import { Labelled } from '../../ui/fields/labelled.tsx';
import { NumberField } from '../../ui/fields/number-field.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { SwitchRow } from '../../ui/fields/switch.tsx';
import { flagsIn, teamFlagNames, withFlag } from './api.ts';

const spans = ['hour', 'day', 'week', 'month', 'never'] as const;

export interface Wishes {
  readonly bitfield: bigint;
  readonly uses: number;
  readonly isForAnyNumber: boolean;
  readonly until: (typeof spans)[number];
}

export const wishesAtFirst: Wishes = {
  bitfield: teamFlagNames.reduce((bits, flag) => withFlag(bits, flag, true), 0n),
  uses: teamLimits.defaultUses,
  isForAnyNumber: false,
  until: 'week',
};

export function InviteForm({ wishes, onChange }: { wishes: Wishes; onChange: (wishes: Wishes) => void }) {
  const t = useTranslations('teams');
  const { bitfield, uses, isForAnyNumber, until } = wishes;
  const range = t('invites.usesRange', { most: teamLimits.uses });
  return (
    <div className="grid gap-4">
      <fieldset>
        <legend className="font-semibold">{t('invites.right')}</legend>
        {teamFlagNames.map((flag) => (
          <SwitchRow
            key={flag}
            label={t(`rights.${flag}`)}
            hint={t(`rights.${flag}Text`)}
            checked={flagsIn(bitfield).includes(flag)}
            onChange={(isOn) => onChange({ ...wishes, bitfield: withFlag(bitfield, flag, isOn) })}
          />
        ))}
      </fieldset>
      <div>
        {!isForAnyNumber && (
          <NumberField
            label={t('invites.uses')}
            hint={range}
            min={1}
            max={teamLimits.uses}
            rangeText={range}
            isWrong={Number.isNaN(uses)}
            value={uses}
            onChange={(next) => onChange({ ...wishes, uses: next ?? Number.NaN })}
            className="max-w-32"
          />
        )}
        <SwitchRow
          label={t('invites.noEndOfUses')}
          hint={t('invites.noEndOfUsesText')}
          checked={isForAnyNumber}
          onChange={(isOn) => onChange({ ...wishes, isForAnyNumber: isOn })}
        />
      </div>
      <Labelled label={t('invites.until')}>
        <Select
          label={t('invites.until')}
          choices={spans.map((span) => ({ value: span, label: t(`invites.times.${span}`) }))}
          value={until}
          onChange={(next) => onChange({ ...wishes, until: next })}
        />
      </Labelled>
    </div>
  );
}
