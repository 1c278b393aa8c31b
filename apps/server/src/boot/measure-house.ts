import { findLastBackup } from '@tally/infra/backup';
import type { Doors } from '@tally/kernel';
import { measureLine } from '@tally/pipeline/delivery';
import manifest from '../../package.json' with { type: 'json' };

const lanes = ['bot', 'webhook', 'either'] as const;

/** Measures facts about the installation that every process knows, when Prometheus requests them. */
export function measureHouse({ metrics, clock, db, files }: Pick<Doors, 'metrics' | 'clock' | 'db' | 'files'>): void {
  const secondsSince = (at: Date): number => (clock.now().getTime() - at.getTime()) / 1_000;
  metrics
    .gauge({ name: 'tally_build_info', help: '1; the label is the version that runs.', labels: ['version'] })
    .set({ version: manifest.version }, 1);
  // While the database is down, the metrics are still served.
  const age = metrics.gauge({
    name: 'tally_last_backup_age_seconds',
    help: 'Since the last backup that was verified; not a number without one.',
    async collect() {
      const last = await findLastBackup(db).catch(() => null);
      age.set(last ? secondsSince(last.madeAt) : Number.NaN);
    },
  });
  const readLine = () => measureLine(db).catch(() => null);
  const waiting = metrics.gauge({
    name: 'tally_line_age_seconds',
    help: 'How long the first message in line has been due. All processes report the same line.',
    async collect() {
      const line = await readLine();
      waiting.set(line ? Math.max(0, ...line.map(({ since }) => secondsSince(since))) : Number.NaN);
    },
  });
  const length = metrics.gauge({
    name: 'tally_line_length',
    help: 'Messages that are due now. All processes report the same line.',
    labels: ['lane'],
    async collect() {
      const line = await readLine();
      const lengthOf = (lane: string) => line?.find((each) => each.lane === lane)?.length ?? 0;
      for (const lane of lanes) length.set({ lane }, line ? lengthOf(lane) : Number.NaN);
    },
  });
  const disk = metrics.gauge({
    name: 'tally_disk_free_bytes',
    help: 'Free space where this process keeps files; not a number if they are kept elsewhere.',
    async collect(): Promise<void> {
      disk.set((await files.freeBytes().catch(() => null)) ?? Number.NaN);
    },
  });
}
