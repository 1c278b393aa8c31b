/** Prints a run's measurements, one per line, for readers of a nightly run. */
export function print(title: string, rows: Readonly<Record<string, string>>): void {
  process.stdout.write(`${title}\n`);
  for (const [name, value] of Object.entries(rows)) process.stdout.write(`  ${name.padEnd(26)} ${value}\n`);
}

export const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
