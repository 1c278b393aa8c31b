'use client';

import type { ChannelFinding } from '@tally/contract/servers/calls';
import type { PostingTool, ToolPost } from '@tally/contract/servers/parts';
import type { ServerId } from '@tally/contract/wire/ids';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useInDiscord } from '../../lib/browser/use-links.ts';
import { call } from '../../lib/call.ts';
import { lateHome } from '../../lib/late-home.ts';
import { dateTime, relativeTime } from '../../lib/words/format.ts';
import { isolated, plainMentions } from '../../lib/words/mentions.ts';
import { Icon } from '../../ui/icon.tsx';
import type { ToolState } from '../../ui/tool/tool-page.tsx';
import { discordDataQuery, toolPostsKey } from './api.ts';

const serverParts = lateHome(async () => (await import('@tally/contract/servers/parts')).serverParts);

const SECONDS_30 = 30_000;

/** Fetches the last messages of a tool. */
export const toolPostsQuery = (serverId: ServerId, tool: PostingTool) =>
  queryOptions({
    queryKey: [...toolPostsKey(serverId), tool],
    queryFn: ({ signal }) =>
      call(serverParts.listPosts, { params: { guildId: serverId, tool } }, { fallback: 'fetchJournal', signal }),
    staleTime: SECONDS_30,
    refetchInterval: SECONDS_30,
    refetchOnWindowFocus: true,
  });

const kinds = ['welcome', 'leave', 'birthday', 'panel', 'starred', 'sticky', 'audit-log', 'test'] as const;
type Kind = (typeof kinds)[number];
const isKind = (kind: string): kind is Kind => kinds.some((each) => each === kind);

/** Returns a function that describes a message, such as “Greeted mika_v”. */
function usePostWords() {
  const t = useTranslations('servers.tool');
  return ({ kind, name }: ToolPost): string =>
    isKind(kind) ? t(`did.${kind}`, { name: name === null ? t('member') : isolated(name) }) : kind;
}

interface Asked {
  readonly serverId: ServerId;
  readonly tool: PostingTool;
  readonly isOn: boolean;
  readonly channelIds: readonly string[];
  /** Limits the messages to one kind. */
  readonly kind?: string;
  /** Limits the messages to this channel. */
  readonly channelId?: string;
}

/** Describes the state of a tool: its problem, or its last action. */
export function useToolState({ serverId, tool, isOn, channelIds, kind, channelId }: Asked): ToolState {
  const t = useTranslations('servers.tool');
  const locale = useLocale();
  const words = usePostWords();
  const { data: posts, dataUpdatedAt } = useQuery(toolPostsQuery(serverId, tool));
  const now = new Date(dataUpdatedAt);
  const { channels } = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data ?? {};
  if (!isOn) return { tone: 'off', text: t('off') };
  const stop = channels && channelIds.map((id) => stopIn(channels, id)).find((each) => each !== null);
  if (stop !== undefined)
    return { tone: 'warn', text: stop === '' ? t('gone') : t('noAccess', { channel: isolated(stop) }) };
  const last = posts?.find(
    (post) =>
      post.kind !== 'test' &&
      (kind === undefined || post.kind === kind) &&
      (channelId === undefined || post.channelId === channelId),
  );
  if (!last) return { tone: 'ok', text: posts ? t('ready') : t('on') };
  if (last.problem !== null) return { tone: 'warn', text: plainMentions(last.problem, { channels: channels ?? [] }) };
  return { tone: 'ok', text: t('last', { what: words(last), ago: relativeTime(last.at, now, locale) }) };
}

/** Returns the name of a channel in which the bot cannot post ('' if it is gone), or null without a problem. */
function stopIn(channels: readonly ChannelFinding[], channelId: string): string | null {
  const found = channels.find(({ id }) => id === channelId);
  if (!found) return '';
  return found.validPermissions ? null : `#${found.name}`;
}

/** Lists the last results of a tool, each with a link to its message. */
export function ToolPosts({ serverId, tool }: { serverId: ServerId; tool: PostingTool }) {
  const t = useTranslations('servers.tool');
  const locale = useLocale();
  const words = usePostWords();
  const linkTo = useInDiscord();
  const { data: posts, dataUpdatedAt } = useQuery(toolPostsQuery(serverId, tool));
  const now = new Date(dataUpdatedAt);
  const { channels = [] } = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data ?? {};
  const nameOf = (id: string) => `#${channels.find((channel) => channel.id === id)?.name ?? id}`;
  return (
    <section aria-labelledby="tool-posts" className="mt-8">
      <h2 id="tool-posts" className="mb-2 font-semibold text-lead">
        {t('results')}
      </h2>
      {posts?.length === 0 && <p className="text-muted">{t('none')}</p>}
      <ul>
        {posts?.map((post) => (
          <li
            key={post.id}
            className="flex min-h-[52px] flex-wrap items-center gap-x-4 gap-y-1 border-line border-t py-2"
          >
            <span className="min-w-0 flex-1 basis-48">
              <span className="block truncate">{words(post)}</span>
              {post.problem !== null && (
                <span className="block text-small text-warn">{plainMentions(post.problem, { channels })}</span>
              )}
            </span>
            <bdi className="min-w-0 truncate text-muted text-small">{nameOf(post.channelId)}</bdi>
            <time
              dateTime={post.at.toISOString()}
              title={dateTime(post.at, locale)}
              className="figures text-muted text-small"
            >
              {relativeTime(post.at, now, locale)}
            </time>
            {post.messageId !== null && (
              <a
                href={linkTo(serverId, post.channelId, post.messageId)}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={t('openOf', { what: words(post) })}
                className="inline-flex min-h-8 items-center gap-1.5 text-small underline underline-offset-2 pointer-coarse:min-h-11"
              >
                {t('open')}
                <Icon of={ExternalLink} size={14} />
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
