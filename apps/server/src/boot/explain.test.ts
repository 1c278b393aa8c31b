import { readConfig } from '@tally/kernel';
import { expect, it } from 'vitest';
import { explainStart } from './explain.ts';

const config = readConfig({ DATA_DIR: '/srv/tally', DATABASE_URL: 'postgres://tally:hush@db:5432/tally' });
const error = (about: object) => Object.assign(new Error('no'), about);

it.each([
  [{ code: 'EADDRINUSE', port: 4000 }, /^Port 4000 is taken\./],
  [{ code: 'EACCES', port: 80 }, /^Port 80 may not be used by this user\./],
  [{ code: 'EADDRNOTAVAIL' }, /^HOST: /],
  [{ code: 'EACCES', path: '/srv/tally/database' }, /may not read and write \/srv\/tally\/database\. .*chown/],
  [{ code: 'ENOSPC', path: '/srv/tally/database/1' }, /no room left where \/srv\/tally is\./],
  [
    { code: '28P01', severity: 'FATAL' },
    /^DATABASE_URL: the database at db:5432\/tally does not accept this user or password\./,
  ],
  [{ code: '3D000', severity: 'FATAL' }, /there is no such database at db:5432\/tally/],
  [
    { code: '53300', severity: 'FATAL' },
    /^DATABASE_URL: Postgres at db:5432\/tally has no free connection, and this process needs 10\. Raise max_connections/,
  ],
  [{ code: 'ENOTFOUND' }, /db:5432\/tally can not be reached/],
])('explains a start that fails with %o in one sentence', (about, sentence) => {
  expect(explainStart(error(about), config)).toMatch(sentence);
  expect(explainStart(error(about), config)).not.toContain('hush');
});

it('an unexpected error keeps its complete report', () =>
  expect(explainStart(new TypeError('x'), config)).toBeUndefined());
