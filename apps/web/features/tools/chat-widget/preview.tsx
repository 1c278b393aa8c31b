'use client';

import { useEffect, useRef } from 'react';
import './chat.css';
import { DEMO_LINES, demoEntry } from './demo.ts';
import { createChatList } from './list.ts';
import type { Settings } from './settings.ts';

const NEXT_LINE_MS = 1_600;

/** Shows sample lines in the same list as OBS. */
export function Preview({ settings, label }: { settings: Settings; label: string }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!root.current) return;
    // A preview shows changes immediately, without the delay.
    const list = createChatList(root.current, { ...settings, delay: 0 });
    const say = (number: number) => list.happen({ type: 'line', entry: demoEntry(number) });
    for (let number = 0; number < DEMO_LINES; number += 1) say(number);
    let last = DEMO_LINES;
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const talking = isStill ? undefined : setInterval(() => say((last += 1)), NEXT_LINE_MS);
    return () => {
      clearInterval(talking);
      list.close();
    };
  }, [settings]);
  return (
    // Hidden from screen readers, because the lines are only samples.
    <section aria-label={label} className="overflow-hidden rounded-panel border border-line">
      <div aria-hidden className="h-[420px] bg-[linear-gradient(135deg,#3d4f5e,#6a5a4e_55%,#2c3a2f)]">
        <div ref={root} />
      </div>
    </section>
  );
}
