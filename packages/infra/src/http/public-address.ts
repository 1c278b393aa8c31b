import ipaddr from 'ipaddr.js';

/**
 * Public ranges that clouds use internally:
 * https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
 */
const cloudInsides = ['168.63.129.16/32', '100.100.100.200/32'].map((range) => ipaddr.IPv4.parseCIDR(range));

/** The IPv6 range that IANA assigns to the public internet. All others are refused. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True for an address on the public internet. False for this machine, private networks, link-local ones (the clouds'
 * metadata), documentation, multicast, and every IPv6 form that carries an IPv4 address inside.
 */
export function isPublicAddress(text: string): boolean {
  // `ipaddr.isValid` also accepts `1`, `0x7f.1` and `017700000001`, which no resolver should return.
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) {
    const address = ipaddr.IPv4.parse(text);
    return address.range() === 'unicast' && !cloudInsides.some((range) => address.match(range));
  }
  // A zone (fe80::1%eth0) occurs only in link-local addresses.
  if (!ipaddr.IPv6.isValid(text) || text.includes('%')) return false;
  const address = ipaddr.IPv6.parse(text);
  return address.range() === 'unicast' && address.match(globalUnicast);
}

/** Names of this machine or its local network, even if they resolve to a public address. */
const insideName =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|localdomain|home\.arpa|onion|test|invalid)$/;

export const isInsideName = (host: string): boolean => insideName.test(host) || !host.includes('.');

/** Returns whether this host of a URL can reach us from the internet. */
export function isOutsideHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) ? isPublicAddress(bare) : !isInsideName(bare);
}
