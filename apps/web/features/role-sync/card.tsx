'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { ChannelId } from '@tally/contract/wire/ids';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { relativeTime } from '../../lib/words/format.ts';
import { SaveProblem } from '../../shell/drafts/save-problem.tsx';
import { useFailure } from '../../shell/failed.tsx';
import { isLocked, PremiumCrown, UpgradeLine } from '../../shell/premium-lock.tsx';
import { discordDataQuery, updateServer } from '../../shell/server/api.ts';
import { MissingIntents } from '../../shell/server/missing-intents.tsx';
import { toast } from '../../shell/toast.ts';
import { useCreate } from '../../shell/use-create.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../ui/card.tsx';
import { ChannelPicker } from '../../ui/fields/channel-picker.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { SwitchRow } from '../../ui/fields/switch.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { postSyncPanel, roleSyncQuery } from './api.ts';

/** Settings for creator roles in a server: how members get them, and nicknames. */
export function RoleSyncCard({ server }: { server: GuildInfo }) {
  const t = useTranslations('role-sync');
  return (
    <Card id="role-sync" className="scroll-mt-20">
      <CardHeader title={t('title')} description={t('text')} />
      <CardBody className="grid gap-5">
        <MissingIntents of="role-sync" />
        <State server={server} />
        <Names server={server} />
        <Panel server={server} />
      </CardBody>
    </Card>
  );
}

function State({ server }: { server: GuildInfo }) {
  const t = useTranslations('role-sync');
  const locale = useLocale();
  const [now] = useState(() => new Date());
  const state = useQuery(roleSyncQuery(server.guildId));
  const failure = useFailure(state.error);
  if (state.isError && !state.data) return <p className="text-warn">{failure}</p>;
  if (!state.data) return <Skeleton className="h-5 w-56" />;
  const { members, lastCheck } = state.data;
  return (
    <p className="text-muted">
      {t('members', { count: members })}
      {lastCheck !== null && ` · ${t('lastCheck', { when: relativeTime(new Date(lastCheck), now, locale) })}`}
    </p>
  );
}

/** Saves immediately, because the same switch reverts the change. */
function Names({ server }: { server: GuildInfo }) {
  const t = useTranslations('role-sync');
  const locked = isLocked(server, 'SyncSocialUsernames');
  const save = useMutation({ ...updateServer(useQueryClient(), server.guildId), meta: { isQuiet: true } });
  const refusal = useFailure(save.error);
  const value = save.isPending ? save.variables.syncUsername : server.syncUsername;
  if (locked && server.syncUsername !== true) {
    return (
      <div className="grid gap-2">
        <p className="font-medium">{t('names')}</p>
        <p className="text-muted text-small">{t('namesHint')}</p>
        <UpgradeLine flag="SyncSocialUsernames" />
      </div>
    );
  }
  return (
    <div>
      <SwitchRow
        label={t('names')}
        hint={t('namesHint')}
        aside={locked ? <PremiumCrown flag="SyncSocialUsernames" /> : undefined}
        checked={value === true}
        disabled={save.isPending}
        onChange={(syncUsername) =>
          save.mutate({ syncUsername }, { onSuccess: (sentence) => void toast('success', { title: sentence }) })
        }
      />
      <SaveProblem text={save.isError ? refusal : null} />
    </div>
  );
}

function Panel({ server }: { server: GuildInfo }) {
  const t = useTranslations('role-sync');
  const discord = useQuery(discordDataQuery(server.guildId, ['channels', 'roles'])).data;
  const [channelId, setChannelId] = useState<ChannelId | null>(null);
  const post = useCreate(postSyncPanel(server.guildId));
  const refusal = useFailure(post.error);
  const send = () => {
    if (channelId === null) return;
    post.mutate(channelId, { onSuccess: (sentence) => void toast('success', { title: sentence }) });
  };
  return (
    <div className="max-w-md">
      <Field label={t('panel')} hint={t('panelHint')} error={post.isError ? refusal : undefined}>
        <ChannelPicker
          label={t('panel')}
          channels={discord?.channels ?? []}
          value={channelId}
          onChange={(next) => {
            post.reset();
            setChannelId(next as ChannelId | null);
          }}
          disabled={!discord}
          isInvalid={post.isError}
        />
      </Field>
      <Button className="mt-3" onClick={send} isPending={post.isPending} disabled={channelId === null}>
        {t('postPanel')}
      </Button>
    </div>
  );
}
