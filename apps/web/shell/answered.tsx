'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, use, useState } from 'react';
import type { Answer } from '../lib/start/ask-ahead.ts';

/** Adds the answers in the page to the query cache for the children, unless the cache has newer data. */
export function Answered({ answers, children }: { answers: readonly Answer[]; children: ReactNode }) {
  const client = useQueryClient();
  // Runs during the render, because the children read the answers in the same pass.
  useState(() => {
    for (const { key, data } of answers) {
      if (client.getQueryData(key) === undefined) client.setQueryData(key, data);
    }
  });
  return children;
}

/** Does the same with answers that are still pending. The page does not change until they arrive. */
export function AnsweredLater({ answers, children }: { answers: Promise<readonly Answer[]>; children: ReactNode }) {
  return <Answered answers={use(answers)}>{children}</Answered>;
}
