'use client';

import { useLocale, useTranslations } from 'next-intl';
import { clockTime } from '../../lib/words/format.ts';
import { cx } from '../../ui/cx.ts';
import type { Today } from './today.ts';

/** Twenty-four bars. Each says its figures to screen readers too. */
export function DayStrip({ today }: { today: Today }) {
  const t = useTranslations('servers');
  const locale = useLocale();
  const most = Math.max(1, ...today.hours.map((hour) => hour.posted + hour.failed));
  return (
    <div dir="ltr">
      <ol className="flex h-20 items-end gap-[3px] border-b border-line">
        {today.hours.map((hour) => {
          const all = hour.posted + hour.failed;
          return (
            <li
              key={hour.at.getTime()}
              title={t('hour', { time: clockTime(hour.at, locale), posted: hour.posted, failed: hour.failed })}
              className="flex h-full flex-1 flex-col justify-end"
            >
              <span className="sr-only">
                {t('hour', { time: clockTime(hour.at, locale), posted: hour.posted, failed: hour.failed })}
              </span>
              {hour.failed > 0 && (
                <span
                  className="hatched w-full rounded-t-[2px]"
                  style={{ blockSize: `${(hour.failed / most) * 100}%` }}
                />
              )}
              <span
                className={cx('w-full rounded-t-[2px]', all === 0 ? 'bg-line' : 'bg-ok')}
                style={{ blockSize: all === 0 ? 2 : `${(hour.posted / most) * 100}%` }}
              />
            </li>
          );
        })}
      </ol>
      <div className="figures mt-1.5 flex justify-between text-faint text-small" aria-hidden>
        {[0, 6, 12, 18, 23].map((index) => (
          // Two hours fewer where all five would not fit.
          <span key={index} className={index % 12 === 6 ? 'max-sm:hidden' : undefined}>
            {today.hours[index] && clockTime(today.hours[index].at, locale)}
          </span>
        ))}
      </div>
    </div>
  );
}
