'use client';

import dynamic from 'next/dynamic';
import type { AccountProps } from './account.tsx';
import { AccountSkeleton } from './account-skeleton.tsx';

// Loaded only for people with a session, because it contains the menu and the bell.
const LateAccount = dynamic(() => import('./account.tsx').then((module) => module.LateAccount), {
  ssr: false,
  loading: () => <AccountSkeleton />,
});

/** The account area of a public page. */
export function UserArea(props: AccountProps) {
  return <LateAccount {...props} />;
}
