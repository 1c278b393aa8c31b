'use client';

import type { GiveawayProof } from '@tally/contract/giveaways/views';
import { useQuery } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { dateTime } from '../../../lib/words/format.ts';
import { Fetching } from '../../../shell/fetching.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { type GiveawayAddress, isOpen, missingDrawsQuery, proofQuery } from '../api.ts';
import { StateBadge } from '../state-badge.tsx';
import { DrawCard } from './draw-card.tsx';
import { FindYourself } from './find-yourself.tsx';
import { Presses, Removed } from './lists.tsx';

/** Shows the published data of a giveaway, which the reader's browser checks. */
export function ProofScreen({
  address,
  receipt,
  origin,
}: {
  address: GiveawayAddress;
  receipt: string;
  origin: string;
}) {
  const { data: proof, error, refetch } = useQuery(proofQuery(address));
  if (!proof)
    return (
      <Fetching error={error} refetch={refetch}>
        <Waiting />
      </Fetching>
    );
  return <Proof proof={proof} receipt={receipt} origin={origin} />;
}

function Proof({ proof, receipt, origin }: { proof: GiveawayProof; receipt: string; origin: string }) {
  const t = useTranslations('giveaways.proof');
  const locale = useLocale();
  const { name, serverName, state, endsAt, people, beacon, mode, draws } = proof;
  // For a giveaway that ended early, the draw records when.
  const end = endsAt !== null && isOpen(proof) ? dateTime(endsAt, locale) : '';
  const made = draws.filter(({ sheetHash }) => sheetHash !== null);
  return (
    <div className="grid gap-6">
      <header>
        <p className="text-muted">{t('of', { server: serverName })}</p>
        <div className="mt-1 flex flex-wrap items-center gap-3">
          <h1 className="page-title text-balance wrap-anywhere">{name}</h1>
          <StateBadge state={state} />
        </div>
        <p className="mt-1 text-muted">{t('figures', { people, hasEnd: end === '' ? 'no' : 'yes', end })}</p>
      </header>
      {beacon.isSimulated && <p className="rounded-card border border-warn/45 px-3 py-2 text-warn">{t('simulated')}</p>}
      {mode === 'drop' ? <Presses proof={proof} /> : made.length === 0 && <NotYet proof={proof} />}
      <MissingDraws proof={proof} />
      {made.map((draw) => (
        <DrawCard key={draw.number} proof={proof} draw={draw} origin={origin} />
      ))}
      {made.some((draw) => draw.people > 0) && <FindYourself proof={proof} receipt={receipt} />}
      <Removed proof={proof} />
      <section aria-labelledby="not-proven" className="rounded-panel border border-line border-dashed px-5 py-4">
        <h2 id="not-proven" className="font-semibold text-lead">
          {t('notProven.title')}
        </h2>
        <ul className="mt-2 grid max-w-prose list-disc gap-1 ps-5 text-muted">
          {(['people', 'reasons', 'prizes', 'dates'] as const).map((each) => (
            <li key={each}>{t(`notProven.${each}`)}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** Warns if an earlier draw is hidden. Each redraw states how many draws came before it. */
function MissingDraws({ proof }: { proof: GiveawayProof }) {
  const t = useTranslations('giveaways.proof');
  const missing = useQuery(missingDrawsQuery(proof)).data ?? [];
  if (missing.length === 0) return null;
  return (
    <p role="alert" className="rounded-card border border-red px-3 py-2 text-red">
      {t('missing', { count: missing.length, draws: missing.join(', ') })}
    </p>
  );
}

/** Before the draw, only the commitment is public. */
function NotYet({ proof: { draws } }: { proof: GiveawayProof }) {
  const t = useTranslations('giveaways.proof');
  return (
    <section className="rounded-panel border border-line bg-surface px-5 py-4">
      <h2 className="font-semibold text-lead">{t('notYet')}</h2>
      <p className="mt-1 max-w-prose text-muted">{t('notYetText')}</p>
      {draws[0] && <code className="mt-3 block break-all text-small">{draws[0].commitment}</code>}
    </section>
  );
}

function Waiting() {
  const words = useTranslations('ui');
  return (
    <Loading label={words('loading')} className="grid gap-6">
      <Skeleton className="h-[92px] w-full" />
      <Skeleton className="h-[420px] w-full rounded-panel" />
    </Loading>
  );
}
