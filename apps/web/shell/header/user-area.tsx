'use client';

import dynamic from 'next/dynamic';
import type { AccountProps } from './account.tsx';
import { AccountSkeleton } from './account-skeleton.tsx';

// Only people with a session download the menu, the bell and their code.
const LateAccount = dynamic(() => import('./account.tsx').then((module) => module.LateAccount), {
  ssr: false,
  loading: () => <AccountSkeleton />,
});

/** The account area of a public page. */
export function UserArea(props: AccountProps) {
  return <LateAccount {...props} />;
}
