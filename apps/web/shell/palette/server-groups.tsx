'use client';

import type { ShortStreamer } from '@tally/contract/notifications/streamers';
import { addressOf } from '@tally/contract/platforms/namesakes';
import type { GuildListItem } from '@tally/contract/servers/calls';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { LayoutDashboard, Send, Settings2, SlidersHorizontal, UserPlus } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { allNames, sendTest, triedKey } from '../../features/notifications/api.ts';
import { streamerPath } from '../../features/notifications/editor-path.ts';
import { shownName } from '../../features/notifications/shown-name.ts';
import { serverPages, serverTools } from '../../features/registry.ts';
import { serverSettings, settingPath } from '../../features/servers/manage/tabs.ts';
import { plainMentions } from '../../lib/words/mentions.ts';
import { platformNames } from '../../lib/words/platform-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { PlatformNotch } from '../../ui/platform-chip.tsx';
import { allCounts } from '../server/followed.ts';
import { toast } from '../toast.ts';
import { useCreate } from '../use-create.ts';
import { bestMatches } from './matches.ts';
import { Group, Item, mirrored } from './parts.tsx';

interface GoProps {
  onGo: (href: string) => void;
}

const homeOf = (server: GuildListItem): string => `/dashboard/server/${server.id}`;

/** Each server costs one call per platform, so people with more servers search inside one of them. */
const MOST_SERVERS = 10;
/** A single letter would match half of all names. */
const ENOUGH_LETTERS = 2;

/**
 * Lists streamers that match the text, with those of the chosen server first. Other servers are searched only if there
 * is a text.
 */
export function StreamerGroup({
  chosen,
  servers,
  typed,
  onGo,
  onLeave,
}: GoProps & {
  chosen: GuildListItem | null;
  servers: readonly GuildListItem[];
  typed: string;
  onLeave: (then: () => void) => void;
}) {
  const t = useTranslations('shell.palette');
  const isEnough = typed.trim().length >= ENOUGH_LETTERS;
  const asked = [
    ...(chosen ? [chosen] : []),
    ...(isEnough ? servers.filter(({ id }) => id !== chosen?.id).slice(0, MOST_SERVERS) : []),
  ];
  const lists = useQueries({
    queries: asked.flatMap(({ id }) => allNames(id)),
    combine: (results) => results.map((result) => result.data ?? []),
  });
  const all = useMemo(() => lists.flat(), [lists]);
  const found = bestMatches(all, typed);
  const { mutate: test } = useCreate(sendTest(useQueryClient()), { by: triedKey });
  if (found.length === 0) return null;
  const nameOf = (streamer: ShortStreamer) =>
    t('streamer', { name: shownName(streamer), platform: platformNames[streamer.platform] });
  const serverOf = ({ guildId }: ShortStreamer) => servers.find(({ id }) => id === guildId)?.name;
  const [best] = found;
  const sendNow = (streamer: ShortStreamer) =>
    onLeave(() =>
      test({ streamer }, { onSuccess: (sentence) => void toast('success', { title: plainMentions(sentence, {}) }) }),
    );
  return (
    <Group heading={t('streamers')}>
      {found.map((streamer) => (
        <Item
          key={keyOf(streamer)}
          value={`streamer @${shownName(streamer)} ${keyOf(streamer)}`}
          icon={<PlatformNotch platform={streamer.platform} />}
          onSelect={() => onGo(pathOf(streamer))}
        >
          <bdi className="min-w-0 truncate">{shownName(streamer)}</bdi>
          <span className="ms-auto flex shrink-0 gap-2 text-faint text-small">
            {streamer.guildId !== chosen?.id && <bdi className="max-w-40 truncate">{serverOf(streamer)}</bdi>}
            {platformNames[streamer.platform]}
          </span>
        </Item>
      ))}
      {best && (
        <Item
          value={`test ${keyOf(best)}`}
          icon={<Icon of={Send} className={mirrored} />}
          onSelect={() => sendNow(best)}
        >
          <span className="min-w-0 truncate">{t('sendTest', { name: nameOf(best) })}</span>
        </Item>
      )}
    </Group>
  );
}

const keyOf = (streamer: ShortStreamer): string => `${streamer.platform} ${addressOf(streamer)} ${streamer.guildId}`;

const pathOf = (streamer: ShortStreamer): string =>
  streamerPath({ serverId: streamer.guildId, platform: streamer.platform, name: addressOf(streamer) });

export function ToolGroup({ server, onGo }: GoProps & { server: GuildListItem }) {
  const t = useTranslations('shell');
  const home = homeOf(server);
  return (
    <Group heading={t('palette.serverTools', { server: server.name })}>
      <Item value={`tool home ${t('sidebar.dashboard')}`} icon={LayoutDashboard} onSelect={() => onGo(home)}>
        {t('sidebar.dashboard')}
      </Item>
      <Item value={`tool manage ${t('sidebar.manage')}`} icon={Settings2} onSelect={() => onGo(`${home}/manage`)}>
        {t('sidebar.manage')}
      </Item>
      {[...serverTools, ...serverPages].map((tool) => (
        <Item
          key={tool.name}
          value={`tool ${tool.path} ${t(`features.${tool.name}`)}`}
          icon={tool.icon}
          onSelect={() => onGo(`${home}/${tool.path}`)}
        >
          {t(`features.${tool.name}`)}
        </Item>
      ))}
    </Group>
  );
}

/** Settings without a page of their own, found by name. */
export function SettingGroup({ server, onGo }: GoProps & { server: GuildListItem }) {
  const t = useTranslations('shell.palette');
  return (
    <Group heading={t('settingsOf', { server: server.name })}>
      {serverSettings.map((setting) => (
        <Item
          key={setting}
          value={`setting ${setting} ${t(`settings.${setting}`)}`}
          icon={SlidersHorizontal}
          onSelect={() => onGo(`${homeOf(server)}${settingPath(setting)}`)}
        >
          {t(`settings.${setting}`)}
        </Item>
      ))}
    </Group>
  );
}

/** Adds a streamer on any platform, if the server's limit allows it. */
export function AddItem({ server, onGo }: GoProps & { server: GuildListItem }) {
  const t = useTranslations('shell.palette');
  const counts = useQueries({ queries: allCounts(server.id) });
  if (!counts.some(({ data }) => data?.isAvailable === true && data.currentTotal < data.maxLimit)) return null;
  return (
    <Item
      value={`add ${t('addStreamer')}`}
      icon={UserPlus}
      onSelect={() => onGo(`${homeOf(server)}/notifications?add`)}
    >
      {t('addStreamer')}
    </Item>
  );
}

export function ServerGroup({ servers, onGo }: GoProps & { servers: readonly GuildListItem[] }) {
  const t = useTranslations('shell.palette');
  if (servers.length === 0) return null;
  return (
    <Group heading={t('servers')}>
      {servers.map((server) => (
        <Item
          key={server.id}
          value={`${server.name} ${server.id}`}
          icon={<Avatar name={server.name} src={server.icon} shape="square" size={20} />}
          onSelect={() => onGo(`${homeOf(server)}/manage`)}
        >
          <bdi className="truncate">{server.name}</bdi>
        </Item>
      ))}
    </Group>
  );
}
