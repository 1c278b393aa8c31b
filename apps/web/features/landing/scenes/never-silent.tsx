'use client';

import { Hash } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { usePermissionWords } from '../../../ui/fields/permission-words.ts';
import { SwitchRow } from '../../../ui/fields/switch.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { LargePath, type NodeState } from '../../../ui/node-path.tsx';
import type { SceneProps } from '../live-scene.tsx';

const permissions = ['ViewChannel', 'SendMessages', 'EmbedLinks'] as const;
const steps = ['detected', 'queued', 'sent', 'seen'] as const;

/** Visitors can remove a permission, which breaks the path, and fix it with one click. */
export function NeverSilentScene({ site }: SceneProps) {
  const t = useTranslations('landing');
  const words = usePermissionWords();
  const [missing, setMissing] = useState<readonly string[]>([]);
  const isBroken = missing.length > 0;
  const stateOf = (step: (typeof steps)[number]): NodeState =>
    !isBroken ? 'done' : step === 'sent' ? 'failed' : step === 'seen' ? 'ahead' : 'done';
  return (
    <div className="grid gap-6 rounded-panel border border-line bg-surface p-5">
      <LargePath nodes={steps.map((step) => ({ key: step, state: stateOf(step), label: t(`steps.${step}`) }))} />
      <div className="flex min-h-16 flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-ground px-4 py-3">
        <output className="min-w-0">
          <span className="flex flex-wrap items-center gap-2 font-semibold">
            <Icon of={Hash} className="text-muted" />
            <bdi>{'live-now'}</bdi>
            <Badge tone={isBroken ? 'warn' : 'ok'}>{t(`scenes.neverSilent.${isBroken ? 'broken' : 'posted'}`)}</Badge>
          </span>
          <span className="mt-1 block text-muted text-small">
            {isBroken
              ? t('scenes.neverSilent.missing', { permissions: missing.map(words).join(', ') })
              : t('scenes.neverSilent.fine')}
          </span>
        </output>
        {isBroken && (
          <Button variant="primary" onClick={() => setMissing([])}>
            {t('scenes.neverSilent.fix')}
          </Button>
        )}
      </div>
      <fieldset>
        <legend className="font-semibold">{t('scenes.neverSilent.permissions', { site })}</legend>
        <div className="mt-1 divide-y divide-line">
          {permissions.map((name) => (
            <SwitchRow
              key={name}
              label={words(name)}
              checked={!missing.includes(name)}
              onChange={(isHeld) =>
                setMissing((now) => (isHeld ? now.filter((each) => each !== name) : [...now, name]))
              }
            />
          ))}
        </div>
      </fieldset>
    </div>
  );
}
