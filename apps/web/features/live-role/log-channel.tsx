'use client';

import type { GuildInfo } from '@tally/contract/servers/calls';
import type { GuildRoleList } from '@tally/contract/servers/parts';
import { useTranslations } from 'next-intl';
import { LogChannel as ServerLogChannel } from '../../shell/server/log-channel.tsx';
import { kinds } from './roles.ts';

export function LogChannel({ server, list }: { server: GuildInfo; list: GuildRoleList }) {
  const t = useTranslations('live-role');
  const words = { label: t('logs'), hint: t('logsHint'), none: t('noLogs') };
  return <ServerLogChannel server={server} setting={kinds[list].logs} words={words} />;
}
