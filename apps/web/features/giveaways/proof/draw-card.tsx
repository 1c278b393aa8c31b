'use client';

import type { GiveawayProof, ProvenDraw } from '@tally/contract/giveaways/views';
import { useQuery } from '@tanstack/react-query';
import { Check, CircleQuestionMark, Download, type LucideIcon, X } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { dateTime } from '../../../lib/words/format.ts';
import { Failed } from '../../../shell/failed.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { checkQuery, sheetPath } from '../api.ts';
import { ByHand } from './by-hand.tsx';
import { type CheckedDraw, overallOf, type Step, steps, stepsShown, type Verdict } from './check.ts';
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
  const { people, tickets, order, closedAt } = draw;
  const closed = closedAt ? dateTime(closedAt, locale) : '–';
  // Counts actual winners, because a draw may have fewer entrants than prizes, or may pass over some of them.
  const winners = isOver ? order.filter(({ outcome }) => outcome === 'won').length : Math.min(draw.winners, people);
  return (
    <Card aria-labelledby={`draw-${draw.number}`}>
      <CardHeader
        title={<span id={`draw-${draw.number}`}>{t('draw', { number: draw.number })}</span>}
        description={
          people > 0
            ? t('drawFigures', { people, tickets, winners, closed })
            : t('drawEmpty', { isRedraw: draw.number > 1 ? 'yes' : 'no', closed })
        }
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
        {check.data && <Result proof={proof} draw={draw} checked={check.data} />}
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

/** Shows the verdict on the draw and on each step. */
export function Result({ proof, draw, checked }: { proof: GiveawayProof; draw: ProvenDraw; checked: CheckedDraw }) {
  const t = useTranslations('giveaways.proof');
  const overall = overallOf(checked.steps);
  return (
    <div className="grid gap-3">
      {draw.round !== null && draw.people > 0 && overall !== 'wrong' && <p className="text-lead">{t('forPeople')}</p>}
      <output className={cx('block font-semibold text-lead', looks[overall].color)}>{t(overall)}</output>
      <ol className="grid gap-2">
        {stepsShown(checked.steps, draw).map((step) => (
          <StepLine key={step} step={step} proof={proof} draw={draw} checked={checked} />
        ))}
      </ol>
    </div>
  );
}

const looks: Readonly<Record<Verdict, { icon: LucideIcon; color: string }>> = {
  right: { icon: Check, color: 'text-ok' },
  unproven: { icon: CircleQuestionMark, color: 'text-warn' },
  wrong: { icon: X, color: 'text-red' },
};

function StepLine({
  step,
  proof,
  draw,
  checked,
}: {
  step: Step;
  proof: GiveawayProof;
  draw: ProvenDraw;
  checked: CheckedDraw;
}) {
  const t = useTranslations('giveaways.proof');
  const locale = useLocale();
  const { postedAt, outAt, version } = checked;
  const verdict = checked.steps[step];
  const values = {
    round: draw.round ?? 0,
    hasBeacon: draw.round === null ? 'no' : 'yes',
    isRedraw: draw.number > 1 ? 'yes' : 'no',
    mode: proof.mode,
    why: version === 1 ? 'old' : draw.round === null ? 'none' : 'late',
    time: postedAt ? dateTime(postedAt, locale) : '',
    seconds: postedAt && outAt ? Math.round((outAt.getTime() - postedAt.getTime()) / 1000) : 0,
  };
  const { icon, color } = looks[verdict];
  return (
    <li className="flex items-start gap-2.5" data-step={step} data-verdict={verdict}>
      <Icon of={icon} className={cx('mt-0.5 shrink-0', color)} />
      <span className={verdict === 'right' ? undefined : color}>
        {stepText(t, step, verdict, values)}
        {step === 'posted' && draw.post?.url && (
          <>
            {' '}
            <a className="underline" href={draw.post.url} target="_blank" rel="noreferrer">
              {t('openPost')}
            </a>
          </>
        )}
      </span>
    </li>
  );
}

/** Only steps that depend on times or the beacon can lack a proof. */
function stepText(
  t: ReturnType<typeof useTranslations<'giveaways.proof'>>,
  step: Step,
  verdict: Verdict,
  values: Record<string, string | number>,
): string {
  if (verdict !== 'unproven') return t(`steps.${step}.${verdict}`, values);
  return step === 'round' || step === 'posted' || step === 'beacon' ? t(`steps.${step}.unproven`, values) : '';
}

/** Lists the discarded entrant lists, each with the reason and the message that published it. */
function Abandoned({ draw: { abandoned, round: decided } }: { draw: ProvenDraw }) {
  const t = useTranslations('giveaways.proof');
  if (abandoned.length === 0) return null;
  return (
    <div className="text-muted text-small">
      <p>{t('abandoned')}</p>
      <ul className="mt-1 grid gap-1">
        {abandoned.map(({ round, sheetHash, post }, place) => (
          <li key={round}>
            {t('abandonedRound', {
              round,
              why: decided === null && place === abandoned.length - 1 ? 'silent' : 'late',
            })}{' '}
            <code className="break-all">{sheetHash}</code>
            {post && (
              <>
                {' '}
                <a className="underline" href={post.url} target="_blank" rel="noreferrer">
                  {t('openPost')}
                </a>
              </>
            )}
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
