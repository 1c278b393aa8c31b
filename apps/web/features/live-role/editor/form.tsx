'use client';

import type { GuildRoleList } from '@tally/contract/servers/parts';
import type { RoleId, ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { discordDataQuery } from '../../../shell/server/api.ts';
import { Field, FieldParts } from '../../../ui/fields/field.tsx';
import { Textarea } from '../../../ui/fields/input.tsx';
import { RoleChips } from '../../../ui/fields/role-chips.tsx';
import { GivenRolePicker, SomeRolePicker } from '../../../ui/fields/role-picker.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { SwitchRow } from '../../../ui/fields/switch.tsx';
import type { FieldErrors, RoleDraft } from '../roles.ts';

interface FormProps {
  serverId: ServerId;
  list: GuildRoleList;
  draft: RoleDraft;
  errors: FieldErrors;
  /** Roles that already have an entry. */
  taken: readonly RoleId[];
  onChange: (change: Partial<RoleDraft>) => void;
}

export function RoleForm(props: FormProps) {
  const { serverId, list, draft, errors, taken, onChange } = props;
  const t = useTranslations('live-role.fields');
  const discord = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data;
  return (
    <div className="grid gap-5">
      <Field label={t('roleId')} hint={t('roleHint')} error={errors.roleId}>
        <GivenRolePicker
          label={t('roleId')}
          roles={discord?.roles ?? []}
          value={draft.roleId}
          onChange={(roleId) => onChange({ roleId: roleId as RoleId | null })}
          disabled={!discord}
          isInvalid={errors.roleId !== undefined}
          isTaken={(roleId) => taken.includes(roleId as RoleId)}
        />
      </Field>
      {list === 'statusRoles' && (
        <>
          <Field label={t('texts')} hint={t('textsHint')} error={errors.texts}>
            <FieldParts.Control
              render={
                <Textarea
                  rows={4}
                  dir="auto"
                  spellCheck={false}
                  value={draft.texts}
                  onChange={(event) => onChange({ texts: event.target.value })}
                />
              }
            />
          </Field>
          <SwitchRow
            label={t('keepOnOffline')}
            hint={t('keepHint')}
            checked={draft.keepOnOffline}
            onChange={(keepOnOffline) => onChange({ keepOnOffline })}
          />
        </>
      )}
      <ForWhom {...props} />
    </div>
  );
}

const modes = ['everybody', 'whitelist', 'blacklist'] as const;

function ForWhom({ serverId, draft, errors, onChange }: FormProps) {
  const t = useTranslations('live-role');
  const discord = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data;
  const roles = discord?.roles ?? [];
  return (
    <>
      <Field label={t('fields.filter')}>
        <Select
          label={t('fields.filter')}
          value={draft.mode}
          onChange={(mode) => onChange({ mode })}
          choices={modes.map((mode) => ({ value: mode, label: t(`modes.${mode}`) }))}
        />
      </Field>
      {draft.mode !== 'everybody' && (
        <Field label={t('fields.filterRoles')} error={errors.filter}>
          <SomeRolePicker
            label={t('fields.filterRoles')}
            roles={roles.filter((role) => !draft.roles.includes(role.id))}
            onChoose={(roleId) => onChange({ roles: [...draft.roles, roleId as RoleId] })}
            disabled={!discord}
          />
          <RoleChips
            chosen={draft.roles}
            roles={discord?.roles}
            words={{ gone: t('gone'), takeOut: (role) => t('remove', { role }) }}
            onRemove={(roleId) => onChange({ roles: draft.roles.filter((each) => each !== roleId) })}
          />
        </Field>
      )}
    </>
  );
}
