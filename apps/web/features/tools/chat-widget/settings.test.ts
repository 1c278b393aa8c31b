import { describe, expect, it } from 'vitest';
import { applyPreset } from './presets.ts';
import { defaults, readSettings, writeSettings } from './settings.ts';

describe('an address', () => {
  it('stores only differences from the default, and reads them back', () => {
    const settings = {
      ...defaults,
      twitch: 'xqc',
      size: 40,
      shadow: false,
      background: '#ff0000',
      words: 'spoil*,ab c',
      bots: true,
    };
    const query = writeSettings(settings);
    expect(query.toString()).toBe('v=1&twitch=xqc&size=40&shadow=0&background=ff0000&bots=1&words=spoil*%2Cab+c');
    expect(readSettings(query)).toEqual(settings);
  });

  it('ignores unknown, impossible and hostile values', () => {
    const query = new URLSearchParams(
      'v=9&size=99999999999&lines=9999&look=javascript&text=red;}&twitch=a/../b&kick=<b>&constructor=1&shadow=yes&fade=-3',
    );
    expect(readSettings(query)).toEqual({ ...defaults, lines: 200 });
  });

  it('accepts a name as people write it', () => {
    expect(readSettings(new URLSearchParams('twitch=%20@XQC')).twitch).toBe('xqc');
  });
});

it('a preset keeps the channel and the hidden parts', () => {
  const mine = { ...defaults, twitch: 'xqc', words: 'spoiler', size: 60 };
  expect(applyPreset('bubbles', mine, defaults)).toMatchObject({
    twitch: 'xqc',
    words: 'spoiler',
    look: 'bubbles',
    size: 20,
  });
});
