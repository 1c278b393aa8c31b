import type { ReactNode } from 'react';

/** Explains the purpose of an empty page and offers the first action. */
export function EmptyState({ title, text, action }: { title: ReactNode; text?: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-3 rounded-panel border border-line border-dashed px-6 py-8">
      <div>
        <h2 className="font-semibold text-lead">{title}</h2>
        {text !== undefined && <p className="mt-1 max-w-prose text-muted">{text}</p>}
      </div>
      {action}
    </div>
  );
}
