import type { Recent, RecentType, Status, TopServer } from '@tally/contract/status/calls';
import {
  ArrowUpRight,
  CircleUser,
  Crown,
  Link2,
  type LucideIcon,
  Radio,
  Scissors,
  ThumbsUp,
  Video,
} from 'lucide-react';
import { getNow, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { fullCount, relativeTime, shortCount } from '../../lib/words/format.ts';
import { getShellData } from '../../shell/shell-data.ts';
import { ToolLink } from '../../shell/tools/tool-link.tsx';
import { toolsOf } from '../../shell/tools/tools.ts';
import { Icon } from '../../ui/icon.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';

export function Section({
  id,
  title,
  text,
  children,
}: {
  id?: string;
  title: string;
  text?: string;
  children: ReactNode;
}) {
  return (
    <section id={id} className="below-fold mx-auto max-w-6xl px-5 py-12">
      <h2 className="font-bold text-head">{title}</h2>
      {text !== undefined && <p className="mt-1 max-w-prose text-lead text-muted">{text}</p>}
      <div className="mt-6">{children}</div>
    </section>
  );
}

/** The minimum count to show, because a smaller number would look bad. */
const LEAST_SHOWN = 10;

/** Shows this service's real numbers, from the same source as `/status`. */
export async function Counters({ status, locale }: { status: Status; locale: string }) {
  const t = await getTranslations('landing.counters');
  const counters = [
    ['servers', status.totalGuilds],
    ['members', status.totalMembers],
    ['streamers', status.totalStreamers],
    ['notifications', status.totalNotifications],
  ] as const;
  const shown = counters.filter(([, count]) => count >= LEAST_SHOWN);
  if (shown.length < 2) return null;
  return (
    <section aria-label={t('label')} className="border-y border-line bg-surface">
      <dl className="mx-auto grid max-w-6xl grid-cols-2 gap-y-6 px-5 py-8 lg:grid-cols-4">
        {shown.map(([name, count]) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-muted">{t(name)}</dt>
            <dd className="wide text-head" title={fullCount(count, locale)}>
              {shortCount(count)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The API sends fixed English sentences; this maps them to the visitor's language. */
const sentences = ['premium', 'overlay', 'vote'] as const;
const isSentence = (type: Recent['type']): type is (typeof sentences)[number] =>
  sentences.some((each) => each === type);

const recentIcons: Record<RecentType, LucideIcon> = {
  premium: Crown,
  live: Radio,
  vod: Video,
  clip: Scissors,
  overlay: CircleUser,
  link: Link2,
  vote: ThumbsUp,
};

const MOST_RECENT = 6;

export async function RecentActivity({ recent, locale }: { recent: readonly Recent[]; locale: string }) {
  const [t, now] = await Promise.all([getTranslations('landing.recent'), getNow()]);
  return (
    <Section title={t('title')} text={t('text')}>
      <ul className="grid gap-x-8 border-t border-line lg:grid-cols-2">
        {recent.slice(0, MOST_RECENT).map((entry) => {
          const at = new Date(entry.createdAt);
          return (
            <li
              key={`${entry.createdAt} ${entry.message}`}
              className="flex h-[52px] items-center gap-3 border-b border-line"
            >
              <Icon of={recentIcons[entry.type]} className="shrink-0 text-muted" />
              <span className="sr-only">{t(entry.type)}</span>
              <bdi className="min-w-0 flex-1 truncate">
                {isSentence(entry.type) ? t(`said.${entry.type}`) : entry.message}
              </bdi>
              <time dateTime={at.toISOString()} className="shrink-0 text-muted text-small">
                {relativeTime(at, now, locale)}
              </time>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

export async function TopServers({ servers }: { servers: readonly TopServer[] }) {
  const t = await getTranslations('landing.topServers');
  return (
    <Section id="top-servers" title={t('title')} text={t('text')}>
      <ol className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {servers.slice(0, 12).map((server) => (
          <li
            key={server.id}
            className="flex h-[68px] items-center gap-3 rounded-panel border border-line bg-surface px-4"
          >
            <Avatar name={server.name} src={server.icon} size={36} shape="square" />
            <span className="min-w-0">
              <span className="block truncate font-semibold">
                <bdi>{server.name}</bdi>
              </span>
              <span className="block text-muted text-small">
                {t('members', { count: server.members, shown: shortCount(server.members) })}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}

export async function Tools() {
  const [t, names, words, { links }] = await Promise.all([
    getTranslations('landing.tools'),
    getTranslations('shell.footer'),
    getTranslations('tools'),
    getShellData(),
  ]);
  const tools = toolsOf(links);
  if (tools.length === 0) return null;
  return (
    <Section id="all-tools" title={t('title')} text={t('text')}>
      <ul className="grid border-t border-line lg:grid-cols-2 lg:gap-x-8">
        {tools.map((tool) => (
          <li key={tool.name} className="border-b border-line">
            <ToolLink
              tool={tool}
              className="flex min-h-[68px] items-center gap-4 py-3 transition-colors duration-120 hover:bg-surface"
            >
              <Icon of={tool.icon} size={20} className="shrink-0 text-muted" />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{names(tool.name)}</span>
                <span className="block text-muted text-small">{words(`${tool.name}.sentence`)}</span>
              </span>
              <Icon of={ArrowUpRight} className="shrink-0 text-faint rtl:-scale-x-100" />
            </ToolLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}
