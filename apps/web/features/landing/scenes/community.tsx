'use client';

import { defaultMessage } from '@tally/message/defaults';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { RoleDot } from '../../../ui/fields/role-dot.tsx';
import { checkPublished } from '../../giveaways/proof/check.ts';
import { Result } from '../../giveaways/proof/draw-card.tsx';
import { Drawn } from '../../giveaways/proof/lists.tsx';
import { sampleDraw, sampleProof, sampleSheet } from '../../giveaways/proof/sample.ts';
import type { SceneProps } from '../live-scene.tsx';
import { SampleMessage } from './sample-message.tsx';

/** Shows a proof that this page computes, and the bot's posts for a community. */
export function CommunityScene({ site }: SceneProps) {
  const locale = useLocale();
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[6fr_5fr]">
      <Proof />
      <div className="grid gap-4">
        <SampleMessage type="welcome" template={defaultMessage('welcome', locale)} site={site} />
        <SampleMessage type="birthday" template={defaultMessage('birthday', locale)} site={site} />
        <Starred site={site} />
        <Roles />
      </div>
    </div>
  );
}

/** Visitors can tamper with the result, and the proof detects it. */
function Proof() {
  const t = useTranslations('landing.scenes.community');
  const [isForged, setForged] = useState(false);
  const draw = isForged ? { ...sampleDraw, order: sampleDraw.order.toReversed() } : sampleDraw;
  const { data: checked } = useQuery({
    queryKey: ['landing', 'proof', isForged],
    queryFn: () => checkPublished(sampleProof, draw, { own: sampleSheet, first: sampleSheet }),
    placeholderData: (before) => before,
  });
  return (
    <div className="grid gap-4 rounded-panel border border-line bg-surface p-5">
      <h3 className="font-semibold text-lead">{t('proof')}</h3>
      {checked && <Result proof={sampleProof} draw={draw} checked={checked} />}
      <Drawn draw={draw} />
      <Button className="justify-self-start" onClick={() => setForged(!isForged)}>
        {t(isForged ? 'restore' : 'forge')}
      </Button>
    </div>
  );
}

function Starred({ site }: { site: string }) {
  const t = useTranslations('landing.scenes.community');
  return (
    <SampleMessage
      type="kickLive"
      site={site}
      template={{
        content: '⭐ **12** · #clips',
        embed: { author: 'mika_v', description: t('starred'), color: '#f2b84b' },
      }}
    />
  );
}

const roles = [
  ['Wren', 'live', '#ff4a3d'],
  ['Jonas', 'subscriber', '#53fc18'],
  ['Teapotter', 'moderator', '#9146ff'],
] as const;

function Roles() {
  const t = useTranslations('landing.scenes.community.roles');
  return (
    <ul aria-label={t('label')} className="divide-y divide-line rounded-card border border-line bg-surface px-4">
      {roles.map(([name, role, color]) => (
        <li key={name} className="flex min-h-11 items-center justify-between gap-3">
          <bdi className="font-semibold">{name}</bdi>
          <span className="flex items-center gap-2 text-muted">
            <RoleDot color={color} />
            {t(role)}
          </span>
        </li>
      ))}
    </ul>
  );
}
