'use client';

import dynamic from 'next/dynamic';
import type { AccountProps } from './account.tsx';
import { AccountSkeleton } from './account-skeleton.tsx';

// Only somebody who is logged in downloads menu, bell and what they need.
const LateAccount = dynamic(() => import('./account.tsx').then((module) => module.LateAccount), {
  ssr: false,
  loading: () => <AccountSkeleton />,
});

/** Who is logged in, on a public page. */
export function UserArea(props: AccountProps) {
  return <LateAccount {...props} />;
}
