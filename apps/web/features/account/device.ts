const browsers: readonly [string, RegExp][] = [
  ['Edge', /\bEdg/],
  ['Opera', /\bOPR\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\//],
  ['Chrome', /\bChrome\/|\bCriOS\//],
  ['Safari', /\bSafari\//],
];

const systems: readonly [string, RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

const found = (list: readonly [string, RegExp][], text: string): string | undefined =>
  list.find(([, pattern]) => pattern.test(text))?.[0];

/** Enough to recognize one's own devices: "Firefox · Windows". The order matters: most browsers claim to be others. */
export function deviceOf(userAgent: string): string | null {
  const words = [found(browsers, userAgent), found(systems, userAgent)].filter((word) => word !== undefined);
  return words.length > 0 ? words.join(' · ') : null;
}
