'use client';

import { ImageOff } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { proxied } from '../../../lib/proxy/proxied.ts';
import { cx } from '../../../ui/cx.ts';
import { Icon } from '../../../ui/icon.tsx';

/**
 * Pictures load through our own origin, which fetches only from known sites. Discord fetches from any site, so a
 * picture that we cannot show is replaced by its source URL.
 */
export function Picture({ src, className }: { src: string; className?: string }) {
  const t = useTranslations('message-editor');
  const [broken, setBroken] = useState<string | null>(null);
  const host = URL.parse(src)?.hostname ?? src;
  if (broken === src) {
    return (
      <span className={cx('discord-picture-missing', className)} title={src}>
        <Icon of={ImageOff} />
        <span className="sr-only">{t('preview.noPicture', { host })}</span>
      </span>
    );
  }
  return (
    // oxlint-disable-next-line nextjs/no-img-element -- pictures of other sites, through the proxy
    <img
      src={isOurs(src) ? src : (proxied(src) ?? undefined)}
      alt=""
      loading="lazy"
      decoding="async"
      className={className}
      onError={() => setBroken(src)}
    />
  );
}

/** Data URLs and our own pictures need no proxy. */
const isOurs = (src: string): boolean =>
  src.startsWith('data:image/') || (typeof window !== 'undefined' && src.startsWith(`${window.location.origin}/`));
