/** Windows reserves these names: https://learn.microsoft.com/windows/win32/fileio/naming-a-file#naming-conventions */
const windowsDevice = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * Returns a name that every system can unpack: no parent folder, no device, no invisible or direction-changing
 * character (`photo\u202Egnp.exe` looks like an image).
 */
export function safeName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"/\\|?*]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const short = Array.from(plain).slice(0, 60).join('') || 'emote';
  return windowsDevice.test(short) ? `_${short}` : short;
}

/** Makes names unique by adding `_2` to a repeated one. Many systems ignore case, so case does not count. */
export function nameOnce(): (name: string, ending: string) => string {
  const given = new Set<string>();
  return (name, ending) => {
    for (let count = 1; ; count += 1) {
      const full = `${name}${count === 1 ? '' : `_${count}`}.${ending}`;
      if (given.has(full.toLowerCase())) continue;
      given.add(full.toLowerCase());
      return full;
    }
  };
}
