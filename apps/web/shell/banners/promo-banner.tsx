'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { memories, useRemembered } from '../../lib/drafts/remembered.ts';
import { dismissPromo } from '../layout/first-paint.ts';
import { inPath } from '../sidebar/in-path.ts';
import { BannerLine } from './banner-line.tsx';

/** Always in the page. For people who dismissed it, CSS hides it before the first paint, so nothing moves. */
export function PromoBanner({
  href,
  icon,
  words,
}: {
  /** A fixed link, or null for the YouTube streamers of the server in the URL or the last one. */
  href: string | null;
  /** Rendered on the server, because otherwise every page would load the colors of all platforms. */
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
