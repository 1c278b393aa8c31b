import { createHash } from 'node:crypto';
import { type Entry, fileLists, inOrder, isFileList, isRecordList, schemaOf } from './entries.ts';
import { type Naming, nameRefs, swapIn } from './refs.ts';

export const FORMAT = 'tally-settings';
export const VERSION = 1;

export interface Made {
  readonly by: string;
  readonly at: Date;
  readonly server: { readonly id: string; readonly name: string };
}

/** Writes one server's settings to a file. Equal settings give equal bytes, apart from `made` and `digest`. */
export function writeFile(entries: readonly Entry[], made: Made, naming: Naming): string {
  const { swap, lists } = nameRefs(naming);
  // Numbers references in the order of the file.
  const settings: Record<string, unknown> = {};
  const records: Record<string, unknown[]> = Object.fromEntries(fileLists.map((list) => [list, []]));
  for (const { what, fields } of inOrder(entries)) {
    const schema = schemaOf(what, fields);
    const value = schema ? (swapIn(schema, fields, swap) as Record<string, unknown>) : fields;
    if (isFileList(what)) records[what]?.push(value);
    else if (isRecordList(what)) settings[what] = [...((settings[what] as unknown[] | undefined) ?? []), value];
    else Object.assign(settings, value);
  }
  const content = {
    channels: [...lists.c.values()],
    roles: [...lists.r.values()],
    emojis: [...lists.e.values()],
    settings,
    ...records,
  };
  const head = { format: FORMAT, version: VERSION };
  const ids = Object.fromEntries(
    Object.values(lists).flatMap((list) => [...list].map(([id, { ref }]) => [ref, id] as const)),
  );
  return jsonOf({
    ...head,
    made: { by: made.by, at: made.at.toISOString(), server: made.server, ids },
    digest: digestOf({ ...head, ...content }),
    ...content,
  });
}

const jsonOf = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** Returns the SHA-256 of a file's bytes without `made` and `digest`. */
export function digestOf({ made: _made, digest: _digest, ...content }: Record<string, unknown>): string {
  return `sha256:${createHash('sha256').update(jsonOf(content)).digest('hex')}`;
}
