import { ENDED, type Frame, type FrameAbout, type FrameEvents, mountFrame, PLAYING } from './frame.ts';

/** https://developers.google.com/youtube/iframe_api_reference#Events */
const events = ['onStateChange', 'onError', 'onAutoplayBlocked'] as const;
const GREET_EVERY_MS = 250;

interface Message {
  readonly event: string;
  readonly info?: unknown;
}

/** Exchanges JSON text with the frame in both directions, as YouTube's own script does. */
export function openYoutube(about: FrameAbout, tell: FrameEvents): Frame {
  let isReady = false;
  let isWanted = false;
  let volume = 100;
  let state: number | undefined;
  let greeting: ReturnType<typeof setInterval> | undefined;

  const mounted = mountFrame(about, {
    address: addressOf(about),
    loaded() {
      clearInterval(greeting);
      greeting = setInterval(greet, GREET_EVERY_MS);
      greet();
    },
    hear(data) {
      const message = read(data);
      if (message) receive(message);
    },
  });
  const send = (message: object): void => mounted.send(JSON.stringify({ id: 1, channel: 'widget', ...message }));
  const command = (func: string, ...args: unknown[]): void => {
    if (isReady) send({ event: 'command', func, args });
  };
  const greet = (): void => send({ event: 'listening' });

  const play = (): void => {
    // Sets the volume before playback, because YouTube starts with the visitor's last volume.
    sound();
    command('playVideo');
  };
  const sound = (): void => {
    command(volume === 0 ? 'mute' : 'unMute');
    command('setVolume', volume);
  };

  function become(next: number): void {
    if (next === state) return;
    state = next;
    if (next === PLAYING) tell.playing();
    if (next === ENDED) tell.ended();
  }

  function receive({ event, info }: Message): void {
    switch (event) {
      case 'onReady':
        return begin();
      case 'initialDelivery':
      case 'infoDelivery':
        return inform(info);
      case 'onStateChange':
        return typeof info === 'number' ? become(info) : undefined;
      case 'onError':
        return tell.failed(Number(info));
      case 'onAutoplayBlocked':
        return tell.blocked();
    }
  }

  function begin(): void {
    clearInterval(greeting);
    if (isReady) return;
    isReady = true;
    for (const name of events) command('addEventListener', name);
    if (isWanted) play();
  }

  function inform(info: unknown): void {
    const { currentTime, playerState } = (info ?? {}) as { currentTime?: unknown; playerState?: unknown };
    if (typeof currentTime === 'number') tell.second(currentTime);
    if (typeof playerState === 'number') become(playerState);
  }

  return {
    setPlaying(isPlaying) {
      if (isPlaying === isWanted) return;
      isWanted = isPlaying;
      if (isPlaying) play();
      else command('pauseVideo');
    },
    seek(second) {
      command('seekTo', second, true);
      if (isWanted) command('playVideo');
    },
    setVolume(next) {
      if (next === volume) return;
      volume = next;
      sound();
    },
    unblock: play,
    close() {
      clearInterval(greeting);
      mounted.remove();
    },
  };
}

function addressOf({ base, videoId, second }: FrameAbout): URL {
  const address = new URL(`${base}/embed/${videoId}`);
  address.search = new URLSearchParams({
    enablejsapi: '1',
    origin: window.location.origin,
    widgetid: '1',
    // We send the play command after we set the volume.
    autoplay: '0',
    start: `${Math.floor(second)}`,
    controls: '0',
    disablekb: '1',
    fs: '0',
    iv_load_policy: '3',
    playsinline: '1',
    rel: '0',
  }).toString();
  return address;
}

function read(data: unknown): Message | null {
  if (typeof data !== 'string' || !data.startsWith('{')) return null;
  try {
    return JSON.parse(data) as Message;
  } catch {
    // The message is not from the player.
    return null;
  }
}
