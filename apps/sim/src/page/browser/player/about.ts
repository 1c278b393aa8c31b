/** Data that the server wrote into the page. Its counterpart is `platform/player/page.ts`. */
export interface Trouble {
  readonly kind: 'never starts' | 'error' | 'blocked' | 'stall' | 'jump to the end';
  readonly code: number | null;
  readonly video: string | null;
}

export interface About {
  readonly world: string;
  readonly videoId: string;
  readonly title: string;
  readonly author: string;
  readonly seconds: number;
  readonly refusal: number | null;
  readonly troubles: readonly Trouble[];
  readonly offset: number;
  readonly referer: string | null;
}

export const about = JSON.parse(document.getElementById('about')?.textContent ?? '{}') as About;

export const params = new URLSearchParams(window.location.search);

/** Reports a call that this player does not support, which makes the test run fail. */
export const noteUnknown = (name: string): void =>
  void fetch(`/${about.world}/unknown/${encodeURIComponent(name)}`, { method: 'POST' });
