/** One video in the platform's frame, controlled by messages. No platform code runs on our page. */
export interface Frame {
  /** Starts or pauses playback. Repeated calls have no effect. */
  readonly setPlaying: (isPlaying: boolean) => void;
  readonly seek: (second: number) => void;
  /** Sets the volume, from 0 to 100. */
  readonly setVolume: (volume: number) => void;
  /** Starts playback after a press on our button, which the browser accepts as a gesture. */
  readonly unblock: () => void;
  readonly close: () => void;
}

export interface FrameEvents {
  readonly playing: () => void;
  readonly second: (second: number) => void;
  readonly ended: () => void;
  readonly failed: (code: number) => void;
  /** Called when the browser requires a gesture first. */
  readonly blocked: () => void;
}

export interface FrameAbout {
  readonly host: HTMLElement;
  /** The origin of the platform's player. */
  readonly base: string;
  readonly videoId: string;
  /** The start position in seconds. */
  readonly second: number;
  readonly title: string;
}

export const UNSTARTED = -1;
export const ENDED = 0;
export const PLAYING = 1;
export const PAUSED = 2;

/** Creates the frame and a message channel to exactly one origin. */
export function mountFrame(
  { host, title }: FrameAbout,
  about: { readonly address: URL; readonly hear: (data: unknown) => void; readonly loaded: () => void },
): { readonly send: (data: unknown) => void; readonly remove: () => void } {
  const { address, hear, loaded } = about;
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.allow = 'autoplay';
  // YouTube plays nothing for a page that sends no referrer:
  // https://developers.google.com/youtube/terms/required-minimum-functionality
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  frame.src = address.href;
  const receive = ({ source, origin, data }: MessageEvent): void => {
    if (origin === address.origin && source !== null && source === frame.contentWindow) hear(data);
  };
  window.addEventListener('message', receive);
  frame.addEventListener('load', loaded);
  // Removes the previous frame, even if it was not closed.
  host.replaceChildren(frame);
  return {
    send: (data) => frame.contentWindow?.postMessage(data, address.origin),
    remove() {
      window.removeEventListener('message', receive);
      frame.removeEventListener('load', loaded);
      frame.remove();
    },
  };
}
