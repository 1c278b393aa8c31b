'use client';

import type { RoleFinding } from '@tally/contract/servers';
import { useTranslations } from 'next-intl';
import { Badge } from '../../ui/badge.tsx';
import { Picker } from '../../ui/picker.tsx';
import { RoleDot } from '../servers/role-picker.tsx';

const NONE = 'none';

/** Roles that the bot can give, the highest first; the others say why it cannot. */
export function RewardPicker({
  label,
  roles,
  value,
  onChange,
  disabled,
}: {
  label: string;
  roles: readonly RoleFinding[];
  value: string | null;
  onChange: (roleId: string | null) => void;
  disabled: boolean;
}) {
  const t = useTranslations('starboard.fields');
  const choices = roles
    .filter((role) => !role.reasons.includes('everyone'))
    .sort((one, other) => other.position - one.position)
    .map((role) => ({
      value: role.id,
      label: role.name,
      icon: <RoleDot color={role.color} />,
      disabled: !role.validPermissions,
      ...(role.validPermissions ? {} : { aside: <Badge tone="warn">{t('cannotGive')}</Badge> }),
    }));
  return (
    <Picker
      label={label}
      words={{ placeholder: t('noReward'), search: t('search'), empty: t('nothing') }}
      groups={[{ value: '', items: [{ value: NONE, label: t('noReward') }, ...choices] }]}
      value={value ?? NONE}
      onChange={(next) => onChange(next === NONE ? null : next)}
      disabled={disabled}
    />
  );
}
