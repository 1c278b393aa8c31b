'use client';

import type { ReactNode } from 'react';

/** A file field styled as its content. */
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
          // The same file may be chosen again.
          target.value = '';
        }}
      />
      {children}
    </label>
  );
}
