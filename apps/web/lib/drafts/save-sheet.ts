import { type Cell, csvOf } from '@tally/contract/wire/csv';
import { saveFile } from '../browser/save-file.ts';

export interface Sheet {
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

export const saveSheet = ({ head, rows }: Sheet, name: string): void =>
  saveFile(new Blob([csvOf([head, ...rows])], { type: 'text/csv;charset=utf-8' }), `tally-${name}`);
