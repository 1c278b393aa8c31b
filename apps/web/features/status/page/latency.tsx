import { type Latency, LatencyDays, type LatencyOf } from '@tally/contract/status/latency';
import { getLocale, getTranslations } from 'next-intl/server';
import { duration, percent, utcDate } from '../../../lib/words/format.ts';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { BarScrubber } from './bar-scrubber.tsx';
import { daysBetween } from './days-between.ts';

/** A day below this share is bad. A day between this share and the goal only misses the goal. */
const BAD_DAY = 0.99;

/** Shows the delivery time of messages by platform, over ninety days. */
export async function LatencySection({ latency }: { latency: Latency }) {
  const [t, locale] = await Promise.all([getTranslations('status.latency'), getLocale()]);
  const { days, goal, messages, share, platforms, isClockOff, clockOffsetMs } = latency;
  return (
    <section id="latency" aria-labelledby="latency-title" className="mt-10 scroll-mt-20">
      <h2 id="latency-title" className="font-semibold text-title">
        {t('title')}
      </h2>
      <p className="max-w-prose text-muted text-pretty">{t('text')}</p>
      <nav aria-label={t('period')} className="mt-2 flex flex-wrap gap-x-5">
        {LatencyDays.options.map((each) => (
          <a
            key={each}
            href={`?days=${each}#latency`}
            aria-current={Number(each) === days ? 'true' : undefined}
            className={cx(
              'inline-flex min-h-control items-center',
              Number(each) === days ? 'font-semibold text-text underline' : 'text-muted hover:text-text',
            )}
          >
            {each === '1' ? t('today') : t('days', { count: Number(each) })}
          </a>
        ))}
        <a href="/status/latency.csv" className="inline-flex min-h-control items-center text-muted hover:text-text">
          {t('csv')}
        </a>
      </nav>
      <p className="mt-1 flex flex-wrap items-center gap-2 text-pretty">
        {share === null ? t('none') : t('sentence', { share: percent(share, locale), count: messages })}
        {share !== null && (
          <Badge tone={share >= goal ? 'ok' : 'warn'}>
            {t(share >= goal ? 'goalMet' : 'goalMissed', { goal: percent(goal, locale) })}
          </Badge>
        )}
      </p>
      {days > 1 && share !== null && <p className="text-muted text-small text-pretty">{t('worst')}</p>}
      {isClockOff && clockOffsetMs !== null && (
        <p className="mt-2 max-w-prose rounded-panel border border-warn/45 px-4 py-3 text-pretty">
          {t('clock', { offset: duration(Math.abs(clockOffsetMs), locale) })}
        </p>
      )}
      {platforms.length > 0 && (
        <ul className="mt-4 grid gap-6 rounded-panel border border-line bg-surface p-5">
          {platforms.map((each) => (
            <Row key={`${each.platform} ${each.way}`} of={each} latency={latency} />
          ))}
        </ul>
      )}
    </section>
  );
}

async function Row({ of, latency }: { of: LatencyOf; latency: Latency }) {
  const [t, locale] = await Promise.all([getTranslations('status.latency'), getLocale()]);
  const { platform, way, share, arrived, told, failed, unconfirmed, leftOut, odd, messages } = of;
  const figures = [
    ...(arrived ? [['half', arrived.p50, false] as const, ['most', arrived.p99, false] as const] : []),
    ...(told
      ? [
          [way === 'push' ? 'toldHalf' : 'startHalf', told.p50, latency.isClockOff] as const,
          [way === 'push' ? 'toldMost' : 'startMost', told.p99, latency.isClockOff] as const,
        ]
      : []),
  ];
  const misses = (
    [
      ['failed', failed],
      ['unconfirmed', unconfirmed],
      ['leftOut', leftOut],
      ['odd', odd],
    ] as const
  )
    .filter(([, count]) => count > 0)
    .map(([name, count]) => t(name, { count }));
  const known = new Map(of.days.map((day) => [day.day, day]));
  const shown = daysBetween(latency.from, latency.until);
  const dateOf = (day: string) => utcDate(new Date(day), locale);
  const titleOf = (day: string): string => {
    const measured = known.get(day);
    const text = measured
      ? t('bar', { share: percent(measured.share, locale), count: measured.messages })
      : t('noMessages');
    return `${dateOf(day)} · ${text}`;
  };
  const name = `${platformNames[platform]}, ${t(`ways.${way}`)}`;
  return (
    <li aria-label={name}>
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-semibold">{platformNames[platform]}</h3>
        <Badge tone="neutral">{t(`ways.${way}`)}</Badge>
        <span className="figures ms-auto text-muted text-small">
          {share === null ? t('none') : t('share', { share: percent(share, locale), count: messages })}
        </span>
      </div>
      <dl className="mt-2 mb-3 grid grid-cols-2 gap-x-5 gap-y-2 sm:grid-cols-4">
        {figures.map(([key, ms, isUnsure]) => (
          <div key={key} className="flex flex-col-reverse justify-end">
            <dt className="text-muted text-small">{t(key)}</dt>
            <dd className={cx('font-semibold tabular-nums', isUnsure && 'text-muted')}>
              {/* Provides the exact milliseconds for programs. */}
              <data value={ms}>{duration(ms, locale)}</data>
            </dd>
          </div>
        ))}
      </dl>
      <BarScrubber
        label={t('byDay', { name })}
        count={shown.length}
        from={dateOf(latency.from)}
        until={dateOf(latency.until)}
        className="h-8 gap-px sm:gap-0.5"
      >
        {shown.map((day) => (
          <span
            key={day}
            title={titleOf(day)}
            className={cx('min-w-0 flex-1 rounded-[2px]', colourOf(known.get(day)?.share, latency.goal))}
          />
        ))}
      </BarScrubber>
      {misses.length > 0 && <p className="text-muted text-small text-pretty">{misses.join(' · ')}</p>}
    </li>
  );
}

const colourOf = (share: number | undefined, goal: number): string =>
  share === undefined ? 'bg-line' : share >= goal ? 'bg-ok' : share >= BAD_DAY ? 'bg-warn' : 'bg-red';
