'use client';

import type { DiscordGuildData } from '@tally/contract/servers/calls';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { isolated } from '../../lib/words/mentions.ts';

/**
 * The channels where the bot's ping of this role would have no effect. Discord posts such a message without an error.
 */
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

/** The warning for a ping without effect; undefined if the ping works. */
export function usePingWarning(...about: Parameters<typeof deafChannels>): ReactNode | undefined {
  const t = useTranslations('servers.roles');
  const channels = deafChannels(...about);
  if (channels.length === 0) return undefined;
  return <span className="text-warn">{t('pingsNobody', { channels: channels.map(isolated).join(', ') })}</span>;
}
