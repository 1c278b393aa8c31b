'use client';

import type { Platform } from '@tally/contract/platforms/platform';
import { type CSSProperties, useState } from 'react';
import { cx } from '../../ui/cx.ts';
import { PlatformNotch } from '../../ui/platform-chip.tsx';
import { Message, type MessageWords } from './message.tsx';

export interface HeroWords {
  readonly label: string;
  readonly platforms: readonly { readonly platform: Platform; readonly name: string; readonly message: MessageWords }[];
  readonly steps: readonly string[];
  /** The measured median; null if there is none. */
  readonly figure: string | null;
  readonly figureLabel: string;
  readonly app: string;
  readonly today: string;
}

const LINE_MS = 380;

const wait = (milliseconds: number) => ({ '--wait': `${milliseconds}ms` }) as CSSProperties;

/** Draws the path from the platform to the message, each part in its platform's design. */
export function HeroSignal({ words }: { words: HeroWords }) {
  const [at, setAt] = useState(0);
  const chosen = words.platforms[at] ?? words.platforms[0];
  if (!chosen) return null;
  const landed = 260 + (words.steps.length - 1) * LINE_MS;
  return (
    <div className="min-w-0 rounded-panel border border-line bg-surface">
      <fieldset aria-label={words.label} className="flex min-w-0 gap-1 overflow-x-auto border-b border-line p-2">
        {words.platforms.map(({ platform, name }, index) => (
          <button
            key={platform}
            type="button"
            aria-pressed={index === at}
            onClick={() => setAt(index)}
            className={cx(
              'inline-flex h-[34px] shrink-0 items-center gap-2 rounded-control border px-3 font-medium transition-colors duration-120 pointer-coarse:h-11',
              index === at ? 'border-line bg-raised text-text' : 'border-transparent text-muted hover:text-text',
            )}
          >
            <PlatformNotch platform={platform} />
            {name}
          </button>
        ))}
      </fieldset>
      <div key={chosen.platform} className="p-5">
        <ol className="mb-5 flex">
          {words.steps.map((step, index) => (
            <li key={step} className={cx('relative min-w-0', index < words.steps.length - 1 && 'flex-1')}>
              <span aria-hidden className="flex h-3 items-center">
                <span className="run-light size-[11px] shrink-0 rounded-full bg-ok" style={wait(index * LINE_MS)} />
                {index < words.steps.length - 1 && (
                  <span className="run-travel h-0.5 flex-1 bg-ok/60" style={wait(120 + index * LINE_MS)} />
                )}
              </span>
              <span className="run-light mt-2 block text-muted text-small" style={wait(index * LINE_MS)}>
                {step}
              </span>
            </li>
          ))}
        </ol>
        <div className="run-land" style={wait(landed)}>
          <Message platform={chosen.platform} words={chosen.message} app={words.app} today={words.today} />
        </div>
        {words.figure !== null && (
          <p className="run-land mt-4 flex items-baseline gap-3" style={wait(landed + 160)}>
            <span className="wide text-title">{words.figure}</span>
            <span className="text-muted text-small">{words.figureLabel}</span>
          </p>
        )}
      </div>
    </div>
  );
}
