import { ENDED, type Frame, type FrameAbout, type FrameEvents, mountFrame, PAUSED, PLAYING } from './frame.ts';

const MARK = 'x-tiktok-player';
/** The `onPlayerError` code which means that the browser requires a click first. */
const AUTOPLAY_BLOCKED = 3002;
/** TikTok's player has no volume command, so volumes below this value mute it. */
const LEAST_HEARD = 20;
/** A browser that forbids sound stops the video within this time. */
const STOPPED_WITHIN_MS = 1_500;

interface Message {
  readonly type: string;
  readonly value?: unknown;
}

const isMessage = (data: unknown): data is Message =>
  typeof data === 'object' && data !== null && MARK in data && data[MARK] === true;

/** https://developers.tiktok.com/doc/embed-player */
export function openTiktok(about: FrameAbout, tell: FrameEvents): Frame {
  let isReady = false;
  let isWanted = false;
  let isLoud = false;
  let loudSince = Number.NEGATIVE_INFINITY;
  let hasFailed = false;

  const mounted = mountFrame(about, {
    address: addressOf(about),
    loaded() {},
    hear(data) {
      if (isMessage(data)) receive(data);
    },
  });
  const send = (type: string, value?: number): void => {
    if (isReady) mounted.send({ [MARK]: true, type, ...(value === undefined ? {} : { value }) });
  };
  const sound = (): void => {
    if (isLoud) loudSince = performance.now();
    send(isLoud ? 'unMute' : 'mute');
  };

  function begin(): void {
    if (isReady) return;
    isReady = true;
    if (about.second > 0) send('seekTo', about.second);
    sound();
    // The video has started automatically, so it may have to be paused.
    send(isWanted ? 'play' : 'pause');
  }

  function become(state: unknown): void {
    if (state === PLAYING) {
      if (isWanted) tell.playing();
      else send('pause');
    }
    if (state === ENDED) tell.ended();
    if (state === PAUSED && isWanted && performance.now() - loudSince < STOPPED_WITHIN_MS) tell.blocked();
  }

  function fail(value: unknown): void {
    const code = typeof value === 'object' && value !== null && 'errorCode' in value ? value.errorCode : value;
    if (code === AUTOPLAY_BLOCKED) return tell.blocked();
    // Both events occur, and both report the same error.
    if (hasFailed) return;
    hasFailed = true;
    tell.failed(typeof code === 'number' ? code : 0);
  }

  function receive({ type, value }: Message): void {
    switch (type) {
      case 'onPlayerReady':
        return begin();
      case 'onStateChange':
        // The ready event may arrive after other events.
        begin();
        return become(value);
      case 'onCurrentTime': {
        const second: unknown =
          typeof value === 'object' && value !== null && 'currentTime' in value ? value.currentTime : null;
        return typeof second === 'number' ? tell.second(second) : undefined;
      }
      case 'onPlayerError':
      case 'onError':
        return fail(value);
    }
  }

  return {
    setPlaying(isPlaying) {
      if (isPlaying === isWanted) return;
      isWanted = isPlaying;
      if (isPlaying) sound();
      send(isPlaying ? 'play' : 'pause');
    },
    seek(second) {
      send('seekTo', second);
      if (isWanted) send('play');
    },
    setVolume(volume) {
      if (volume >= LEAST_HEARD === isLoud) return;
      isLoud = !isLoud;
      sound();
    },
    unblock() {
      sound();
      send('play');
    },
    close: () => mounted.remove(),
  };
}

function addressOf({ base, videoId }: FrameAbout): URL {
  const address = new URL(`${base}/player/v1/${videoId}`);
  address.search = new URLSearchParams({
    // Without autoplay, TikTok creates no player and ignores all commands: https://github.com/videojs/v10/pull/2218
    autoplay: '1',
    muted: '1',
    loop: '0',
    rel: '0',
    controls: '0',
    description: '0',
    music_info: '0',
  }).toString();
  return address;
}
