import { Wish } from '@tally/contract/feedback-board/calls';
import { getTranslations } from 'next-intl/server';
import { readPublic } from '../../../lib/read-public.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { WishRow } from '../row.tsx';
import { StateBadge } from '../state-badge.tsx';
import { withSummaries } from './words.ts';

const columns = ['planned', 'started', 'done'] as const;
const SHOWN = 20;

async function readList(state: (typeof columns)[number]): Promise<Wish[] | null> {
  const list = await readPublic(`/data/feedback?state=${state}&limit=${SHOWN}`, Wish.array());
  return list && (await withSummaries(list));
}

/** The decided requests are the roadmap, so there is no second list to maintain. */
export async function Roadmap({ isLoggedIn }: { isLoggedIn: boolean }) {
  const t = await getTranslations('feedback-board');
  const lists = await Promise.all(columns.map((state) => readList(state)));
  if (lists.includes(null)) return <EmptyState title={t('downTitle')} text={t('downText')} />;
  return (
    <div className="mt-4 grid gap-6 lg:grid-cols-3">
      {columns.map((state, place) => (
        <section key={state} aria-labelledby={`column-${state}`}>
          <h2 id={`column-${state}`} className="mb-2 flex items-center gap-2 font-semibold text-lead">
            <StateBadge state={state} />
            {lists[place]?.length ? <span className="figures text-muted text-small">{lists[place].length}</span> : null}
          </h2>
          {lists[place]?.length ? (
            <ul className="rounded-panel border border-line bg-surface">
              {lists[place]?.map((wish) => (
                <WishRow key={wish.wishId} wish={wish} isLoggedIn={isLoggedIn} isInColumn />
              ))}
            </ul>
          ) : (
            <p className="text-muted">{t(`none.${state}`)}</p>
          )}
        </section>
      ))}
    </div>
  );
}
