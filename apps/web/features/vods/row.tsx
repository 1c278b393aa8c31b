'use client';

import type { Recording } from '@tally/contract/vods/calls';
import { ExternalLink, Film, Play } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { proxied } from '../../lib/proxy/proxied.ts';
import { dateTime, duration, fileSize } from '../../lib/words/format.ts';
import { isolated } from '../../lib/words/mentions.ts';
import { platformNames } from '../../lib/words/platform-names.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PlatformNotch } from '../../ui/platform-chip.tsx';

export const tones: Readonly<Record<Recording['state'], Tone>> = {
  waiting: 'neutral',
  saving: 'info',
  kept: 'ok',
  link: 'neutral',
  failed: 'danger',
  over: 'neutral',
};

interface RowProps {
  readonly of: Recording;
  /** The server of the recording, for lists across servers. */
  readonly server?: ReactNode;
  /** The name of the channel that contains the post. */
  readonly channel?: string | undefined;
  /** The actions that managers can take. */
  readonly children?: ReactNode;
}

export function RecordingRow({ of, server, channel, children }: RowProps) {
  const t = useTranslations('vods');
  const locale = useLocale();
  const { state, streamerUserName, durationSeconds, bytes, allowedUntil, watchUrl, message, progress, post } = of;
  const name = of.title ?? streamerUserName;
  const facts = [
    streamerUserName,
    dateTime(of.startedAt, locale),
    ...(durationSeconds === null ? [] : [duration(durationSeconds * 1_000, locale)]),
    ...(bytes === null ? [] : [fileSize(bytes)]),
  ];
  return (
    <li aria-label={name} className="flex gap-4 border-b border-line px-4 py-3 last:border-b-0 max-sm:flex-col">
      <Thumbnail src={of.thumbnailUrl} href={watchUrl && new URL(watchUrl).pathname} />
      <div className="grid min-w-0 flex-1 content-start gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="me-auto flex min-w-0 flex-wrap items-center gap-x-2">
            <PlatformNotch platform={of.platform} />
            <bdi className="min-w-0 font-semibold [overflow-wrap:anywhere]">{name}</bdi>
            <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
          </span>
          <span className="flex flex-wrap gap-2">
            {watchUrl && (
              <ButtonLink size="compact" href={new URL(watchUrl).pathname}>
                <Icon of={Play} className="rtl:-scale-x-100" />
                {t('watch')}
              </ButtonLink>
            )}
            <ButtonLink size="compact" variant="ghost" href={of.url}>
              <Icon of={ExternalLink} className="rtl:-scale-x-100" />
              {t('onPlatform', { platform: platformNames[of.platform] })}
            </ButtonLink>
            {children}
          </span>
        </div>
        <p className="flex flex-wrap gap-x-3 text-muted text-small">
          {server}
          {facts.map((fact) => (
            <bdi key={fact}>{fact}</bdi>
          ))}
          {post && (
            <a href={post.url} target="_blank" rel="noreferrer" className="underline hover:text-text">
              {channel ? t('postedIn', { channel: isolated(`#${channel}`) }) : t('posted')}
            </a>
          )}
        </p>
        {progress !== null && (
          <progress
            aria-label={t('progress', { name })}
            max={100}
            value={progress}
            className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ink"
          />
        )}
        {state === 'kept' && allowedUntil && <p>{t('until', { time: dateTime(allowedUntil, locale) })}</p>}
        {message && <p className={state === 'failed' ? 'text-red' : 'text-muted'}>{message}</p>}
      </div>
    </li>
  );
}

function Thumbnail({ src, href }: { src: string | null; href: string | null }) {
  const picture = (
    <span className="relative grid aspect-video w-full place-items-center overflow-hidden rounded-card bg-raised text-faint">
      <Icon of={Film} size={22} />
      {src !== null && (
        // oxlint-disable-next-line nextjs/no-img-element -- as small as it is shown, and from another site
        <img src={proxied(src)} alt="" loading="lazy" className="absolute inset-0 size-full object-cover" />
      )}
    </span>
  );
  return (
    <div className="w-40 shrink-0 max-sm:w-full">
      {href === null ? (
        picture
      ) : (
        // Hidden, because the button next to it has the label.
        <a href={href} tabIndex={-1} aria-hidden="true">
          {picture}
        </a>
      )}
    </div>
  );
}
