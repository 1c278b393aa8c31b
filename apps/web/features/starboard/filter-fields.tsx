'use client';

import type { DiscordGuildData } from '@tally/contract/servers/calls';
import type { ChannelId, RoleId } from '@tally/contract/wire/ids';
import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Field } from '../../ui/fields/field.tsx';
import { Picker, type PickerChoice } from '../../ui/fields/picker.tsx';
import { RoleDot } from '../../ui/fields/role-dot.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { BoardFormProps } from './form.tsx';

const modes = ['blacklist', 'whitelist'] as const;

/** Filters by channels and by members. A category includes all its channels. */
export function FilterFields({
  draft,
  onChange,
  discord,
  disabled,
}: BoardFormProps & { discord: DiscordGuildData | undefined; disabled: boolean }) {
  const channels = (discord?.channels ?? []).map((channel) => ({
    value: channel.id,
    label: channel.type === 'category' ? channel.name : `#${channel.name}`,
  }));
  const roles = (discord?.roles ?? [])
    .filter((role) => !role.reasons.includes('everyone'))
    .map((role) => ({ value: role.id, label: role.name, icon: <RoleDot color={role.color} /> }));
  return (
    <>
      <Filter
        name="channels"
        mode={draft.channelMode}
        chosen={draft.channels}
        choices={channels}
        disabled={disabled}
        onMode={(channelMode) => onChange({ channelMode })}
        onChosen={(next) => onChange({ channels: next as ChannelId[] })}
      />
      <Filter
        name="roles"
        mode={draft.roleMode}
        chosen={draft.roles}
        choices={roles}
        disabled={disabled}
        onMode={(roleMode) => onChange({ roleMode })}
        onChosen={(next) => onChange({ roles: next as RoleId[] })}
      />
    </>
  );
}

interface FilterProps {
  readonly name: 'channels' | 'roles';
  readonly mode: (typeof modes)[number];
  readonly chosen: readonly string[];
  readonly choices: readonly PickerChoice[];
  readonly disabled: boolean;
  readonly onMode: (mode: (typeof modes)[number]) => void;
  readonly onChosen: (chosen: string[]) => void;
}

function Filter({ name, mode, chosen, choices, disabled, onMode, onChosen }: FilterProps) {
  const t = useTranslations('starboard.fields');
  const labelOf = (id: string): string => choices.find((choice) => choice.value === id)?.label ?? id;
  return (
    <div className="grid gap-2">
      <Field label={t(name)}>
        <Select
          label={t(name)}
          value={mode}
          onChange={onMode}
          disabled={disabled && chosen.length === 0}
          choices={modes.map((each) => ({ value: each, label: t(`${name}Modes.${each}`) }))}
        />
      </Field>
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {chosen.map((id) => (
            <li key={id}>
              <button
                type="button"
                aria-label={t('takeOut', { name: labelOf(id) })}
                onClick={() => onChosen(chosen.filter((each) => each !== id))}
                className="inline-flex min-h-8 items-center gap-1.5 rounded-control border border-line bg-surface px-2.5 text-small hover:bg-raised pointer-coarse:min-h-11"
              >
                <bdi>{labelOf(id)}</bdi>
                <Icon of={X} size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Picker
        label={t(`${name}Add`)}
        words={{ placeholder: t(`${name}Add`), search: t('search'), empty: t('nothing') }}
        groups={[{ value: '', items: choices.filter((choice) => !chosen.includes(choice.value)) }]}
        value={null}
        onChange={(next) => next !== null && onChosen([...chosen, next])}
        disabled={disabled}
      />
    </div>
  );
}
