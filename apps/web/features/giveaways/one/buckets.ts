interface Minute {
  readonly at: Date;
  readonly people: number;
}

const MINUTE = 60_000;

/** Groups entries into at most `most` bars of whole minutes, from the first entry to the last. */
export function bucketsOf(minutes: readonly Minute[], most: number): readonly Minute[] {
  const [first] = minutes;
  const last = minutes.at(-1);
  if (!first || !last) return [];
  const span = Math.floor((last.at.getTime() - first.at.getTime()) / MINUTE) + 1;
  const size = Math.ceil(span / most) * MINUTE;
  const bars = Array.from({ length: Math.ceil((span * MINUTE) / size) }, (_, place) => ({
    at: new Date(first.at.getTime() + place * size),
    people: 0,
  }));
  for (const { at, people } of minutes) {
    const bar = bars[Math.floor((at.getTime() - first.at.getTime()) / size)];
    if (bar) bar.people += people;
  }
  return bars;
}
