import { readConfig } from '@tally/kernel';
import { describe, expect, it } from 'vitest';
import { checkMachine, type Machine } from './service/check-machine.ts';

describe('the machine', () => {
  const well: Machine = {
    freeBytes: async () => 10e9,
    ownerOf: async () => 1000,
    mayUse: async () => true,
    ownId: 1000,
  };
  const { config } = { config: readConfig({ DATA_DIR: '/srv/tally' }) };
  const codes = async (change: Partial<Machine>) =>
    (await checkMachine({ config }, { ...well, ...change })).map(({ code, values }) => [code, values]);

  it('has no fault, even if the folder belongs to another user who grants us access', async () => {
    expect(await codes({})).toEqual([]);
    expect(await codes({ ownId: 0 })).toEqual([]);
    expect(await codes({ ownerOf: async () => null, freeBytes: () => Promise.reject(new Error('no folder')) })).toEqual(
      [],
    );
  });
  it('has nearly no room', async () =>
    expect(await codes({ freeBytes: async () => 100e6 })).toEqual([
      ['diskNearlyFull', { folder: '/srv/tally', megabytes: 95 }],
    ]));
  it('was started once as root', async () =>
    expect(
      await codes({
        mayUse: async (path) => path !== '/srv/tally/encryption-keys',
        ownerOf: async (path) => (path.endsWith('keys') ? 0 : 1000),
      }),
    ).toEqual([['folderOfAnother', { folder: '/srv/tally/encryption-keys', owner: 0, own: 1000 }]]));
  it('lets no one write', async () =>
    expect(await codes({ mayUse: async () => false })).toEqual([
      ['folderClosed', { folder: '/srv/tally', own: 1000 }],
    ]));
});
