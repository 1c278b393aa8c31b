'use client';

import type { Figures, FiguresPoint } from '@tally/contract/admin/calls';
import { aboutPlatforms, platforms } from '@tally/contract/platforms/words';
import { useLocale, useTranslations } from 'next-intl';
import { duration, fullCount, utcDate, utcDateTime } from '../../../lib/words/format.ts';
import { platformNames } from '../../../lib/words/platform-names.ts';
import { Bars, type Part } from './bars.tsx';
import { Chart } from './chart.tsx';
import type { ChartName } from './state.ts';

/** We promise to post "within seconds". */
const PROMISED_MS = 5_000;

/** The bars of a platform have its brand color. */
const lookOf = (group: Group) =>
  group === 'ours' ? { className: 'bg-control' } : { className: `of-${group}`, colour: aboutPlatforms[group].colour };

export function Charts({ figures }: { figures: Figures }) {
  return (
    <div className="grid gap-5 xl:grid-cols-2">
      <Posts figures={figures} />
      <TookChart figures={figures} />
      <Pairs
        name="uses"
        figures={figures}
        columns={[
          { key: 'commands', of: ({ commands }) => commands, className: 'bg-text' },
          { key: 'buttons', of: ({ buttons }) => buttons, className: 'bg-control' },
        ]}
      />
      <Pairs name="servers" figures={figures} columns={comings(({ servers }) => servers)} />
      <Pairs name="people" figures={figures} columns={comings(({ people }) => people)} />
    </div>
  );
}

/** Messages without a platform are our own, from any feature. */
const groups = [...platforms, 'ours'] as const;
type Group = (typeof groups)[number];

const inGroup = (counts: Readonly<Record<string, number>>, group: Group): number =>
  group === 'ours'
    ? Object.entries(counts).reduce((sum, [name, count]) => (name in aboutPlatforms ? sum : sum + count), 0)
    : (counts[group] ?? 0);

function Posts({ figures: { points, step } }: { figures: Figures }) {
  const t = useTranslations('admin.figures');
  const locale = useLocale();
  const { at, span } = useMoments(points, step);
  const label = (group: Group) => (group === 'ours' ? t('ours') : platformNames[group]);
  const posted = (point: FiguresPoint) => total(point.posted);
  const failed = (point: FiguresPoint) => total(point.failed);
  return (
    <Chart
      name="posts"
      legend={[
        ...groups.map((group) => ({ label: label(group), ...lookOf(group) })),
        { label: t('failed'), className: 'hatched border border-red' },
      ]}
      sheet={{
        head: [t(step), ...groups.map(label), ...groups.map((group) => t('failedOf', { name: label(group) }))],
        rows: points.map((point) => [
          at(point.at),
          ...groups.map((group) => inGroup(point.posted, group)),
          ...groups.map((group) => inGroup(point.failed, group)),
        ]),
      }}
    >
      <Bars
        label={t('posts.label', { posted: sum(points, posted), failed: sum(points, failed) })}
        highest={(value) => fullCount(value, locale)}
        {...span}
        bars={points.map((point) => ({
          key: point.at.toISOString(),
          title: `${at(point.at)} · ${t('posts.label', { posted: posted(point), failed: failed(point) })}`,
          up: groups.map((group) => ({
            value: inGroup(point.posted, group),
            ...lookOf(group),
          })),
          down: [{ value: failed(point), className: 'hatched border border-red' }],
        }))}
      />
    </Chart>
  );
}

function TookChart({ figures: { points, step, took } }: { figures: Figures }) {
  const t = useTranslations('admin.figures');
  const locale = useLocale();
  const { at, span } = useMoments(points, step);
  const said = (ms: number | null) => (ms === null ? '–' : duration(ms, locale));
  const sentence = ({ p50Ms, p95Ms }: Figures['took']['now']) =>
    t('took.label', { p50: said(p50Ms), p95: said(p95Ms) });
  return (
    <Chart
      name="took"
      legend={[
        { label: t('took.p50'), className: 'bg-text' },
        { label: t('took.p95'), className: 'bg-control' },
      ]}
      sheet={{
        head: [t(step), t('took.p50Ms'), t('took.p95Ms')],
        rows: points.map((point) => [at(point.at), point.took.p50Ms, point.took.p95Ms]),
      }}
    >
      <Bars
        label={sentence(took.now)}
        highest={(value) => duration(value, locale)}
        mark={{ value: PROMISED_MS, label: t('took.promised', { time: duration(PROMISED_MS, locale) }) }}
        {...span}
        bars={points.map(({ at: moment, took: { p50Ms, p95Ms } }) => ({
          key: moment.toISOString(),
          title: `${at(moment)} · ${sentence({ p50Ms, p95Ms })}`,
          up: [
            { value: p50Ms ?? 0, className: 'bg-text' },
            { value: Math.max(0, (p95Ms ?? 0) - (p50Ms ?? 0)), className: 'bg-control' },
          ],
        }))}
      />
    </Chart>
  );
}

interface Column {
  readonly key: 'commands' | 'buttons' | 'came' | 'went';
  readonly of: (point: FiguresPoint) => number;
  readonly className: string;
  readonly isBelow?: boolean;
}

const comings = (of: (point: FiguresPoint) => FiguresPoint['people']): readonly Column[] => [
  { key: 'came', of: (point) => of(point).came, className: 'bg-ok' },
  { key: 'went', of: (point) => of(point).went, className: 'hatched border border-red', isBelow: true },
];

function Pairs({
  name,
  figures: { points, step },
  columns,
}: {
  name: Extract<ChartName, 'uses' | 'servers' | 'people'>;
  figures: Figures;
  columns: readonly Column[];
}) {
  const t = useTranslations('admin.figures');
  const locale = useLocale();
  const { at, span } = useMoments(points, step);
  const partsOf = (point: FiguresPoint, isBelow: boolean): Part[] =>
    columns
      .filter((column) => (column.isBelow ?? false) === isBelow)
      .map(({ of, className }) => ({ value: of(point), className }));
  const sentence = (count: (column: Column) => number) =>
    columns.map((column) => `${t(column.key)}: ${fullCount(count(column), locale)}`).join(' · ');
  return (
    <Chart
      name={name}
      legend={columns.map(({ key, className }) => ({ label: t(key), className }))}
      sheet={{
        head: [t(step), ...columns.map(({ key }) => t(key))],
        rows: points.map((point) => [at(point.at), ...columns.map(({ of }) => of(point))]),
      }}
    >
      <Bars
        label={sentence(({ of }) => sum(points, of))}
        highest={(value) => fullCount(value, locale)}
        {...span}
        bars={points.map((point) => ({
          key: point.at.toISOString(),
          title: `${at(point.at)} · ${sentence(({ of }) => of(point))}`,
          up: partsOf(point, false),
          down: partsOf(point, true),
        }))}
      />
    </Chart>
  );
}

/** Returns formatters for one hour or day, and for the first and last one. */
function useMoments(points: readonly FiguresPoint[], step: Figures['step']) {
  const locale = useLocale();
  const at = (moment: Date) => (step === 'hour' ? utcDateTime(moment, locale) : utcDate(moment, locale));
  const [first, last] = [points[0], points.at(-1)];
  return { at, span: { from: first ? at(first.at) : '', to: last ? at(last.at) : '' } };
}

const total = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((all, each) => all + each, 0);

const sum = (points: readonly FiguresPoint[], of: (point: FiguresPoint) => number): number =>
  points.reduce((all, point) => all + of(point), 0);
