import type { ReactNode } from 'react';
import type { MessageHome } from '../i18n/homes.ts';
import { MessagesOf } from '../i18n/messages.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { WhenHydrated } from './when-hydrated.tsx';

/** A page that lives on queries: its words, and a skeleton until the browser has taken over. */
export function ClientPage({ homes, children }: { homes: readonly MessageHome[]; children: ReactNode }) {
  return (
    <MessagesOf homes={homes}>
      <WhenHydrated fallback={<PageSkeleton />}>{children}</WhenHydrated>
    </MessagesOf>
  );
}
