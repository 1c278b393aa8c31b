'use client';

import type { EmotePlatform } from '@tally/contract/emotes/calls';
import { mostDownloaded } from '@tally/contract/emotes/sizes';
import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { fetchZip, type Shown, type Wish } from './api.ts';
import { zipNames } from './zip-names.ts';

export type Saving =
  | { readonly kind: 'idle' | 'saved' | 'failed' }
  | { readonly kind: 'busy'; readonly bytes: number; readonly zip: number; readonly zips: number };

/** Saves any number of emotes in as many zip files as necessary, one after the other. */
export function useZips({ platform, channel }: { platform: EmotePlatform; channel: string }) {
  const [state, setState] = useState<Saving>({ kind: 'idle' });
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);

  const save = async (emotes: readonly Shown[], { size, format }: Pick<Wish, 'size' | 'format'>) => {
    const controller = new AbortController();
    leaving.current = controller;
    const names = zipNames(channel, emotes.length);
    try {
      for (const [at, name] of names.entries()) {
        const part = emotes.slice(at * mostDownloaded, (at + 1) * mostDownloaded);
        const onBytes = (bytes: number) => setState({ kind: 'busy', bytes, zip: at + 1, zips: names.length });
        onBytes(0);
        const wish = {
          platform,
          size,
          format,
          emotes: part.map(({ name: called, url }) => ({ name: called.slice(0, 100), url })),
        };
        const zip = await fetchZip(wish, { signal: controller.signal, onBytes });
        if (!zip) return setState({ kind: 'failed' });
        saveFile(zip, name);
      }
      setState({ kind: 'saved' });
    } catch {
      setState({ kind: controller.signal.aborted ? 'idle' : 'failed' });
    }
  };
  return { state, save, stop: () => leaving.current?.abort(), reset: () => setState({ kind: 'idle' }) };
}
