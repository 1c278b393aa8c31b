'use client';

import { useEffect, useRef } from 'react';
import { LogInAgain } from './log-in-again.tsx';

/** Shows the error of a save and scrolls to it, because the pressed button may be far away. */
export function SaveProblem({ text, error = null }: { text: string | null; error?: Error | null }) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (text !== null) place.current?.scrollIntoView({ block: 'center' });
  }, [text]);
  if (text === null) return null;
  return (
    <p ref={place} role="alert" className="mt-4 whitespace-pre-line rounded-card border border-red p-3 text-red">
      {text}
      <LogInAgain error={error} className="mt-3" />
    </p>
  );
}
