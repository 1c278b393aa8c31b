'use client';

import type { ProvenDraw } from '@tally/contract/giveaways/views';
import { useTranslations } from 'next-intl';

/** Shell commands for the same check, for people who do not trust this page. */
export function ByHand({
  draw,
  seed,
  randomness,
  sheetUrl,
}: {
  draw: ProvenDraw;
  seed: string;
  randomness: string | null;
  sheetUrl: string;
}) {
  const t = useTranslations('giveaways.proof.byHand');
  const { commitment, signature, sheetHash } = draw;
  const blocks = [
    { words: t('seed', { hash: commitment }), command: `printf ${seed} | xxd -r -p | openssl dgst -sha256` },
    { words: t('sheet', { hash: sheetHash ?? '' }), command: `curl -s '${sheetUrl}' | openssl dgst -sha256` },
    ...(signature === null
      ? []
      : [
          {
            words: t('beacon', { hash: randomness ?? '' }),
            command: `printf ${signature} | xxd -r -p | openssl dgst -sha256`,
          },
        ]),
    {
      words: t('ticket'),
      command: `printf %s '${sheetHash}:${randomness ?? 'none'}:0' | openssl dgst -sha256 -mac HMAC -macopt hexkey:${seed}`,
    },
  ];
  return (
    <details className="rounded-card border border-line px-3 py-2">
      <summary className="cursor-pointer font-semibold">{t('title')}</summary>
      <ol className="mt-3 grid gap-3">
        {blocks.map(({ words, command }) => (
          <li key={command} className="grid min-w-0 gap-1">
            <span className="text-muted text-small wrap-anywhere">{words}</span>
            <pre
              dir="ltr"
              // A long line can be scrolled by keyboard, too.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
              tabIndex={0}
              className="overflow-x-auto rounded-mark bg-raised p-2 text-small"
            >
              {command}
            </pre>
          </li>
        ))}
      </ol>
    </details>
  );
}
