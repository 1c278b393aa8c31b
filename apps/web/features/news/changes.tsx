import { getTranslations } from 'next-intl/server';
import { renderMarkdown } from '../../lib/markdown/render.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Prose } from '../../ui/prose.tsx';
import { type ChangeKind, sortedByKind } from './kinds.ts';

const tones: Record<ChangeKind, Tone> = { new: 'ok', better: 'info', fixed: 'warn' };

/** Lists the changes under one heading per kind. */
export async function Changes({ changes }: { changes: readonly string[] }) {
  const t = await getTranslations('news');
  const rows = await Promise.all(
    sortedByKind(changes).map(async ({ kind, text }) => ({ kind, html: (await renderMarkdown(text)).html })),
  );
  return (
    <div className="grid gap-5">
      {[...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, group]) => (
        <div key={kind} className="grid gap-x-4 gap-y-2 sm:grid-cols-[76px_1fr]">
          {kind && (
            <span className="sm:pt-0.5">
              <Badge tone={tones[kind]}>{t(`kinds.${kind}`)}</Badge>
            </span>
          )}
          <ul className="grid list-disc gap-1.5 ps-4 marker:text-faint sm:col-start-2">
            {group.map(({ html }) => (
              <li key={html}>
                <Prose html={html} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
