/**
 * The embedded player's side of TikTok's postMessage: https://developers.tiktok.com/doc/embed-player. Without
 * `autoplay` the player appears only after a press, and until then it sends and receives nothing. With `autoplay` it
 * starts muted. https://github.com/videojs/v10/pull/2218
 */
import { about, noteUnknown, params } from './about.ts';
import { createPlayback, UNSTARTED } from './playback.ts';
import { createScreen } from './screen.ts';

const MARK = 'x-tiktok-player';
const AUTOPLAY_BLOCKED = 3002;
/** The older event has only the browser's own codes. This one means "source not supported". */
const OLD_ERROR = 4;

let isAwake = false;

const tell = (type: string, value?: unknown): void => {
  if (isAwake) window.parent.postMessage({ [MARK]: true, type, ...(value === undefined ? {} : { value }) }, '*');
};
const fail = (errorCode: number, errorType: string): void => {
  tell('onPlayerError', { errorCode, errorType });
  if (errorCode !== AUTOPLAY_BLOCKED) tell('onError', OLD_ERROR);
};

const playback = createPlayback(
  {
    state(state) {
      tell('onStateChange', state);
      screen.show();
    },
    sound() {
      tell('onMute', playback.isMuted());
      tell('onVolumeChange', playback.isMuted() ? 0 : playback.volume());
      screen.show();
    },
    second() {
      tell('onCurrentTime', { currentTime: playback.second(), duration: about.seconds });
      screen.show();
    },
    blocked: () => fail(AUTOPLAY_BLOCKED, 'AUTOPLAY_ERROR'),
    error: (code) => fail(code, 'PLAYER_ERROR'),
  },
  { state: UNSTARTED, second: 0, isMuted: true },
);
const screen = createScreen(playback, () => {
  if (!isAwake) void wake();
  else if (playback.state() === 1) playback.pause();
  else void playback.play();
});
if (about.refusal !== null) screen.say('Video currently unavailable');

const commands: Readonly<Record<string, (value: unknown) => unknown>> = {
  play: () => playback.play(),
  pause: () => playback.pause(),
  seekTo: (value) => playback.seek(Number(value)),
  mute: () => playback.setMuted(true),
  unMute: () => playback.setMuted(false),
};

window.addEventListener('message', ({ source, data }: MessageEvent<Record<string, unknown> | null>) => {
  if (!isAwake || source !== window.parent || typeof data !== 'object' || data?.[MARK] !== true) return;
  const run = commands[String(data['type'])];
  if (run) void run(data['value']);
  else noteUnknown(String(data['type']));
});

async function wake(): Promise<void> {
  isAwake = true;
  if (about.refusal !== null) return fail(about.refusal, 'INVALID_VIDEO');
  tell('onPlayerReady');
  tell('onMute', playback.isMuted());
  await playback.play();
}

if (params.get('autoplay') === '1') void wake();
