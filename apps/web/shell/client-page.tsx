import type { ReactNode } from 'react';
import type { MessageHome } from '../i18n/homes.ts';
import { MessagesOf } from '../i18n/messages.tsx';
import { type Ask, askAhead } from '../lib/ask-ahead.ts';
import { Answered } from './answered.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { WhenHydrated } from './when-hydrated.tsx';

/** The page streams in behind its skeleton, and asking is what the browser would do in that time. */
const PATIENCE_MS = 1000;

/**
 * A page that lives on queries: its words, and a skeleton until the browser has taken over. `ahead` asks for what its
 * first picture needs, so that it comes with the page.
 */
export async function ClientPage({
  homes,
  title,
  ahead,
  children,
}: {
  homes: readonly MessageHome[];
  /** Where the page begins with it: it is seen from the first picture on. */
  title?: string;
  ahead?: (ask: Ask) => Promise<unknown>;
  children: ReactNode;
}) {
  const answers = ahead ? await askAhead(ahead, PATIENCE_MS) : [];
  return (
    <MessagesOf homes={homes}>
      <WhenHydrated fallback={<PageSkeleton title={title} />}>
        <Answered answers={answers}>{children}</Answered>
      </WhenHydrated>
    </MessagesOf>
  );
}
