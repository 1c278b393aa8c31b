'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { ChannelId } from '@tally/contract/wire/ids';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { ChannelPicker } from '../../ui/fields/channel-picker.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { useFailure } from '../failed.tsx';
import { toast } from '../toast.ts';
import { discordDataQuery, updateServer } from './api.ts';

/** Saves immediately, because the same picker reverts the change. */
export function LogChannel({
  server,
  setting,
  words,
}: {
  server: GuildInfo;
  setting: 'autoLiveRoleLogs' | 'giveawayLogsChannelId' | 'linkedRoleLogs' | 'statusRoleLogs';
  words: { readonly label: string; readonly hint: string; readonly none: string };
}) {
  const discord = useQuery(discordDataQuery(server.guildId, ['channels', 'roles'])).data;
  const save = useMutation({ ...updateServer(useQueryClient(), server.guildId), meta: { isQuiet: true } });
  const refusal = useFailure(save.error);
  const value = save.isPending && save.variables[setting] !== undefined ? save.variables[setting] : server[setting];
  const set = (channelId: ChannelId | null) =>
    save.mutate({ [setting]: channelId }, { onSuccess: (sentence) => void toast('success', { title: sentence }) });
  return (
    <div className="max-w-md">
      <Field
        label={words.label}
        hint={words.hint}
        error={save.isError ? refusal : undefined}
        aside={
          value === null ? undefined : (
            <Button variant="ghost" size="compact" onClick={() => set(null)} disabled={save.isPending}>
              {words.none}
            </Button>
          )
        }
      >
        <ChannelPicker
          label={words.label}
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
