import Link from 'next/link';
import type { ReactNode } from 'react';
import type { Tool } from './tools.ts';

/** Links to a tool. Tools that open in another tab get a plain link. */
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
