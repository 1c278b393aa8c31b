/**
 * The embedded player's side of YouTube's postMessage, as `www-widgetapi.js` uses it: JSON texts in both directions.
 * https://developers.google.com/youtube/iframe_api_reference
 */
import { about, noteUnknown, params } from './about.ts';
import { CUED, createPlayback } from './playback.ts';
import { createScreen } from './screen.ts';

const isControlled = params.get('enablejsapi') === '1';
/** Without the parameter, the browser's referrer is the owner. */
const owner = params.get('origin') ?? (about.referer === null ? null : new URL(about.referer).origin);

let widget: { readonly id: unknown; readonly channel: unknown } | null = null;
const wanted = new Set<string>();

function tell(event: string, info: unknown): void {
  if (!widget || owner === null) return;
  window.parent.postMessage(JSON.stringify({ event, info, ...widget }), owner);
}
/** Sends the event only to pages that subscribed to it. */
const tellEvent = (event: string, info: unknown): void => {
  if (wanted.has(event)) tell(event, info);
};

const playback = createPlayback(
  {
    state(state) {
      tell('infoDelivery', { ...place(), playerState: state });
      tellEvent('onStateChange', state);
      screen.show();
    },
    sound() {
      tell('infoDelivery', sound());
      tellEvent('onVolumeChange', sound());
      screen.show();
    },
    second() {
      tell('infoDelivery', place());
      screen.show();
    },
    blocked: () => tellEvent('onAutoplayBlocked', null),
    error: fail,
  },
  { state: CUED, second: Number(params.get('start') ?? 0), isMuted: params.get('mute') === '1' },
);
const press = () => (playback.state() === 1 ? playback.pause() : void playback.play());
const screen = createScreen(playback, press);

/** The error is sent once, as soon as a page listens. */
let error: number | null = null;
function fail(code: number): void {
  error = code;
  screen.say(`Error ${code}`);
  tellError();
}
function tellError(): void {
  if (error === null || !wanted.has('onError')) return;
  tell('onError', error);
  error = null;
}
if (about.refusal !== null) fail(about.refusal);

const rates = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];
const sound = () => ({ volume: playback.volume(), muted: playback.isMuted() });
const place = () => {
  const current = playback.second();
  return {
    currentTime: current,
    currentTimeLastUpdated_: Date.now() / 1_000,
    duration: about.seconds,
    videoLoadedFraction: 1,
    playbackRate: playback.rate(),
    progressState: {
      airingStart: 0,
      airingEnd: about.seconds,
      allowSeeking: true,
      current,
      duration: about.seconds,
      isAtLiveHead: false,
      loaded: about.seconds,
      offset: 0,
      seekableStart: 0,
      seekableEnd: about.seconds,
    },
  };
};
const everything = () => ({
  ...place(),
  ...sound(),
  playerState: playback.state(),
  availablePlaybackRates: rates,
  videoData: { video_id: about.videoId, title: about.title, author: about.author },
  videoUrl: `https://www.youtube.com/watch?v=${about.videoId}`,
});

const commands: Readonly<Record<string, (args: readonly unknown[]) => unknown>> = {
  playVideo: () => playback.play(),
  pauseVideo: () => playback.pause(),
  stopVideo: () => playback.stop(),
  seekTo: ([second]) => playback.seek(Number(second ?? 0)),
  mute: () => playback.setMuted(true),
  unMute: () => playback.setMuted(false),
  setPlaybackRate: ([rate]) => (rates.includes(Number(rate)) ? playback.setRate(Number(rate)) : undefined),
  setVolume: ([volume]) => playback.setVolume(Number(volume)),
  addEventListener([name]) {
    wanted.add(String(name));
    tellError();
  },
  removeEventListener: ([name]) => wanted.delete(String(name)),
};

interface Message {
  readonly event?: string;
  readonly func?: string;
  readonly args?: unknown;
  readonly id?: unknown;
  readonly channel?: unknown;
}

function read(data: unknown): Message | null {
  if (typeof data !== 'string' || !data.startsWith('{')) return null;
  return JSON.parse(data) as Message;
}

window.addEventListener('message', (sent) => {
  if (!isControlled || sent.source !== window.parent || sent.origin !== owner) return;
  const message = read(sent.data);
  if (message?.event === 'listening') listen(message);
  if (message?.event !== 'command') return;
  const run = commands[message.func ?? ''];
  if (run) void run(Array.isArray(message.args) ? message.args : []);
  else noteUnknown(message.func ?? 'nothing');
});

function listen({ id, channel }: Message): void {
  widget = { id, channel };
  tell('initialDelivery', everything());
  tell('onReady', null);
}

if (params.get('autoplay') === '1') void playback.play();
