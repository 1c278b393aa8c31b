import type { ReactNode } from 'react';

/** The title row of every page. */
export function PageHeader({
  title,
  description,
  actions,
  children,
}: {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** Content after the title, such as a counter or LIVE. */
  children?: ReactNode;
}) {
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="page-title text-balance">{title}</h1>
          {children}
        </div>
        {description !== undefined && <p className="mt-1 max-w-prose text-muted">{description}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap gap-2 empty:hidden">{actions}</div>}
    </header>
  );
}
