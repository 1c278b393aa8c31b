import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, systemRandom } from '@tally/kernel';
import { describe, expect, test } from 'vitest';
import { createSecrets, loadKeys, parseKeys, UnreadableSecretError } from './index.ts';

const one = `one:${Buffer.alloc(32, 1).toString('base64')}`;
const two = `two:${Buffer.alloc(32, 2).toString('base64')}`;
const withKeys = (text: string) => createSecrets({ keys: parseKeys('test', text), random: systemRandom });

describe('encryption', () => {
  test('decrypts to the original text, and encrypts differently every time', () => {
    const secrets = withKeys(one);
    const sealed = secrets.encrypt('session.discord', 'a token with ünicode');
    expect(sealed).toMatch(/^one\.[\w-]+$/);
    expect(secrets.decrypt('session.discord', sealed)).toBe('a token with ünicode');
    expect(secrets.encrypt('session.discord', 'a token with ünicode')).not.toBe(sealed);
    expect(secrets.decrypt('x', secrets.encrypt('x', ''))).toBe('');
  });

  test('a changed byte, another purpose, a cut tag and an unknown key are refused', () => {
    const secrets = withKeys(one);
    const sealed = secrets.encrypt('a', 'secret');
    const bytes = Buffer.from(sealed.split('.')[1] ?? '', 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8((changed[index] ?? 0) ^ 1, index);
      expect(() => secrets.decrypt('a', `one.${changed.toString('base64url')}`)).toThrow(UnreadableSecretError);
    }
    expect(() => secrets.decrypt('b', sealed)).toThrow(/another purpose/);
    expect(() => secrets.decrypt('a', `one.${bytes.subarray(0, -12).toString('base64url')}`)).toThrow(
      UnreadableSecretError,
    );
    expect(() => secrets.decrypt('a', sealed.replace('one.', 'two.'))).toThrow(/not among/);
    expect(() => secrets.decrypt('a', '')).toThrow(UnreadableSecretError);
  });

  test('keys rotate: the newest writes, older ones still read', () => {
    const old = withKeys(one).encrypt('a', 'secret');
    const rotated = withKeys(`${two},${one}`);
    expect(rotated.decrypt('a', old)).toBe('secret');
    expect(rotated.isOutdated(old)).toBe(true);
    expect(rotated.isOutdated(rotated.encrypt('a', 'secret'))).toBe(false);
    expect(rotated.isSigned('s', 'text', withKeys(one).sign('s', 'text'))).toBe(true);
  });
});

describe('a key that is lost for good', () => {
  test('is reported by its id, and secrets that it sealed may be deleted', () => {
    const old = withKeys(one).encrypt('a', 'secret');
    const isLost = (keys: string) => {
      try {
        withKeys(keys).decrypt('a', old);
        return 'read';
      } catch (error) {
        return (error as UnreadableSecretError).isLost;
      }
    };
    expect([isLost(two), isLost(`${two},one:lost`), isLost(`one:lost,${two}`)]).toEqual([false, true, true]);
    expect(withKeys(`one:lost,${two}`).encrypt('a', 'b')).toMatch(/^two\./);
  });
});

describe('tokens and signatures', () => {
  test('tokens are long, different, and stored as a hash', () => {
    const secrets = withKeys(one);
    const token = secrets.newToken();
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(secrets.newToken()).not.toBe(token);
    expect(secrets.hashToken(token)).toBe(secrets.hashToken(token));
    expect(secrets.hashToken(token)).not.toContain(token);
  });

  test('comparing and signatures', () => {
    const secrets = withKeys(one);
    expect(secrets.isEqual('abc', 'abc')).toBe(true);
    expect(secrets.isEqual('abc', 'abcd')).toBe(false);
    const signature = secrets.sign('files', 'a.png');
    expect(secrets.isSigned('files', 'a.png', signature)).toBe(true);
    expect(secrets.isSigned('files', 'b.png', signature)).toBe(false);
    expect(secrets.isSigned('other', 'a.png', signature)).toBe(false);
    expect(secrets.isSigned('files', 'a.png', '')).toBe(false);
  });
});

describe('keys', () => {
  test.each(['', 'one', 'one:short', 'one:lost', `bad id:${one.slice(4)}`, `${one},${one}`])('refused: %s', (text) => {
    expect(() => parseKeys('ENCRYPTION_KEYS', text)).toThrow(ConfigError);
  });

  test('a bad key is not repeated in the sentence', () => {
    expect(() => parseKeys('ENCRYPTION_KEYS', 'k:nearly-a-secret')).toThrow(/^(?!.*nearly-a-secret)/);
  });

  test('the first start creates a file only its owner can read, the second start reads it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tally-keys-'));
    const config = { ENCRYPTION_KEYS: undefined, DATA_DIR: join(folder, 'data') };
    const [made, again] = await Promise.all([loadKeys(config), loadKeys(config)]);
    expect(again).toEqual(made);
    expect(await loadKeys(config)).toEqual(made);
    const path = join(config.DATA_DIR, 'encryption-keys');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, 'utf8')).toMatch(/^k[0-9a-f]{8}:/);
    await rm(folder, { recursive: true });
  });
});
