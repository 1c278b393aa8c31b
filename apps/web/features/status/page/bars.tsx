import { type ComponentHealth, type HealthDay, isOurs } from '@tally/contract/status-history';
import { getLocale, getTranslations } from 'next-intl/server';
import { percent, utcDate } from '../../../lib/format.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';

const SHOWN_DAYS = 90;
const DAY_MS = 86_400_000;
/** A share of bad samples above which a day was a bad one, and not one with a hiccup. */
const BAD_DAY = 0.05;

const tones: Record<ComponentHealth['state'], Tone> = { up: 'ok', down: 'danger', unknown: 'neutral' };

/** Ninety days of each part: first what is ours, then whom we depend on. */
export async function Components({ components, until }: { components: readonly ComponentHealth[]; until: Date }) {
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
                <Row key={health.component} health={health} until={until} />
              ))}
            </ul>
          </section>
        ))}
    </>
  );
}

async function Row({ health: { component, state, days }, until }: { health: ComponentHealth; until: Date }) {
  const [t, words, locale] = await Promise.all([
    getTranslations('status.history'),
    getTranslations('shell.incident.components'),
    getLocale(),
  ]);
  const known = new Map(days.map((day) => [day.day, day]));
  const shown = Array.from({ length: SHOWN_DAYS }, (_, place) => {
    const day = new Date(until.getTime() - (SHOWN_DAYS - 1 - place) * DAY_MS).toISOString().slice(0, 10);
    return known.get(day) ?? { day, good: 0, bad: 0 };
  });
  const good = days.reduce((sum, day) => sum + day.good, 0);
  const all = good + days.reduce((sum, day) => sum + day.bad, 0);
  const share = all === 0 ? null : percent(good / all, locale);
  return (
    <li>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h3 className="font-semibold">{words(component)}</h3>
        <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
        {share && <span className="figures ms-auto text-muted text-small">{t('uptime', { share })}</span>}
      </div>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- ninety marks are one picture
        role="img"
        aria-label={t('bars', { share: share ?? '–', count: days.filter(({ bad }) => bad > 0).length })}
        className="flex h-8 gap-px sm:gap-0.5"
      >
        {shown.map((day) => (
          <span
            key={day.day}
            title={`${utcDate(new Date(day.day), locale)} · ${wordOf(day, { none: t('none'), locale })}`}
            className={cx('min-w-0 flex-1 rounded-[2px]', colourOf(day))}
          />
        ))}
      </div>
    </li>
  );
}

const badShare = ({ good, bad }: HealthDay): number => (good + bad === 0 ? 0 : bad / (good + bad));

function colourOf(day: HealthDay): string {
  if (day.good + day.bad === 0) return 'bg-line';
  if (day.bad === 0) return 'bg-ok';
  return badShare(day) < BAD_DAY ? 'bg-warn' : 'bg-red';
}

const wordOf = (day: HealthDay, { none, locale }: { none: string; locale: string }): string =>
  day.good + day.bad === 0 ? none : percent(1 - badShare(day), locale);
