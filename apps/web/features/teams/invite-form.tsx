'use client';

import { teamLimits } from '@tally/contract/teams/calls';
import { useTranslations } from 'next-intl';
import { Field, FieldInput } from '../../ui/fields/field.tsx';
import { Labelled } from '../../ui/fields/labelled.tsx';
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
  const isBad = !isForAnyNumber && (!Number.isInteger(uses) || uses < 1 || uses > teamLimits.uses);
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
          <Field label={t('invites.uses')} hint={range} error={isBad ? range : undefined}>
            <FieldInput
              type="number"
              inputMode="numeric"
              min={1}
              max={teamLimits.uses}
              value={Number.isNaN(uses) ? '' : uses}
              onChange={({ target }) => onChange({ ...wishes, uses: target.valueAsNumber })}
              className="max-w-32"
            />
          </Field>
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
