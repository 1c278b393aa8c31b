'use client';

import type { GiveawayLimits } from '@tally/contract/giveaways/views';
import type { DiscordGuildData, GuildInfo } from '@tally/contract/servers/calls';
import type { RoleId } from '@tally/contract/wire/ids';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Field } from '../../../ui/fields/field.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { RoleChips } from '../../../ui/fields/role-chips.tsx';
import { SomeRolePicker } from '../../../ui/fields/role-picker.tsx';
import { type Figure, type GiveawayDraft, rangeOf } from './draft-of.ts';

export interface FormProps {
  readonly server: GuildInfo;
  readonly discord: DiscordGuildData | undefined;
  readonly draft: GiveawayDraft;
  readonly problems: ReadonlySet<keyof GiveawayDraft>;
  readonly onChange: (change: Partial<GiveawayDraft>) => void;
  /** `new` is a new giveaway, `open` has no entrants yet, and `frozen` has terms that may only be loosened. */
  readonly stage: 'new' | 'open' | 'frozen';
  /** Undefined until the limits have loaded. */
  readonly limits: GiveawayLimits | undefined;
}

export function FigureField({
  draft,
  problems,
  onChange,
  limits,
  name,
  usual,
  hint,
  aside,
  disabled = false,
}: FormProps & { name: Figure; usual?: string; hint?: string; aside?: ReactNode; disabled?: boolean }) {
  const t = useTranslations('giveaways.fields');
  const range = rangeOf(name, limits);
  const isNarrow = range.max < rangeOf(name).max;
  const words = [hint, isNarrow ? t('upTo', { most: range.max }) : undefined].filter(Boolean).join(' ');
  return (
    <NumberField
      label={t(name)}
      hint={words === '' ? undefined : words}
      aside={aside}
      {...range}
      rangeText={t('range', range)}
      isWrong={problems.has(name)}
      placeholder={usual}
      value={draft[name]}
      disabled={disabled}
      onChange={(next) => onChange({ [name]: next })}
    />
  );
}

/** A list of roles, each with a button to remove it. */
export function RolesField({
  label,
  discord,
  chosen,
  aside,
  disabled = false,
  onChange,
}: {
  label: string;
  discord: DiscordGuildData | undefined;
  chosen: readonly RoleId[];
  aside?: ReactNode;
  disabled?: boolean;
  onChange: (chosen: readonly RoleId[]) => void;
}) {
  const t = useTranslations('giveaways.fields');
  const roles = (discord?.roles ?? []).filter(
    ({ id, reasons }) => !reasons.includes('everyone') && !chosen.includes(id),
  );
  return (
    <Field label={label} aside={aside}>
      <SomeRolePicker
        label={label}
        roles={roles}
        onChoose={(roleId) => onChange([...chosen, roleId as RoleId])}
        disabled={disabled || !discord}
      />
      <RoleChips
        chosen={chosen}
        roles={discord?.roles}
        words={{ gone: t('goneRole'), takeOut: (role) => t('takeOut', { role }) }}
        onRemove={(roleId) => onChange(chosen.filter((each) => each !== roleId))}
      />
    </Field>
  );
}
