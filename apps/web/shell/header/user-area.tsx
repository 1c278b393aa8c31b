'use client';

import dynamic from 'next/dynamic';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { ShellData } from '../shell-data.ts';

interface UserAreaProps {
  shell: ShellData;
  words: { loading: string; logIn: string };
}

// Only somebody who is logged in downloads menu, bell and what they need.
const Account = dynamic(() => import('./account.tsx').then((module) => module.Account), {
  ssr: false,
  loading: () => <AccountSkeleton />,
});

export function UserArea({ shell, words }: UserAreaProps) {
  return (
    <div className="flex min-w-[84px] justify-end max-sm:min-w-[76px]">
      <Account shell={shell} words={words} />
    </div>
  );
}

export function AccountSkeleton() {
  return (
    <span className="flex items-center gap-1">
      <span className="flex size-control items-center justify-center">
        <Skeleton className="size-5" />
      </span>
      <span className="flex size-control items-center justify-center">
        <Skeleton className="size-7 rounded-full" />
      </span>
    </span>
  );
}
