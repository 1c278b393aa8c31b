import { type Cluster, type Shard, type ShardStatus, Status } from '@tally/contract/status/calls';
import { StatusHistory } from '@tally/contract/status/history';
import { Latency, LatencyDays } from '@tally/contract/status/latency';
import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { config } from '../../../lib/config.ts';
import { feedsAt } from '../../../lib/feeds/feed-of.ts';
import { alternatesOf } from '../../../lib/paths/alternates.ts';
import { readPublic } from '../../../lib/read-public.ts';
import { apiHasStarted } from '../../../lib/start/api-start.ts';
import { duration, fullCount } from '../../../lib/words/format.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { Components } from './bars.tsx';
import { Headline } from './headline.tsx';
import { Current, Past, Subscribe } from './incidents.tsx';
import { LatencySection } from './latency.tsx';

const TIMEOUT_MS = 2_000;

/** The status page. The server renders it for each visit and without scripts, so it works during most failures. */
export async function StatusPage({ searchParams }: { searchParams: Promise<{ days?: string | string[] }> }) {
  const days = LatencyDays.safeParse((await searchParams).days).data ?? '28';
  const [t, locale, status, history, latency] = await Promise.all([
    getTranslations('status'),
    getLocale(),
    readStatus(),
    readPublic('/status/history', StatusHistory),
    readPublic(`/status/latency?days=${days}`, Latency),
  ]);
  return (
    <article className="mx-auto max-w-6xl px-5 py-14">
      <h1 className="page-title text-balance">{t('title')}</h1>
      <Headline headline={history?.headline ?? null} />
      <Subscribe />
      {history && <Current incidents={history.incidents} />}
      {status && (
        <>
          <Figures status={status} locale={locale} />
          <MissingIntents status={status} />
        </>
      )}
      {history && (
        <>
          <Components history={history} />
          {latency && <LatencySection latency={latency} />}
          <Past incidents={history.incidents} />
        </>
      )}
      {status && status.clusters.length > 0 && (
        <section className="mt-10">
          <h2 className="font-semibold text-title">{t('cluster.all')}</h2>
          <div className="mt-4 grid gap-5 lg:grid-cols-2">
            {status.clusters.map((cluster) => (
              <ClusterCard key={cluster.clusterId} cluster={cluster} locale={locale} />
            ))}
          </div>
        </section>
      )}
    </article>
  );
}

async function Figures({ status, locale }: { status: Status; locale: string }) {
  const t = await getTranslations('status.figures');
  const figures = [
    ['servers', fullCount(status.totalGuilds, locale)],
    ['members', fullCount(status.totalMembers, locale)],
    ['streamers', fullCount(status.totalStreamers, locale)],
    ['notifications', fullCount(status.totalNotifications, locale)],
    ['median', status.medianPostMs === null ? t('none') : duration(status.medianPostMs, locale)],
    ['shards', fullCount(status.totalShards, locale)],
  ] as const;
  return (
    <dl className="mt-8 grid grid-cols-2 gap-x-5 gap-y-6 border-y border-line py-6 sm:grid-cols-3 lg:grid-cols-6">
      {figures.map(([name, figure]) => (
        <div key={name} className="flex flex-col-reverse justify-end">
          <dt className="text-muted">{t(name)}</dt>
          <dd className="wide text-head tabular-nums">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Warns about missing intents, which members only notice because features do nothing. */
async function MissingIntents({ status: { missingIntents } }: { status: Status }) {
  if (missingIntents.length === 0) return null;
  const t = await getTranslations('status');
  return (
    <p className="mt-6 max-w-prose rounded-panel border border-warn/45 px-4 py-3 text-pretty">
      {t('missing', { intents: missingIntents.map(({ intent }) => t(`intents.${intent}`)).join(' · ') })}
    </p>
  );
}

async function ClusterCard({ cluster, locale }: { cluster: Cluster; locale: string }) {
  const t = await getTranslations('status.cluster');
  const facts = [
    t('servers', { count: cluster.totalGuilds }),
    cluster.ping < 0 ? null : t('ping', { ping: duration(cluster.ping, locale) }),
    cluster.online ? t('uptime', { time: duration(cluster.uptime, locale) }) : null,
  ].filter((fact) => fact !== null);
  return (
    <Card>
      <CardHeader
        title={t('title', { number: cluster.clusterId })}
        description={facts.join(' · ')}
        actions={<Badge tone={cluster.online ? 'ok' : 'danger'}>{t(cluster.online ? 'online' : 'offline')}</Badge>}
      />
      <ul className="flex flex-wrap gap-2 px-5 pt-3 pb-5">
        {cluster.shards.map((shard) => (
          <ShardMark key={shard.shardId} shard={shard} locale={locale} />
        ))}
      </ul>
    </Card>
  );
}

const shardTones: Record<ShardStatus, Tone> = {
  ready: 'ok',
  connecting: 'warn',
  resuming: 'warn',
  disconnected: 'danger',
};

async function ShardMark({ shard, locale }: { shard: Shard; locale: string }) {
  const t = await getTranslations('status.shard');
  const ping = shard.shardPing < 0 ? '' : ` · ${duration(shard.shardPing, locale)}`;
  return (
    <li>
      <Badge tone={shardTones[shard.status]}>
        {`${shard.shardId} · ${t(shard.status)}${ping} · ${fullCount(shard.totalGuilds, locale)}`}
      </Badge>
    </li>
  );
}

/** Returns null if the API does not answer in time. */
async function readStatus(): Promise<Status | null> {
  await apiHasStarted();
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(`${config().API_URL}/status`, { cache: 'no-store', signal });
    return z.object({ data: Status }).parse(await answer.json()).data;
  } catch {
    return null;
  }
}

export async function statusMetadata(): Promise<Metadata> {
  const t = await getTranslations('status');
  const title = t('incidents.feedTitle', { site: config().SITE_NAME });
  return {
    title: t('title'),
    description: t('description', { site: config().SITE_NAME }),
    alternates: { ...(await alternatesOf('/status')), types: feedsAt('/status', title) },
  };
}
