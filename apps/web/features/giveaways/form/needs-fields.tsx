'use client';

import { platformsToLink } from '@tally/contract/platforms/words';
import { useTranslations } from 'next-intl';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { isLocked, PremiumCrown } from '../../../shell/premium-lock.tsx';
import { cx } from '../../../ui/cx.ts';
import { DayPicker } from '../../../ui/fields/day-picker.tsx';
import { Field, FieldInput } from '../../../ui/fields/field.tsx';
import { Labelled } from '../../../ui/fields/labelled.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { SwitchRow } from '../../../ui/fields/switch.tsx';
import { countNeeds } from './draft-of.ts';
import { FigureField, type FormProps, RolesField } from './parts.tsx';

/** The fields for who may enter. Requirements beyond the plan can only be removed. */
export function NeedsFields(props: FormProps & { hasCodeword: boolean }) {
  const { server, discord, draft, onChange, hasCodeword, limits, problems } = props;
  const t = useTranslations('giveaways.fields');
  const isNeedLocked = isLocked(server, 'GiveawayRequirements');
  const locked = isNeedLocked && countNeeds(draft) === 0;
  const crown = isNeedLocked ? <PremiumCrown flag="GiveawayRequirements" /> : undefined;
  return (
    <>
      {limits && (
        <p
          role={problems.has('needRoles') ? 'alert' : undefined}
          className={cx('text-small', problems.has('needRoles') ? 'text-red' : 'text-muted')}
        >
          {t('needsOfPlan', { count: countNeeds(draft), most: limits.requirements })}
        </p>
      )}
      <RolesField
        label={t('needRoles')}
        discord={discord}
        chosen={draft.needRoles}
        aside={crown}
        disabled={locked}
        onChange={(needRoles) => onChange({ needRoles })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        {(['accountCreatedBefore', 'joinedServerBefore'] as const).map((name) => (
          <Labelled key={name} label={t(name)}>
            <DayPicker
              label={t(name)}
              value={draft[name]}
              isOptional
              disabled={locked}
              onChange={(day) => onChange({ [name]: day })}
            />
          </Labelled>
        ))}
        <FigureField {...props} name="messageCount" hint={t('messageCountHint')} disabled={locked} />
        <Labelled label={t('linkedPlatform')}>
          <Select
            label={t('linkedPlatform')}
            value={draft.linkedPlatform ?? 'none'}
            onChange={(next) => onChange({ linkedPlatform: next === 'none' ? null : next })}
            disabled={locked}
            choices={[
              { value: 'none', label: t('noPlatform') },
              ...platformsToLink.map((value) => ({ value, label: platformNames[value] })),
            ]}
          />
        </Labelled>
      </div>
      <SwitchRow
        label={t('boostingServer')}
        checked={draft.boostingServer}
        onChange={(boostingServer) => onChange({ boostingServer })}
        disabled={locked}
      />
      <div className="grid gap-3">
        <Labelled label={t('roleMode')}>
          <Select
            label={t('roleMode')}
            value={draft.roleMode}
            onChange={(roleMode) => onChange({ roleMode })}
            disabled={locked}
            choices={(['whitelist', 'blacklist'] as const).map((value) => ({ value, label: t(`roleModes.${value}`) }))}
          />
        </Labelled>
        <RolesField
          label={t('filterRoles')}
          discord={discord}
          chosen={draft.filterRoles}
          disabled={locked}
          onChange={(filterRoles) => onChange({ filterRoles })}
        />
      </div>
      <SwitchRow
        label={t('managersMayNotEnter')}
        hint={t('managersMayNotEnterHint')}
        checked={!(draft.managersMayEnter ?? server.giveawayManagersMayEnter === true)}
        onChange={(isOn) => onChange({ managersMayEnter: !isOn })}
      />
      <RolesField
        label={t('bypassRequirementsRoles')}
        discord={discord}
        chosen={draft.bypassRequirementsRoles}
        onChange={(bypassRequirementsRoles) => onChange({ bypassRequirementsRoles })}
      />
      <Field label={t('codeword')} hint={t(hasCodeword ? 'codewordKept' : 'codewordHint')}>
        <FieldInput
          value={draft.codeword ?? ''}
          maxLength={64}
          autoComplete="off"
          onChange={({ target }) => onChange({ codeword: target.value })}
        />
      </Field>
      <SwitchRow
        label={t('askSum')}
        hint={t('askSumHint')}
        checked={draft.askSum}
        onChange={(askSum) => onChange({ askSum })}
      />
    </>
  );
}
