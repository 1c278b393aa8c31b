export interface Release {
  readonly identifier: string;
  readonly title: string;
  readonly date: Date;
  readonly changes: readonly string[];
}

/** Matches `## 1.4.0 (2026-11-20)` and `## [1.4.0] - 2026-11-20`. Unreleased sections have no date. */
const HEADING = /^## \[?([^\]\s(]+)\]?\s*(?:[-–(]\s*)?(\d{4}-\d{2}-\d{2})\)?\s*$/;
const SECTION = /^### (.+)$/;
const MOST_CHANGES = 100;
const MOST_LETTERS = 1000;

/** Prefixes that mark the kind of a change. Pages show the kind as a label. */
const kinds: Readonly<Record<string, string>> = {
  added: 'New: ',
  changed: 'Better: ',
  fixed: 'Fixed: ',
  security: 'Fixed: ',
};

/** Reads the releases from a changelog in the usual format. */
export function readReleases(changelog: string): Release[] {
  const parts = changelog.split(/^(?=## )/m);
  return parts.flatMap((part) => {
    const [first = '', ...lines] = part.split('\n');
    const [, version, day] = HEADING.exec(first.trim()) ?? [];
    const date = new Date(`${day}T00:00:00Z`);
    if (!version || Number.isNaN(date.getTime())) return [];
    const identifier = `v${version.replace(/^v/i, '')}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
    return [{ identifier, title: version, date, changes: changesOf(lines).slice(0, MOST_CHANGES) }];
  });
}

/** Reads the changes, which may continue on indented lines. */
function changesOf(lines: readonly string[]): string[] {
  const changes: string[] = [];
  let kind = '';
  for (const line of lines) {
    const section = SECTION.exec(line)?.[1];
    if (section !== undefined) kind = kinds[section.trim().toLowerCase()] ?? '';
    else if (/^[-*] /.test(line)) changes.push(kind + line.slice(2).trim());
    else if (/^\s+\S/.test(line) && changes.length > 0) changes.push(`${changes.pop()} ${line.trim()}`);
  }
  return changes.map((change) => change.slice(0, MOST_LETTERS).toWellFormed());
}
