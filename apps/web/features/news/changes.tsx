import { getTranslations } from 'next-intl/server';
import { renderMarkdown } from '../../lib/markdown/render.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Prose } from '../../ui/prose.tsx';
import { type ChangeKind, sortedByKind } from './kinds.ts';

const tones: Record<ChangeKind, Tone> = { new: 'ok', better: 'info', fixed: 'warn' };

/** The changes, grouped by kind. */
export async function Changes({ changes }: { changes: readonly string[] }) {
  const t = await getTranslations('news');
  const rows = await Promise.all(
    sortedByKind(changes).map(async ({ kind, text }) => ({ kind, html: (await renderMarkdown(text)).html })),
  );
  return (
    <ul className="grid gap-3">
      {rows.map(({ kind, html }) => (
        <li key={html} className="grid gap-x-3 gap-y-1 sm:grid-cols-[84px_1fr]">
          <span className="sm:pt-0.5">{kind && <Badge tone={tones[kind]}>{t(`kinds.${kind}`)}</Badge>}</span>
          <Prose html={html} className="sm:col-start-2" />
        </li>
      ))}
    </ul>
  );
}
