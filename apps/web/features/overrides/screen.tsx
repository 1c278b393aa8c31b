'use client';

import type { Override } from '@tally/contract/overrides/bodies';
import type { GuildInfo } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { LimitedList } from '../../shell/limited-list.tsx';
import { isLocked } from '../../shell/premium-lock.tsx';
import { serverQuery, updateServer } from '../../shell/server/api.ts';
import { toast } from '../../shell/toast.ts';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { SwitchRow } from '../../ui/fields/switch.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { removeOverride, type StoredOverride } from './api.ts';
import { RuleSheet } from './editor/sheet.tsx';
import { RuleList } from './list/rule-list.tsx';
import { RuleBack } from './list/undo-bar.tsx';
import { byPriority } from './priorities.ts';
import { TestBox } from './test-box.tsx';

export function OverridesScreen({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('overrides');
  const server = useQuery(serverQuery(serverId)).data;
  if (server) return <Overrides server={server} />;
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} />
      <Waiting />
    </>
  );
}

function Overrides({ server }: { server: GuildInfo }) {
  const t = useTranslations('overrides');
  const client = useQueryClient();
  const [edited, setEdited] = useState<StoredOverride | 'new' | null>(null);
  const [removed, setRemoved] = useState<Override | null>(null);
  const remove = useMutation(removeOverride(client, server.guildId));
  const rules = byPriority(server.notificationOverrides);
  return (
    <>
      <LimitedList
        home="overrides"
        server={server}
        count={rules.length}
        more={t('moreRules')}
        onAdd={() => setEdited('new')}
      >
        <RuleList
          serverId={server.guildId}
          version={server.version}
          rules={rules}
          isLocked={isLocked(server, 'NotificationOverrides')}
          onEdit={setEdited}
          onRemove={(rule) => remove.mutate(rule, { onSuccess: () => setRemoved(rule) })}
        />
      </LimitedList>
      <OnlyOverrides server={server} />
      <Card className="mt-4">
        <CardHeader title={t('test.title')} description={t('test.text')} />
        <CardBody>
          <TestBox serverId={server.guildId} rules={rules} isOnly={server.ignoreIfNotCatchedByOverride === true} />
        </CardBody>
      </Card>
      {removed && (
        <RuleBack
          key={removed.priorityOnConflict}
          serverId={server.guildId}
          removed={removed}
          onDone={() => setRemoved(null)}
        />
      )}
      {edited !== null && <RuleSheet server={server} opened={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

/** Saves immediately, because the same switch reverts the change. */
function OnlyOverrides({ server }: { server: GuildInfo }) {
  const t = useTranslations('overrides');
  const client = useQueryClient();
  const save = useMutation(updateServer(client, server.guildId));
  const isOn = server.ignoreIfNotCatchedByOverride === true;
  const shown = save.isPending ? (save.variables.ignoreIfNotCatchedByOverride ?? isOn) : isOn;
  return (
    <Card className="mt-4 px-5 py-1.5">
      <SwitchRow
        label={t('only')}
        hint={
          shown && server.notificationOverrides.length === 0 ? (
            <span className="text-warn">{t('onlyEmpty')}</span>
          ) : (
            t('onlyHint')
          )
        }
        checked={shown}
        onChange={(next) =>
          save.mutate(
            { version: server.version, ignoreIfNotCatchedByOverride: next },
            { onSuccess: (sentence) => void toast('success', { title: sentence }) },
          )
        }
        disabled={save.isPending}
      />
    </Card>
  );
}

function Waiting() {
  const t = useTranslations('ui');
  return (
    <Loading label={t('loading')} className="grid gap-2">
      <Skeleton className="h-[72px] w-full" />
      <Skeleton className="h-[72px] w-full" />
      <Skeleton className="mt-2 h-16 w-full" />
      <Skeleton className="mt-2 h-32 w-full" />
    </Loading>
  );
}
