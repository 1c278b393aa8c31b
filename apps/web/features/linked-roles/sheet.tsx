'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { RoleId } from '@tally/contract/wire/ids';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { storedAs, unstored } from '../../lib/drafts/record-draft.ts';
import { EditSheet } from '../../shell/drafts/edit-sheet.tsx';
import { useRecordDraft } from '../../shell/drafts/use-record-draft.ts';
import { discordDataQuery, serverQuery } from '../../shell/server/api.ts';
import { useDraftRows } from '../../shell/server/values/use-rows.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Picker } from '../../ui/fields/picker.tsx';
import { RoleChips } from '../../ui/fields/role-chips.tsx';
import { RoleDot } from '../../ui/fields/role-dot.tsx';
import { SomeRolePicker } from '../../ui/fields/role-picker.tsx';
import { saveRule } from './api.ts';
import { useRuleFields } from './field-words.ts';
import {
  draftOf,
  emptyRule,
  isFree,
  isRuleDraft,
  type RuleDraft,
  type RuleList,
  ruleLists,
  ruleOf,
  withRole,
} from './rule-of.ts';

export type StoredRule = GuildInfo['linkedRoles'][number];

export function RuleSheet({
  server,
  opened,
  onClose,
}: {
  server: GuildInfo;
  opened: StoredRule | 'new';
  onClose: () => void;
}) {
  const t = useTranslations('linked-roles');
  const client = useQueryClient();
  const put = useMutation(saveRule(client, server.guildId));
  const fields = useRuleFields();
  const rowsOf = useDraftRows<RuleDraft>(server.guildId, fields);
  const which = opened === 'new' ? undefined : opened.roleId;
  const edit = useRecordDraft<RuleDraft>({
    name: `${server.guildId} linkedRoles ${which ?? 'new'}`,
    leaves: true,
    stored: opened === 'new' ? unstored(emptyRule) : storedAs(opened, draftOf),
    isDraft: isRuleDraft,
    nameOf: (field) => fields(field).name,
    send: ({ value, version, isNew }) => {
      const rule = ruleOf(value);
      if (rule === null) throw new Error('a rule needs a condition');
      return put.mutateAsync({ rule, which: isNew ? undefined : which, version });
    },
    fetchStored: async ({ roleId }) => {
      const { linkedRoles: rules } = await client.fetchQuery({ ...serverQuery(server.guildId), staleTime: 0 });
      const theirs = rules.find((each) => each.roleId === (which ?? roleId));
      return theirs ? storedAs(theirs, draftOf) : null;
    },
    onSaved: onClose,
    onGone: onClose,
  });
  const { value } = edit.draft;
  return (
    <EditSheet
      title={t(opened === 'new' ? 'addTitle' : 'editTitle')}
      width={480}
      save={t('save')}
      edit={edit}
      canSave={ruleOf(value) !== null}
      rowsOf={rowsOf}
      onClose={onClose}
    >
      <TriggerField server={server} draft={value} onChange={edit.set} />
      {ruleLists.map((list) => (
        <ListField key={list} server={server} draft={value} list={list} onChange={edit.set} />
      ))}
    </EditSheet>
  );
}

interface FieldProps {
  readonly server: GuildInfo;
  readonly draft: RuleDraft;
  readonly onChange: (part: Partial<RuleDraft>) => void;
}

/** Any role can trigger a rule, even one that only an integration assigns. */
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
  const set = (next: readonly RoleId[]) => onChange({ [list]: [...next] });
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
