const LONGEST = 32;

/**
 * Returns valid emoji names: 2 to 32 letters, digits and underscores, each unique. Emotes such as `:-)`, or with equal
 * cleaned names, get a number.
 */
export function nameEmojis(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    const bare = name.replace(/[^A-Za-z0-9_]+/g, '_').slice(0, LONGEST);
    const base = bare.length >= 2 && /[A-Za-z0-9]/.test(bare) ? bare : `emote_${bare}`.replace(/_+$/, '');
    let free = base;
    for (let number = 2; used.has(free.toLowerCase()); number++) {
      const end = `_${number}`;
      free = `${base.slice(0, LONGEST - end.length)}${end}`;
    }
    used.add(free.toLowerCase());
    return free;
  });
}
