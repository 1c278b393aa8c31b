'use client';

import type { ReactNode } from 'react';

/** A file input that looks like its content. */
export function PickFile({
  accept,
  isMultiple = false,
  onPick,
  className,
  children,
}: {
  accept: string;
  isMultiple?: boolean;
  onPick: (file: File, ...more: File[]) => void;
  className: string;
  children: ReactNode;
}) {
  return (
    <label className={`cursor-pointer ${className}`}>
      <input
        type="file"
        accept={accept}
        multiple={isMultiple}
        className="sr-only"
        onChange={({ target }) => {
          const [file, ...more] = target.files ?? [];
          if (file) onPick(file, ...more);
          // Cleared, so the same file can be chosen again.
          target.value = '';
        }}
      />
      {children}
    </label>
  );
}
