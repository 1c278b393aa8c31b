import { type ComponentHealth, type HealthDay, isOurs, type StatusHistory } from '@tally/contract/status/history';
import { getLocale, getTranslations } from 'next-intl/server';
import { percent, utcDate } from '../../../lib/words/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { BarScrubber } from './bar-scrubber.tsx';
import { daysBetween } from './days-between.ts';
import { stateTones } from './headline.tsx';

const colours: Record<HealthDay['state'], string> = {
  operational: 'bg-ok',
  unknown: 'bg-line',
  maintenance: 'bg-info',
  degraded: 'bg-warn',
  partial: 'bg-warn',
  major: 'bg-red',
};

/** Shows ninety days of each component: our own first, then the services that we depend on. */
export async function Components({ history: { components, from, until } }: { history: StatusHistory }) {
  const t = await getTranslations('status.history');
  if (components.length === 0) return null;
  const groups = [
    { key: 'ours', list: components.filter(({ component }) => isOurs(component)) },
    { key: 'theirs', list: components.filter(({ component }) => !isOurs(component)) },
  ] as const;
  return (
    <>
      {groups
        .filter(({ list }) => list.length > 0)
        .map(({ key, list }) => (
          <section key={key} className="mt-10">
            <h2 className="font-semibold text-title">{t(key)}</h2>
            <p className="mb-4 text-muted">{t(`${key}Text`)}</p>
            <ul className="grid gap-5 rounded-panel border border-line bg-surface p-5">
              {list.map((health) => (
                <Row key={health.component} health={health} from={from} until={until} />
              ))}
            </ul>
          </section>
        ))}
    </>
  );
}

async function Row({ health, from, until }: { health: ComponentHealth; from: string; until: string }) {
  const [t, words, locale] = await Promise.all([
    getTranslations('status.history'),
    getTranslations('shell.incident.components'),
    getLocale(),
  ]);
  const { component, state, days } = health;
  const known = new Map(days.map((day) => [day.day, day]));
  const shown = daysBetween(from, until).map(
    (day) => known.get(day) ?? { day, good: 0, bad: 0, state: 'unknown' as const },
  );
  const dateOf = (day: string) => utcDate(new Date(day), locale);
  const uptime = uptimeOf(health, { from, t, locale });
  return (
    <li aria-label={words(component)}>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h3 className="font-semibold">{words(component)}</h3>
        <Badge tone={stateTones[state]}>{t(`states.${state}`)}</Badge>
        <span className="figures ms-auto text-muted text-small">{uptime}</span>
      </div>
      <p className="sr-only">{t('bars', { uptime, count: days.filter((day) => isTrouble(day)).length })}</p>
      <BarScrubber
        label={t('days', { component: words(component) })}
        count={shown.length}
        from={dateOf(from)}
        until={dateOf(until)}
        className="h-8 gap-px sm:gap-0.5"
      >
        {shown.map((day) => (
          <span
            key={day.day}
            title={`${dateOf(day.day)} · ${[t(`states.${day.state}`), ...shareOn(day, locale)].join(' · ')}`}
            className={cx('min-w-0 flex-1 rounded-[2px]', colours[day.state])}
          />
        ))}
      </BarScrubber>
    </li>
  );
}

const isTrouble = ({ state }: HealthDay): boolean => colours[state] === 'bg-warn' || colours[state] === 'bg-red';

type Words = Awaited<ReturnType<typeof getTranslations<'status.history'>>>;

/** Shows the uptime and its first day of measurement, or nothing without measurements. */
function uptimeOf(
  { share, since }: ComponentHealth,
  { from, t, locale }: { from: string; t: Words; locale: string },
): string {
  if (share === null || since === null) return t('none');
  const said = percent(share, locale);
  return since === from
    ? t('uptime', { share: said })
    : t('since', { share: said, day: utcDate(new Date(since), locale) });
}

const shareOn = ({ good, bad }: HealthDay, locale: string): string[] =>
  good + bad === 0 ? [] : [percent(good / (good + bad), locale)];
