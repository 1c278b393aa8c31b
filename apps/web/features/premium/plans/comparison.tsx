'use client';

import { hasFlag } from '@tally/contract/premium/flags';
import type { Plan } from '@tally/contract/premium/plans';
import { Check, Minus } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { Fragment } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { groups, type Row } from './groups.ts';
import { amountOf, limitOf } from './limits.ts';

/** Every limit and every feature, plan beside plan, by what they are for. */
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
          {groups.map(({ name, rows }) => (
            <tbody key={name}>
              <tr>
                <th
                  scope="rowgroup"
                  colSpan={plans.length + 1}
                  className="border-b border-line px-3 pt-6 pb-2 text-start font-semibold sm:px-4"
                >
                  {t(`groups.${name}`)}
                </th>
              </tr>
              {rows.map((row) => (
                <tr key={'limit' in row ? row.limit : row.flag} className="group">
                  <th
                    scope="row"
                    className="border-b border-line px-3 py-2.5 text-start font-normal text-muted group-last:border-0 sm:px-4"
                  >
                    {'limit' in row ? t(`limits.${row.limit}`) : t(`flags.${row.flag}`)}
                  </th>
                  {plans.map((plan) => (
                    <td key={plan.tierId} className="border-b border-line px-1 py-2.5 text-center group-last:border-0">
                      <Cell plan={plan} row={row} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </section>
  );
}

/** Stays in sight: the table is longer than any screen. */
const headClass =
  'sticky top-0 z-10 border-b border-line bg-surface py-3 align-bottom text-small font-semibold sm:text-body';

function Cell({ plan, row }: { plan: Plan; row: Row }) {
  const t = useTranslations('premium');
  const locale = useLocale();
  if ('limit' in row) {
    const value = limitOf(plan, row.limit);
    if (value !== 0) return <span className="figures">{value === null ? '' : amountOf(row.limit, value, locale)}</span>;
  }
  const has = 'flag' in row && hasFlag(plan.bitfield, row.flag);
  return (
    <Fragment>
      <Icon of={has ? Check : Minus} className={has ? 'inline text-ok' : 'inline text-faint'} />
      <span className="sr-only">{t(has ? 'included' : 'notIncluded')}</span>
    </Fragment>
  );
}
