'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, use, useState } from 'react';
import type { Answer } from '../lib/ask-ahead.ts';

/** Puts the answers that came with the page where the parts below will look. What is known already is newer. */
export function Answered({ answers, children }: { answers: readonly Answer[]; children: ReactNode }) {
  const client = useQueryClient();
  // While drawing: whoever is drawn below asks in the same breath.
  useState(() => {
    for (const { key, data } of answers) {
      if (client.getQueryData(key) === undefined) client.setQueryData(key, data);
    }
  });
  return children;
}

/** The same with answers that are still on their way: until then stands what stood there. */
export function AnsweredLater({ answers, children }: { answers: Promise<readonly Answer[]>; children: ReactNode }) {
  return <Answered answers={use(answers)}>{children}</Answered>;
}
