'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { ToolPage } from '../../ui/tool/tool-page.tsx';
import { discordDataQuery } from './api.ts';

type ToolProps = Omit<ComponentProps<typeof ToolPage>, 'place' | 'words'>;

/** The page of a server's tool. The preview's header shows the server and the channel. */
export function ServerToolPage({
  server,
  channelId,
  ...page
}: ToolProps & { server: GuildInfo; channelId: string | null }) {
  const t = useTranslations('servers.tool');
  const { channels = [] } = useQuery(discordDataQuery(server.guildId, ['channels', 'roles'])).data ?? {};
  const name = channels.find(({ id }) => id === channelId)?.name;
  return (
    <ToolPage
      {...page}
      place={{ server: server.name, icon: server.icon, channel: name === undefined ? null : `#${name}` }}
      words={{ preview: t('preview'), whole: t('whole'), less: t('less') }}
    />
  );
}
