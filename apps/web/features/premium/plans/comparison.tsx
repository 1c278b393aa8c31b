'use client';

import { hasFlag } from '@tally/contract/premium/flags';
import type { Plan } from '@tally/contract/premium/plans';
import { Check, ChevronDown, Minus } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { Fragment, useState } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { groups, type Row } from './groups.ts';
import { amountOf, limitOf } from './limits.ts';

/** How many groups are open at first; together they have twelve rows. */
const OPEN = 3;

/** Compares the plans side by side, grouped by need. */
export function Comparison({ plans }: { plans: readonly Plan[] }) {
  const t = useTranslations('premium');
  return (
    <section aria-labelledby="compare" className="mt-12">
      <h2 id="compare" className="mb-3 font-semibold text-title">
        {t('compare')}
      </h2>
      <div className="rounded-panel border border-line bg-surface">
        <table aria-labelledby="compare" className="w-full table-fixed border-separate border-spacing-0 text-start">
          <colgroup>
            <col className="w-[38%] sm:w-[46%]" />
          </colgroup>
          <thead>
            <tr>
              <th scope="col" className={`${headClass} rounded-ss-panel px-3 text-start sm:px-4`}>
                <span className="sr-only">{t('feature')}</span>
              </th>
              {plans.map((plan) => (
                <th key={plan.tierId} scope="col" className={`${headClass} px-1 text-center last:rounded-se-panel`}>
                  {plan.name}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map((group) => (
            <Rows key={group.name} {...group} plans={plans} />
          ))}
        </table>
      </div>
    </section>
  );
}

function Rows({ name, rows, plans }: (typeof groups)[number] & { plans: readonly Plan[] }) {
  const t = useTranslations('premium');
  const [isOpen, setOpen] = useState(false);
  return (
    <tbody className="group/rows">
      <tr>
        <th
          scope="rowgroup"
          colSpan={plans.length + 1}
          className="border-b border-line px-3 pt-6 pb-2 text-start font-semibold text-lead sm:px-4"
        >
          {t(`groups.${name}`)}
        </th>
      </tr>
      {(isOpen ? rows : rows.slice(0, OPEN)).map((row) => (
        <tr key={row.use}>
          <th scope="row" className="border-b border-line px-3 py-2.5 text-start font-normal text-muted sm:px-4">
            {t(`uses.${row.use}`)}
          </th>
          {plans.map((plan) => (
            <td key={plan.tierId} className="border-b border-line px-1 py-2.5 text-center">
              <Cell plan={plan} row={row} />
            </td>
          ))}
        </tr>
      ))}
      <tr>
        <td colSpan={plans.length + 1} className="border-b border-line group-last/rows:border-0">
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="flex min-h-11 w-full items-center gap-2 px-3 text-muted hover:text-text sm:px-4"
          >
            <Icon of={ChevronDown} className={isOpen ? 'rotate-180' : undefined} />
            {isOpen ? t('fewerLines') : t('moreLines', { count: rows.length - OPEN })}
            <span className="sr-only">{t(`groups.${name}`)}</span>
          </button>
        </td>
      </tr>
    </tbody>
  );
}

/** The header is sticky, because the open table is longer than a screen. */
const headClass =
  'sticky top-0 z-10 border-b border-line bg-surface py-3 align-bottom text-small font-semibold sm:text-body';

function Cell({ plan, row: { limit, flag } }: { plan: Plan; row: Row }) {
  const t = useTranslations('premium');
  const locale = useLocale();
  const isHeld = flag === undefined || hasFlag(plan.bitfield, flag);
  if (limit && isHeld) {
    const value = limitOf(plan, limit);
    if (value !== 0) return <span className="figures">{value === null ? '' : amountOf(limit, value, locale)}</span>;
  }
  const has = limit === undefined && isHeld;
  return (
    <Fragment>
      <Icon of={has ? Check : Minus} className={has ? 'inline text-ok' : 'inline text-faint'} />
      <span className="sr-only">{t(has ? 'included' : 'notIncluded')}</span>
    </Fragment>
  );
}
