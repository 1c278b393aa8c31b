'use client';

import type { Giveaway } from '@tally/contract/giveaways/views';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { discordDataQuery } from '../../../shell/server/api.ts';
import { toast } from '../../../shell/toast.ts';
import { useCreate } from '../../../shell/use-create.ts';
import { Button } from '../../../ui/button.tsx';
import { dropLostNeed } from '../api.ts';

/** Shown when every role that the giveaway requires has been deleted. */
export function LostNeed({ giveaway }: { giveaway: Giveaway }) {
  const t = useTranslations('giveaways.one.lostNeed');
  const { guildId, giveawayId, requirements } = giveaway;
  const roles = useQuery(discordDataQuery(guildId, ['channels', 'roles'])).data?.roles;
  const drop = useCreate(dropLostNeed(useQueryClient(), { guildId, giveawayId }));
  const needed = requirements?.roles ?? [];
  if (!roles || needed.length === 0 || roles.some(({ id }) => needed.includes(id))) return null;
  return (
    <section className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-panel border border-warn/45 px-4 py-3">
      <div>
        <h2 className="font-semibold">{t('title')}</h2>
        <p className="text-muted">{t('text')}</p>
      </div>
      <Button
        isPending={drop.isPending}
        onClick={() => drop.mutate(undefined, { onSuccess: (sentence) => void toast('success', { title: sentence }) })}
      >
        {t('drop')}
      </Button>
    </section>
  );
}
