'use client';

import { Download } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { type Sheet, saveSheet } from '../../../lib/drafts/save-sheet.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { type ChartName, useShown } from './state.ts';

/** A chart whose numbers are also available as a table and as a file. All three use the same sheet. */
export function Chart({
  name,
  sheet,
  legend,
  children,
}: {
  name: ChartName;
  sheet: Sheet;
  legend: readonly { readonly label: string; readonly className: string; readonly colour?: string }[];
  children: ReactNode;
}) {
  const t = useTranslations('admin.figures');
  const { isTable, turn, days } = useShown();
  const isOpen = isTable(name);
  return (
    <Card id={name} className="scroll-mt-6">
      <CardHeader
        title={t(`${name}.title`)}
        description={t(`${name}.text`)}
        actions={
          <div className="flex gap-2">
            <Button variant="ghost" aria-pressed={isOpen} onClick={() => turn(name)}>
              {t('table')}
            </Button>
            <Button icon={Download} variant="ghost" onClick={() => saveSheet(sheet, `${name}-${days}d.csv`)}>
              {t('csv')}
            </Button>
          </div>
        }
      />
      <CardBody>
        {isOpen ? <SheetTable sheet={sheet} label={t(`${name}.title`)} /> : children}
        {!isOpen && legend.length > 1 && (
          <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-muted text-small">
            {legend.map(({ label, className, colour }) => (
              <li key={label} className="flex items-center gap-1.5">
                <span
                  aria-hidden
                  className={`inline-block size-2.5 rounded-[2px] ${className}`}
                  style={{ backgroundColor: colour }}
                />
                {label}
              </li>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}

function SheetTable({ sheet: { head, rows }, label }: { sheet: Sheet; label: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: without it no keyboard reaches its end
    <section aria-label={label} tabIndex={0} className="max-h-80 overflow-auto">
      <table className="figures w-full text-small">
        <thead className="sticky top-0 bg-surface text-muted">
          <tr>
            {head.map((each) => (
              <th key={each} scope="col" className="whitespace-nowrap px-2 py-1 text-start font-medium">
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row[0]} className="border-line border-t">
              {row.map((cell, place) => (
                <td key={head[place]} className="whitespace-nowrap px-2 py-1">
                  {cell ?? '–'}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
