import { expect, it } from 'vitest';
import { prefixOf } from './address.ts';

it.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:abcd:12:34:56:78:9a', '2001:db8:abcd::/48'],
  ['2001:0DB8:00cd::1', '2001:db8:cd::/48'],
  ['2001:db8::5', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['', ''],
  ['not an address', ''],
])('%s belongs to %s', (ip, prefix) => expect(prefixOf(ip)).toBe(prefix));
