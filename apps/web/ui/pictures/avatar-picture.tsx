'use client';

import { useState } from 'react';

/** Covers the initials, which appear again if the picture fails to load. */
export function AvatarPicture({ src, size }: { src: string; size: number }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return null;
  return (
    // oxlint-disable-next-line nextjs/no-img-element -- the component's code weighs more than all avatars of a page
    <img
      // The picture may have failed before React attached its listener.
      ref={(picture) => {
        if (picture?.complete && picture.naturalWidth === 0) setBroken(true);
      }}
      src={src}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
      className="absolute inset-0 size-full bg-raised object-cover"
    />
  );
}
