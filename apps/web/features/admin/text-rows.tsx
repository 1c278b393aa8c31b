'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';

export interface TextRow {
  readonly href: string;
  readonly title: string;
  readonly about: ReactNode;
  readonly badges: ReactNode;
}

/** Texts that staff write, each leading to its editor. */
export function TextRows({ rows }: { rows: readonly TextRow[] }) {
  return (
    <ul className="rounded-panel border border-line bg-surface">
      {rows.map(({ href, title, about, badges }) => (
        <li key={href} className="border-b border-line last:border-b-0">
          <Link
            href={href}
            prefetch={false}
            className="flex min-h-[60px] flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 hover:bg-raised"
          >
            <span className="min-w-0 flex-1 basis-48">
              <bdi className="block font-semibold wrap-anywhere">{title}</bdi>
              <span className="text-muted text-small">{about}</span>
            </span>
            {badges}
          </Link>
        </li>
      ))}
    </ul>
  );
}
