export const changeKinds = ['new', 'better', 'fixed'] as const;
export type ChangeKind = (typeof changeKinds)[number];

const WORD = /^(new|better|fixed):\s+/i;

/** Reads the kind of a change from its first word, if there is one. */
export function readChange(change: string): { readonly kind: ChangeKind | null; readonly text: string } {
  const found = WORD.exec(change);
  const kind = changeKinds.find((each) => each === found?.[1]?.toLowerCase()) ?? null;
  return { kind, text: kind && found ? change.slice(found[0].length) : change };
}

/** Groups changes by kind, in the order of the kinds. Changes without a kind come last. */
export const sortedByKind = (changes: readonly string[]) => {
  const read = [...new Set(changes)].map(readChange);
  return [...changeKinds, null].flatMap((kind) => read.filter((change) => change.kind === kind));
};
