'use client';

import type { DiscordGuildData } from '@tally/contract/servers';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { isolated } from '../../lib/mentions.ts';

/** Where the bot's ping of this role would reach nobody: Discord posts such a message all the same, and says nothing. */
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

/** What stands below a chosen ping that would reach nobody; undefined where all is well. */
export function usePingWarning(...about: Parameters<typeof deafChannels>): ReactNode | undefined {
  const t = useTranslations('servers.roles');
  const channels = deafChannels(...about);
  if (channels.length === 0) return undefined;
  return <span className="text-warn">{t('pingsNobody', { channels: channels.map(isolated).join(', ') })}</span>;
}
