/** What the server has written into the page. Its twin is `platform/player/page.ts`. */
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

/** A call that the real player may know and this one does not: the run of a test fails over it. */
export const noteUnknown = (name: string): void =>
  void fetch(`/${about.world}/unknown/${encodeURIComponent(name)}`, { method: 'POST' });
