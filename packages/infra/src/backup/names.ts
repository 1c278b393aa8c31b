export const nameBackup = (madeAt: Date): string =>
  `tally-${madeAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tally`;

/** Other files in the same place are never deleted. */
export const isBackup = (name: string): boolean => /^tally-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tally$/.test(name);
