'use client';

import type { ReactNode } from 'react';

/** SVG is missing on purpose: it can carry code and fetch from elsewhere. */
const kinds = 'image/png,image/jpeg,image/gif,image/webp,image/avif';

/** A field for a file that looks like what is inside. */
export function PickFile({
  onPick,
  className,
  children,
}: {
  onPick: (file: File) => void;
  className: string;
  children: ReactNode;
}) {
  return (
    <label className={`cursor-pointer ${className}`}>
      <input
        type="file"
        accept={kinds}
        className="sr-only"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onPick(file);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
      {children}
    </label>
  );
}
