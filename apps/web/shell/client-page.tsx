import type { ReactNode } from 'react';
import type { MessageHome } from '../i18n/homes.ts';
import { MessagesOf } from '../i18n/messages.tsx';
import { type Ask, askAhead } from '../lib/start/ask-ahead.ts';
import { AnsweredLater } from './answered.tsx';
import { PageSkeleton } from './layout/page-skeleton.tsx';
import { WhenHydrated } from './layout/when-hydrated.tsx';

/** After this time, the page is sent without its data, which the browser then fetches. */
const PATIENCE_MS = 1000;

/**
 * A page that depends on queries: its texts, and a skeleton until hydration. `ahead` fetches the data for the first
 * paint on the server. Nothing waits for it here, because React would hold a waiting page back until 300 ms after its
 * frame (decision 0129).
 */
export function ClientPage({
  homes,
  ahead,
  children,
  ...head
}: {
  homes: readonly MessageHome[];
  /**
   * The texts at the start of the page, visible from the first paint. Later texts should be smaller, because browsers
   * take the largest one as the moment when the page has loaded.
   */
  title?: string;
  description?: string;
  ahead?: (ask: Ask) => Promise<unknown>;
  children: ReactNode;
}) {
  return (
    <MessagesOf homes={homes}>
      <WhenHydrated fallback={<PageSkeleton {...head} />}>
        {ahead ? <AnsweredLater answers={askAhead(ahead, PATIENCE_MS)}>{children}</AnsweredLater> : children}
      </WhenHydrated>
    </MessagesOf>
  );
}
