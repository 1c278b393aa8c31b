import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['ground', 'surface', 'raised'];
const texts = ['text', 'muted', 'faint', 'red', 'ok', 'warn', 'info'];

describe.each(['light', 'dark'] as const)('colours of the %s theme', (theme) => {
  const colour = (name: string) => {
    const token = tokens.get(name);
    if (!token) throw new Error(`tokens.css does not name --${name} in both themes`);
    return token[theme];
  };

  test.each(texts.flatMap((text) => grounds.map((ground) => [text, ground])))(
    '%s can be read on %s',
    (text = '', ground = '') => {
      expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(4.5);
    },
  );

  test('the ink button can be read', () => {
    expect(contrast(colour('ground'), colour('text'))).toBeGreaterThanOrEqual(4.5);
  });

  test('white can be read on the red fill', () => {
    expect(contrast('#ffffff', colour('red-fill'))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(grounds)('the border of a control can be seen on %s', (ground) => {
    expect(contrast(colour('control'), colour(ground))).toBeGreaterThanOrEqual(3);
  });
});
