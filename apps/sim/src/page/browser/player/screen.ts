import { about } from './about.ts';
import type { Playback } from './playback.ts';

const words: Readonly<Record<number, string>> = {
  [-1]: 'not started',
  0: 'ended',
  1: 'playing',
  2: 'paused',
  3: 'buffering',
  5: 'ready',
};

export interface Screen {
  show(): void;
  /** Shows text instead of a picture. */
  say(text: string): void;
}

/** Draws the picture with author, title, position and volume. A press on it plays or pauses, as on the real ones. */
export function createScreen(playback: Playback, press: () => void): Screen {
  const make = (name: string, text = ''): HTMLElement => {
    const element = document.createElement(name);
    element.textContent = text;
    return element;
  };
  const picture = document.createElement('main');
  picture.tabIndex = 0;
  const state = make('p');
  const bar = document.createElement('progress');
  bar.max = about.seconds;
  picture.append(make('small', about.author), make('h1', about.title), state, bar);
  document.body.append(picture);
  picture.addEventListener('click', press);

  let said: string | null = null;
  const show = (): void => {
    const second = playback.second();
    const volume = playback.isMuted() ? 0 : playback.volume();
    Object.assign(picture.dataset, {
      state: words[playback.state()],
      second: second.toFixed(1),
      volume: `${volume}`,
      video: about.videoId,
    });
    bar.value = second;
    state.textContent =
      said ?? `${words[playback.state()]} · ${Math.floor(second)} s of ${about.seconds} · volume ${volume}`;
  };
  show();
  return {
    show,
    say(text) {
      said = text;
      show();
    },
  };
}
