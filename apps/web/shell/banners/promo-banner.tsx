'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { memories, useRemembered } from '../../lib/drafts/remembered.ts';
import { dismissPromo } from '../layout/first-paint.ts';
import { inPath } from '../sidebar/in-path.ts';
import { BannerLine } from './banner-line.tsx';

/** Always in the page; CSS hides it from the first paint on for those who dismissed it, so nothing jumps. */
export function PromoBanner({
  href,
  icon,
  words,
}: {
  /** Null: the list of YouTube's creators, of the server in the address, or else of the last one. */
  href: string | null;
  /** Drawn on the server, because every page would load the colors of all platforms otherwise. */
  icon: ReactNode;
  words: { label: string; text: string; action: string; dismiss: string };
}) {
  const path = usePathname();
  const [last] = useRemembered(memories.lastSelection);
  const named = inPath(path)?.named ?? last;
  const toYoutube = named.startsWith('server/') ? `/dashboard/${named}/notifications/youtube` : '/select';
  return (
    <BannerLine
      label={words.label}
      icon={icon}
      text={words.text}
      link={{ href: href ?? toYoutube, text: words.action }}
      dismiss={words.dismiss}
      onDismiss={dismissPromo}
      className="promo-dismissed:hidden"
    />
  );
}
