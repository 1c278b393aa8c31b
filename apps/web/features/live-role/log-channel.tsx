'use client';

import type { ChannelId } from '@tally/contract/ids';
import type { GuildRoleList } from '@tally/contract/server-parts';
import type { GuildInfo } from '@tally/contract/servers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useFailure } from '../../shell/failed.tsx';
import { toast } from '../../shell/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { discordDataQuery, updateServer } from '../servers/api.ts';
import { ChannelPicker } from '../servers/channel-picker.tsx';
import { kinds } from './roles.ts';

/** Saved at once: it is one decision, and its way back is the same picker. */
export function LogChannel({ server, list }: { server: GuildInfo; list: GuildRoleList }) {
  const t = useTranslations('live-role');
  const discord = useQuery(discordDataQuery(server.guildId, ['channels', 'roles'])).data;
  const save = useMutation({ ...updateServer(useQueryClient(), server.guildId), meta: { isQuiet: true } });
  const refusal = useFailure(save.error);
  const { logs } = kinds[list];
  const value = save.isPending && save.variables[logs] !== undefined ? save.variables[logs] : server[logs];
  const set = (channelId: ChannelId | null) =>
    save.mutate({ [logs]: channelId }, { onSuccess: (sentence) => void toast('success', { title: sentence }) });
  return (
    <div className="max-w-md">
      <Field
        label={t('logs')}
        hint={t('logsHint')}
        error={save.isError ? refusal : undefined}
        aside={
          value === null ? undefined : (
            <Button variant="ghost" size="compact" onClick={() => set(null)} disabled={save.isPending}>
              {t('noLogs')}
            </Button>
          )
        }
      >
        <ChannelPicker
          label={t('logs')}
          channels={discord?.channels ?? []}
          value={value ?? null}
          onChange={(next) => next !== null && set(next as ChannelId)}
          disabled={!discord || save.isPending}
          isInvalid={save.isError}
        />
      </Field>
    </div>
  );
}
