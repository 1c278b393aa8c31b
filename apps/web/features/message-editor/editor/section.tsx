import type { ReactNode } from 'react';

export function Section({
  title,
  hint,
  aside,
  children,
}: {
  title: string;
  hint: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="border-line border-t pt-5">
      <header className="mb-3 flex items-start justify-between gap-3">
        <div>
          <h3 className="font-semibold text-lead">{title}</h3>
          <p className="text-muted text-small">{hint}</p>
        </div>
        {aside}
      </header>
      {children}
    </section>
  );
}
