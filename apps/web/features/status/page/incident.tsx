import type { Incident } from '@tally/contract/status/history';
import Link from 'next/link';
import { getLocale, getTranslations } from 'next-intl/server';
import { renderMarkdown } from '../../../lib/markdown/render.ts';
import { duration, utcDateTime } from '../../../lib/words/format.ts';
import { incidentTitle } from '../../../lib/words/incident-title.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Prose } from '../../../ui/prose.tsx';

const tones: Record<Incident['state'], Tone> = {
  found: 'danger',
  known: 'warn',
  watched: 'info',
  over: 'ok',
  planned: 'neutral',
  underway: 'warn',
};

/** Shows an incident with its cause, its state, and its updates, newest first. */
export async function IncidentCard({
  incident,
  heading: Heading,
}: {
  incident: Incident;
  heading: 'h1' | 'h2' | 'h3';
}) {
  const [t, words] = await Promise.all([getTranslations('status'), getTranslations('shell.incident')]);
  const title = incidentTitle(incident, words);
  return (
    <article aria-label={title} className="rounded-panel border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-2">
        <Heading className={Heading === 'h1' ? 'page-title wrap-anywhere text-balance' : 'font-semibold wrap-anywhere'}>
          {Heading === 'h1' ? (
            <bdi>{title}</bdi>
          ) : (
            <Link href={`/status/${incident.incidentId}`} prefetch={false} className="hover:underline">
              <bdi>{title}</bdi>
            </Link>
          )}
        </Heading>
        <Badge tone={tones[incident.state]}>{t(`incident.states.${incident.state}`)}</Badge>
      </div>
      <Facts incident={incident} />
      <ol className="mt-4 grid gap-3">
        {incident.updates.map((update) => (
          <Update key={`${update.at.toISOString()} ${update.state}`} update={update} />
        ))}
      </ol>
      {incident.postMortem !== '' && <PostMortem text={incident.postMortem} />}
    </article>
  );
}

async function Facts({ incident: { components, startsAt, endsAt, isMaintenance, impact } }: { incident: Incident }) {
  const [t, words, locale] = await Promise.all([
    getTranslations('status'),
    getTranslations('shell.incident'),
    getLocale(),
  ]);
  const span =
    endsAt === null
      ? t('incident.since', { at: utcDateTime(startsAt, locale) })
      : t('incident.fromTo', {
          from: utcDateTime(startsAt, locale),
          to: utcDateTime(endsAt, locale),
          length: duration(endsAt.getTime() - startsAt.getTime(), locale),
        });
  return (
    <p className="mt-1 text-muted text-small">
      {[
        t(`history.states.${isMaintenance ? 'maintenance' : impact}`),
        components.map((component) => words(`components.${component}`)).join(', '),
        span,
      ].join(' · ')}
    </p>
  );
}

async function Update({ update: { state, text, at } }: { update: Incident['updates'][number] }) {
  const [t, locale, { html }] = await Promise.all([getTranslations('status'), getLocale(), renderMarkdown(text)]);
  return (
    <li className="grid gap-x-4 gap-y-1 border-s-2 border-line ps-4">
      <p className="text-small">
        <span className="font-semibold">{t(`incident.states.${state}`)}</span>{' '}
        <time dateTime={at.toISOString()} className="text-muted">
          {utcDateTime(at, locale)}
        </time>
      </p>
      {text !== '' && <Prose html={html} />}
    </li>
  );
}

async function PostMortem({ text }: { text: string }) {
  const [t, { html }] = await Promise.all([getTranslations('status'), renderMarkdown(text)]);
  return (
    <section className="mt-5 border-t border-line pt-4">
      <h2 className="mb-2 font-semibold">{t('incident.postMortem')}</h2>
      <Prose html={html} />
    </section>
  );
}
