const LONGEST = 32;

/**
 * Names that Discord takes: 2 to 32 letters, digits and underscores, each once. Emotes called `:-)` or like another one
 * but for a sign get a number.
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
