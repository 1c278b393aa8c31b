'use client';

import { useEffect, useRef } from 'react';

/** Why something was not saved. It comes into view, because the bar that was pressed may be far from it. */
export function SaveProblem({ text }: { text: string | null }) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (text !== null) place.current?.scrollIntoView({ block: 'center' });
  }, [text]);
  if (text === null) return null;
  return (
    <p ref={place} role="alert" className="mt-4 whitespace-pre-line rounded-card border border-red p-3 text-red">
      {text}
    </p>
  );
}
