'use client';

import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { MessageHome } from '../../i18n/homes.ts';
import type { ShellFrame } from '../shell-data.ts';

const LateProviders = lazy(async () => ({ default: (await import('./providers.tsx')).LateProviders }));

/** Loads its content when a visitor scrolls near it, and reserves the space until then. */
export function WhenNear({
  shell,
  homes,
  className,
  children,
}: {
  shell: ShellFrame;
  /** The text files that the content needs. */
  homes: readonly MessageHome[];
  className: string;
  children: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        watcher.disconnect();
        setNear(true);
      },
      { rootMargin: '200px 0px' },
    );
    if (place.current) watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  return (
    <div ref={place} className={className}>
      {isNear && (
        <Suspense>
          <LateProviders shell={shell} homes={homes}>
            {children}
          </LateProviders>
        </Suspense>
      )}
    </div>
  );
}
