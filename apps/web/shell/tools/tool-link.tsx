import Link from 'next/link';
import type { ReactNode } from 'react';
import type { Tool } from './tools.ts';

/** The way to a tool. A plain link where it opens beside the page. */
export function ToolLink({ tool, className, children }: { tool: Tool; className: string; children: ReactNode }) {
  if (tool.isNewTab) {
    return (
      <a href={tool.href} target="_blank" rel="noreferrer" className={className}>
        {children}
      </a>
    );
  }
  return (
    <Link href={tool.href} prefetch={false} className={className}>
      {children}
    </Link>
  );
}
