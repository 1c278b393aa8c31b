'use client';

import type { RoleId } from '@tally/contract/ids';
import type { LinkedRole } from '@tally/contract/role-bodies';
import type { GuildInfo } from '@tally/contract/servers';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { EditSheet } from '../../shell/edit-sheet.tsx';
import { Field } from '../../ui/field.tsx';
import { Picker } from '../../ui/picker.tsx';
import { discordDataQuery } from '../servers/api.ts';
import { RoleChips } from '../servers/role-chips.tsx';
import { RoleDot } from '../servers/role-dot.tsx';
import { SomeRolePicker } from '../servers/role-picker.tsx';
import { isFree, type RuleDraft, type RuleList, ruleLists, withRole } from './rule-of.ts';
import { useRule } from './use-rule.ts';

export function RuleSheet({
  server,
  opened,
  onClose,
}: {
  server: GuildInfo;
  opened: LinkedRole | 'new';
  onClose: () => void;
}) {
  const t = useTranslations('linked-roles');
  const edit = useRule(server, opened, onClose);
  return (
    <EditSheet
      title={t(opened === 'new' ? 'addTitle' : 'editTitle')}
      width={480}
      save={t('save')}
      edit={edit}
      onClose={onClose}
    >
      <TriggerField server={server} draft={edit.draft} onChange={edit.change} />
      {ruleLists.map((list) => (
        <ListField key={list} server={server} draft={edit.draft} list={list} onChange={edit.change} />
      ))}
    </EditSheet>
  );
}

interface FieldProps {
  readonly server: GuildInfo;
  readonly draft: RuleDraft;
  readonly onChange: (draft: RuleDraft) => void;
}

/** Any role can set a rule off, also one that only an integration gives. */
function TriggerField({ server, draft, onChange }: FieldProps) {
  const t = useTranslations('linked-roles');
  const words = useTranslations('servers.roles');
  const discord = useQuery(discordDataQuery(server.guildId, ['channels', 'roles'])).data;
  const items = (discord?.roles ?? [])
    .filter(({ reasons }) => !reasons.includes('everyone'))
    .sort((one, other) => other.position - one.position)
    .map(({ id, name, color }) => ({
      value: id as string,
      label: name,
      icon: <RoleDot color={color} />,
      disabled: server.linkedRoles.some(({ roleId }) => roleId === id && roleId !== draft.roleId),
    }));
  return (
    <Field label={t('role')} hint={t('roleHint')}>
      <Picker
        label={t('role')}
        words={{ placeholder: words('choose'), search: words('search'), empty: words('empty') }}
        groups={[{ value: '', items }]}
        value={draft.roleId}
        onChange={(next) => next !== null && onChange(withRole(draft, next as RoleId))}
        disabled={!discord}
      />
    </Field>
  );
}

function ListField({ server, draft, list, onChange }: FieldProps & { readonly list: RuleList }) {
  const t = useTranslations('linked-roles');
  const discord = useQuery(discordDataQuery(server.guildId, ['channels', 'roles'])).data;
  const roles = discord?.roles ?? [];
  const set = (next: readonly RoleId[]) => onChange({ ...draft, [list]: [...next] });
  return (
    <Field label={t(`lists.${list}`)}>
      <SomeRolePicker
        label={t(`lists.${list}`)}
        roles={roles.filter(({ id, reasons }) => reasons.length === 0 && isFree(draft, list, id))}
        onChoose={(roleId) => set([...draft[list], roleId as RoleId])}
        disabled={!discord}
      />
      <RoleChips
        chosen={draft[list]}
        roles={discord?.roles}
        words={{ gone: t('gone'), takeOut: (role) => t('takeOut', { role }) }}
        onRemove={(roleId) => set(draft[list].filter((each) => each !== roleId))}
      />
    </Field>
  );
}
