'use client';

import type { FileLine, FileSection } from '@tally/contract/admin/file';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { dateTime } from '../../../lib/words/format.ts';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { cx } from '../../../ui/cx.ts';
import { useSayDeed } from '../audit/say-deed.ts';

/** More lines than this may need scrolling on a phone. */
const FIT = 3;
const dots = { ok: 'bg-ok', warn: 'bg-warn', danger: 'bg-red' } as const;

/** The data that each feature stores about a server or a person. */
export function FileSections({ sections, canOpen = true }: { sections: readonly FileSection[]; canOpen?: boolean }) {
  const t = useTranslations('admin.files');
  return (
    <div className="gap-5 xl:columns-2">
      {sections.map(({ title, lines }) => (
        <Card key={title} className="mb-5 break-inside-avoid last:mb-0">
          <CardHeader title={title} />
          <CardBody>
            {lines.length === 0 && <p className="text-muted">{t('none')}</p>}
            {/* Keyboard users can reach the end of a scrolling list. */}
            <section
              aria-label={title}
              {...(lines.length > FIT && { tabIndex: 0 })}
              className="max-h-96 overflow-y-auto"
            >
              <ul className="divide-y divide-line">
                {lines.map((line) => (
                  <Line key={`${line.text} ${line.note} ${line.at?.getTime()}`} line={line} canOpen={canOpen} />
                ))}
              </ul>
            </section>
          </CardBody>
        </Card>
      ))}
    </div>
  );
}

/** Dashboard pages are links only while staff may view the server. */
function Line({ line: { call, note, tone, at, href, ...line }, canOpen }: { line: FileLine; canOpen: boolean }) {
  const locale = useLocale();
  const sayDeed = useSayDeed();
  const text = call ? line.text.replace(call, sayDeed(call)) : line.text;
  const leads = href !== null && (canOpen || !href.startsWith('/dashboard/'));
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 py-2">
      <span dir="auto" className="min-w-0 flex-1 basis-40 wrap-anywhere">
        {tone && <span aria-hidden className={cx('me-2 inline-block size-2 rounded-full', dots[tone])} />}
        {leads ? (
          <Link href={href} prefetch={false} className="font-semibold underline-offset-4 hover:underline">
            {text}
          </Link>
        ) : (
          <span className="font-semibold">{text}</span>
        )}
        {note !== null && <span className="block text-muted text-small">{note}</span>}
      </span>
      {at && (
        <time dateTime={at.toISOString()} className="figures text-muted text-small">
          {dateTime(at, locale)}
        </time>
      )}
    </li>
  );
}
