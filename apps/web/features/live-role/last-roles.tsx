'use client';

import type { LiveRoleState } from '@tally/contract/live-role/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { dateTime, relativeTime } from '../../lib/words/format.ts';
import { isolated } from '../../lib/words/mentions.ts';
import { discordDataQuery } from '../../shell/server/api.ts';
import { liveRolesQuery } from './api.ts';

/** Describes one change, such as “mika_v got @Live”. */
export function useChangeWords(serverId: ServerId) {
  const t = useTranslations('live-role');
  const { roles } = useQuery(discordDataQuery(serverId, ['channels', 'roles'])).data ?? {};
  return ({ name, roleId, isGiven }: LiveRoleState['changes'][number]): string => {
    const role = roles?.find(({ id }) => id === roleId)?.name;
    const words = { name: isolated(name), role: role === undefined ? t('gone') : isolated(`@${role}`) };
    return t(isGiven ? 'got' : 'lost', words);
  };
}

/** Lists the latest changes of live roles. */
export function LastRoles({ serverId }: { serverId: ServerId }) {
  const t = useTranslations('live-role');
  const tools = useTranslations('servers.tool');
  const locale = useLocale();
  const wordsOf = useChangeWords(serverId);
  const { data, dataUpdatedAt } = useQuery(liveRolesQuery(serverId));
  return (
    <section aria-labelledby="last-roles" className="mt-8">
      <h2 id="last-roles" className="mb-2 font-semibold text-lead">
        {tools('results')}
      </h2>
      {data?.changes.length === 0 && <p className="text-muted">{t('noChanges')}</p>}
      <ul>
        {data?.changes.map((change) => (
          <li
            key={`${change.at.getTime()} ${change.name} ${change.roleId}`}
            className="flex min-h-[52px] flex-wrap items-center gap-x-4 gap-y-1 border-line border-t py-2"
          >
            <span className="min-w-0 flex-1 basis-48 truncate">{wordsOf(change)}</span>
            <time
              dateTime={change.at.toISOString()}
              title={dateTime(change.at, locale)}
              className="figures text-muted text-small"
            >
              {relativeTime(change.at, new Date(dataUpdatedAt), locale)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}
