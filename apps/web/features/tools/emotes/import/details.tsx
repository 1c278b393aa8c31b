'use client';

import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Fetching } from '../../../../shell/fetching.tsx';
import { importQuery } from './api.ts';

/** Failures come first, because they matter most. */
const states = ['failed', 'done', 'waiting', 'undone'] as const;

/** Lists each emote with its result and the reason for a failure. */
export function Details({ serverId, importId }: { serverId: ServerId; importId: string }) {
  const t = useTranslations('emotes.import');
  const { data, error, refetch } = useQuery(importQuery(serverId, importId));
  if (!data) return <Fetching error={error} refetch={refetch} className="h-16" />;
  return (
    <div className="grid gap-3">
      {states.map((state) => {
        const emotes = data.emotes.filter((emote) => emote.state === state);
        if (emotes.length === 0) return null;
        return (
          <section key={state} aria-label={t(`lists.${state}`)}>
            <h3 className="font-semibold text-small">
              {t(`lists.${state}`)} <span className="text-muted tabular-nums">{emotes.length}</span>
            </h3>
            <ul className={state === 'failed' ? 'grid gap-1' : 'flex flex-wrap gap-x-3 gap-y-1'}>
              {emotes.map((emote) => (
                <li key={emote.name} className="min-w-0 break-words text-small">
                  <bdi className="font-mono">{emote.name}</bdi>
                  {emote.name !== emote.emoteName && (
                    <>
                      {' '}
                      <span className="text-muted">{t('calledBefore', { name: emote.emoteName })}</span>
                    </>
                  )}
                  {emote.message !== null && (
                    <>
                      {' '}
                      <span className="text-muted">{emote.message}</span>
                    </>
                  )}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
