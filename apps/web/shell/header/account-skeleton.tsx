import { Skeleton } from '../../ui/skeleton.tsx';

/** A placeholder in the size of the bell and picture. */
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
