'use client';

import type { DiscordGuildData } from '@tally/contract/servers/calls';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { isolated } from '../../lib/words/mentions.ts';

/** Returns the channels in which pinging this role has no effect. Discord posts such a message without an error. */
export function deafChannels(
  discord: DiscordGuildData | undefined,
  roleId: string | null | undefined,
  channelIds: readonly (string | null | undefined)[],
): string[] {
  const role = discord?.roles?.find(({ id }) => id === roleId);
  if (!role || role.mentionable) return [];
  const channels = discord?.channels?.filter(({ id, mayPingAll }) => !mayPingAll && channelIds.includes(id)) ?? [];
  return channels.map(({ name }) => `#${name}`);
}

/** Returns a warning if the ping would have no effect. */
export function usePingWarning(...about: Parameters<typeof deafChannels>): ReactNode | undefined {
  const t = useTranslations('servers.roles');
  const channels = deafChannels(...about);
  if (channels.length === 0) return undefined;
  return <span className="text-warn">{t('pingsNobody', { channels: channels.map(isolated).join(', ') })}</span>;
}
