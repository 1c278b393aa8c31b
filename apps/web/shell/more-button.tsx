import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';

interface Props {
  list: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  className?: string;
  children: ReactNode;
}

/** Loads the next page of a list, if there is one. */
export function MoreButton({ list, className, children }: Props) {
  if (!list.hasNextPage) return null;
  return (
    <Button isPending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} className={className}>
      {children}
    </Button>
  );
}
