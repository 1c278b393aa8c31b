'use client';

import type { RoleFinding } from '@tally/contract/servers/calls';
import { BellOff } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Badge } from '../badge.tsx';
import { Icon } from '../icon.tsx';
import { Picker, type PickerChoice } from './picker.tsx';
import { RoleDot } from './role-dot.tsx';

const NONE = 'none';

/** Picks a role to ping, or none. Roles are listed highest first. */
export function PingPicker({
  label,
  roles,
  value,
  onChange,
  disabled = false,
  first,
}: {
  label: string;
  roles: readonly RoleFinding[];
  value: string | null;
  onChange: (roleId: string | null) => void;
  disabled?: boolean;
  /** A choice above "nobody", for fields that allow something other than a role. */
  first?: PickerChoice;
}) {
  const t = useTranslations('servers.roles');
  const nobody: PickerChoice = {
    value: NONE,
    label: t('none'),
    icon: <Icon of={BellOff} className="shrink-0 text-muted" />,
  };
  // @everyone needs a second click, which belongs to the editor.
  const choices = roles
    .filter((role) => !role.reasons.includes('everyone'))
    .sort((one, other) => other.position - one.position)
    .map((role) => ({
      value: role.id,
      label: role.name,
      icon: <RoleDot color={role.color} />,
      ...(role.managed ? { aside: <Badge>{t('managed')}</Badge> } : {}),
    }));
  return (
    <Picker
      label={label}
      words={{ placeholder: t('none'), search: t('search'), empty: t('empty') }}
      groups={[{ value: '', items: [...(first ? [first] : []), nobody, ...choices] }]}
      value={value ?? NONE}
      onChange={(next) => onChange(next === NONE ? null : next)}
      disabled={disabled}
    />
  );
}

/** Picks a role that the bot can assign, highest first. Other roles show why they cannot be chosen. */
export function GivenRolePicker({
  label,
  roles,
  value,
  onChange,
  disabled = false,
  isInvalid = false,
  none,
  isTaken,
}: {
  label: string;
  roles: readonly RoleFinding[];
  value: string | null;
  onChange: (roleId: string | null) => void;
  disabled?: boolean;
  isInvalid?: boolean;
  /** The label of the choice without a role. */
  none?: string;
  /** Returns true for roles that are already chosen elsewhere. */
  isTaken?: (roleId: string) => boolean;
}) {
  const t = useTranslations('servers.roles');
  const choices = roles
    .filter((role) => !role.reasons.includes('everyone'))
    .sort((one, other) => other.position - one.position)
    .map((role) => {
      const [reason] = role.reasons;
      const taken = isTaken?.(role.id) ?? false;
      return {
        value: role.id,
        label: role.name,
        icon: <RoleDot color={role.color} />,
        disabled: reason !== undefined || taken,
        ...(reason ? { note: t(`reasons.${reason}`), aside: <Badge tone="warn">{t('blocked')}</Badge> } : {}),
        ...(taken && !reason ? { note: t('taken') } : {}),
      };
    });
  return (
    <Picker
      label={label}
      words={{ placeholder: none ?? t('choose'), search: t('search'), empty: t('empty') }}
      groups={[{ value: '', items: none === undefined ? choices : [{ value: NONE, label: none }, ...choices] }]}
      value={none === undefined ? value : (value ?? NONE)}
      onChange={(next) => onChange(next === NONE ? null : next)}
      disabled={disabled}
      isInvalid={isInvalid}
    />
  );
}

/** Adds roles to the caller's list, one at a time. The bot need not be able to assign them. */
export function SomeRolePicker({
  label,
  roles,
  onChoose,
  disabled = false,
}: {
  label: string;
  roles: readonly RoleFinding[];
  onChoose: (roleId: string) => void;
  disabled?: boolean;
}) {
  const t = useTranslations('servers.roles');
  const choices = roles
    .filter((role) => !role.reasons.includes('everyone'))
    .sort((one, other) => other.position - one.position)
    .map((role) => ({ value: role.id, label: role.name, icon: <RoleDot color={role.color} /> }));
  return (
    <Picker
      label={label}
      words={{ placeholder: t('choose'), search: t('search'), empty: t('empty') }}
      groups={[{ value: '', items: choices }]}
      value={null}
      onChange={(next) => next !== null && onChoose(next)}
      disabled={disabled}
    />
  );
}
