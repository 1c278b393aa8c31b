'use client';

import type { GiveawayEvent, GiveawayPage } from '@tally/contract/giveaways/views';
import { changeInWords } from '@tally/message/duration';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { dateTime } from '../../../lib/words/format.ts';
import { wordIn } from '../../../lib/words/word-in.ts';
import { meQuery } from '../../../shell/me.ts';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { Person } from '../../../ui/pictures/person.tsx';
import { bucketsOf } from './buckets.ts';

const MOST_BARS = 48;

/** A chart of entries over time. Screen readers get the number of each bar. */
export function EntriesChart({ minutes }: { minutes: GiveawayPage['entriesByMinute'] }) {
  const t = useTranslations('giveaways.one');
  const locale = useLocale();
  const bars = bucketsOf(minutes, MOST_BARS);
  const [from, to] = [minutes[0], minutes.at(-1)];
  const most = Math.max(1, ...bars.map(({ people }) => people));
  return (
    <Card>
      <CardHeader title={t('chart')} />
      <CardBody>
        {bars.length === 0 ? (
          <p className="text-muted">{t('nobodyYet')}</p>
        ) : (
          <>
            <ol dir="ltr" className="flex h-[60px] items-end gap-[2px] border-b border-line">
              {bars.map(({ at, people }) => {
                const words = t('bar', { time: dateTime(at, locale), people });
                return (
                  <li
                    key={at.getTime()}
                    title={words}
                    className="flex h-full min-w-0 max-w-5 flex-1 flex-col justify-end"
                  >
                    <span className="sr-only">{words}</span>
                    <span
                      className={people === 0 ? 'w-full bg-line' : 'w-full rounded-t-[2px] bg-ok'}
                      style={{ blockSize: people === 0 ? 2 : `${(people / most) * 100}%` }}
                    />
                  </li>
                );
              })}
            </ol>
            <p dir="ltr" aria-hidden className="figures mt-1 flex justify-between gap-3 text-muted text-small">
              <span>{from && dateTime(from.at, locale)}</span>
              <span>{minutes.length > 1 && to && dateTime(to.at, locale)}</span>
            </p>
          </>
        )}
      </CardBody>
    </Card>
  );
}

/** The giveaway's history, newest first. */
export function Events({ events, proofHref }: { events: readonly GiveawayEvent[]; proofHref: string }) {
  const t = useTranslations('giveaways.one');
  const me = useQuery(meQuery()).data?.discord.id;
  const locale = useLocale();
  const newest = events.toSorted((one, other) => other.at.getTime() - one.at.getTime());
  return (
    <Card>
      <CardHeader title={t('log')} />
      <CardBody>
        <ol className="grid gap-3">
          {newest.map((event, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- two may have happened at once
            <li key={`${event.at.getTime()} ${place}`} className="grid gap-0.5">
              <EventLine event={event} />
              {event.people.length > 0 && <bdi className="wrap-anywhere">{event.people.join(', ')}</bdi>}
              <span className="text-muted text-small">
                {dateTime(event.at, locale)}
                {event.byId !== null && (
                  <>
                    {' · '}
                    {event.byId === me ? t('you') : <Person name={event.byName} userId={event.byId} />}
                  </>
                )}
                {isDraw(event) && (
                  <>
                    {' · '}
                    <Link className="underline" href={`${proofHref}#draw-${event.details['draw'] ?? 1}`}>
                      {t('proof')}
                    </Link>
                  </>
                )}
              </span>
            </li>
          ))}
        </ol>
      </CardBody>
    </Card>
  );
}

const isDraw = ({ event }: GiveawayEvent): boolean => event === 'drawn' || event === 'rerolled';

function EventLine({ event: { event, details } }: { event: GiveawayEvent }) {
  const t = useTranslations('giveaways');
  const locale = useLocale();
  const reason = String(details['reason'] ?? '');
  const words = t(`events.${event}`, {
    people: Number(details['people'] ?? 0),
    winners: Number(details['winners'] ?? 0),
    draw: Number(details['draw'] ?? 1),
    key: String(details['key'] ?? '').slice(0, 12),
    reason: wordIn(t, `proof.reasons.${reason}`) ?? reason,
  });
  if (event !== 'edited') return <span className="wrap-anywhere">{words}</span>;
  return (
    <span className="wrap-anywhere">
      {words}
      {Object.entries(details).map(([field, change]) => (
        <span key={field} className="block text-muted text-small">
          {wordIn(t, `fields.${field}`) ?? field}:{' '}
          <bdi>{changeInWords(field, String(change), locale, (at) => dateTime(at, locale))}</bdi>
        </span>
      ))}
    </span>
  );
}
