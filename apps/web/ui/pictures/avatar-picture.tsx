'use client';

import { useState } from 'react';

/** Covers the initials, which reappear if the picture fails. */
export function AvatarPicture({ src, size }: { src: string; size: number }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return null;
  return (
    // oxlint-disable-next-line nextjs/no-img-element -- the component's code weighs more than all avatars of a page
    <img
      // It may have failed before this code listened.
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
