'use client';

import type { GiveawayProof, ProvenDraw } from '@tally/contract/giveaway-views';
import { useQuery } from '@tanstack/react-query';
import { Check, Download, X } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { dateTime } from '../../../lib/format.ts';
import { Failed } from '../../../shell/failed.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { checkQuery, sheetPath } from '../api.ts';
import { ByHand } from './by-hand.tsx';
import { type CheckedDraw, type Step, steps } from './check.ts';
import { Drawn } from './lists.tsx';

interface CardProps {
  readonly proof: GiveawayProof;
  readonly draw: ProvenDraw;
  readonly origin: string;
}

export function DrawCard({ proof, draw, origin }: CardProps) {
  const t = useTranslations('giveaways.proof');
  const locale = useLocale();
  const isOver = draw.drawnAt !== null;
  const check = useQuery({ ...checkQuery(proof, draw), enabled: isOver });
  const { people, tickets, winners, closedAt } = draw;
  return (
    <Card aria-labelledby={`draw-${draw.number}`}>
      <CardHeader
        title={<span id={`draw-${draw.number}`}>{t('draw', { number: draw.number })}</span>}
        description={t('drawFigures', {
          people,
          tickets,
          winners,
          closed: closedAt ? dateTime(closedAt, locale) : '–',
        })}
        actions={
          <a className={buttonClass('quiet', 'compact')} href={sheetPath(proof, draw.number)} download>
            <Icon of={Download} />
            {t('download')}
          </a>
        }
      />
      <CardBody className="grid gap-5">
        {!isOver && <p className="text-muted">{t('waits', { round: draw.round ?? 0 })}</p>}
        {isOver && check.error && <Failed error={check.error} onRetry={() => void check.refetch()} />}
        {isOver && check.isPending && <Checking />}
        {check.data && <Result draw={draw} checked={check.data} />}
        <Drawn draw={draw} />
        <Abandoned draw={draw} />
        {check.data && draw.seed !== null && (
          <ByHand
            draw={draw}
            seed={draw.seed}
            randomness={check.data.randomness}
            sheetUrl={origin + sheetPath(proof, draw.number)}
          />
        )}
      </CardBody>
    </Card>
  );
}

function Result({ draw, checked }: { draw: ProvenDraw; checked: CheckedDraw }) {
  const t = useTranslations('giveaways.proof');
  const isRight = steps.every((step) => checked.steps[step]);
  return (
    <div className="grid gap-3">
      <output className={cx('block font-semibold text-lead', isRight ? 'text-ok' : 'text-red')}>
        {t(isRight ? 'right' : 'wrong')}
      </output>
      <ol className="grid gap-2">
        {steps.map((step) => (
          <StepLine key={step} step={step} isRight={checked.steps[step]} draw={draw} />
        ))}
      </ol>
    </div>
  );
}

function StepLine({ step, isRight, draw }: { step: Step; isRight: boolean; draw: ProvenDraw }) {
  const t = useTranslations('giveaways.proof.steps');
  const values = { round: draw.round ?? 0, hasBeacon: draw.round === null ? 'no' : 'yes' };
  return (
    <li className="flex items-start gap-2.5" data-step={step} data-right={isRight}>
      <Icon of={isRight ? Check : X} className={isRight ? 'mt-0.5 shrink-0 text-ok' : 'mt-0.5 shrink-0 text-red'} />
      <span className={isRight ? undefined : 'text-red'}>{t(`${step}.${isRight ? 'right' : 'wrong'}`, values)}</span>
    </li>
  );
}

/** Sheets that came too late for their round. */
function Abandoned({ draw: { abandoned } }: { draw: ProvenDraw }) {
  const t = useTranslations('giveaways.proof');
  if (abandoned.length === 0) return null;
  return (
    <div className="text-muted text-small">
      <p>{t('abandoned')}</p>
      <ul className="mt-1 grid gap-1">
        {abandoned.map(({ round, sheetHash }) => (
          <li key={round}>
            {t('abandonedRound', { round })} <code className="break-all">{sheetHash}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Checking() {
  const t = useTranslations('giveaways.proof');
  return (
    <Loading label={t('checking')} className="grid gap-2">
      {steps.map((step) => (
        <Skeleton key={step} className="h-5 w-full max-w-lg" />
      ))}
    </Loading>
  );
}
