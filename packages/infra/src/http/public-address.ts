import ipaddr from 'ipaddr.js';

/**
 * Public addresses by their range, and yet internal ones of clouds:
 * https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
 */
const cloudInsides = ['168.63.129.16/32', '100.100.100.200/32'].map((range) => ipaddr.IPv4.parseCIDR(range));

/** What IANA has given out to the public internet in IPv6; everything else, known or not, is refused. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True for an address on the public internet. False for this machine, private networks, link-local ones (the clouds'
 * metadata), documentation, multicast, and every IPv6 form that carries an IPv4 address inside.
 */
export function isPublicAddress(text: string): boolean {
  // Strict: `ipaddr.isValid` reads `1`, `0x7f.1` and `017700000001` as well, which no resolver should ever give us.
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) {
    const address = ipaddr.IPv4.parse(text);
    return address.range() === 'unicast' && !cloudInsides.some((range) => address.match(range));
  }
  // A zone (fe80::1%eth0) belongs to link-local addresses only.
  if (!ipaddr.IPv6.isValid(text) || text.includes('%')) return false;
  const address = ipaddr.IPv6.parse(text);
  return address.range() === 'unicast' && address.match(globalUnicast);
}

/** Names that mean this machine or the network around it, whatever a resolver says. */
const insideName =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|localdomain|home\.arpa|onion|test|invalid)$/;

export const isInsideName = (host: string): boolean => insideName.test(host) || !host.includes('.');

/** Whether somebody on the internet can mean us by this host of an address. */
export function isOutsideHost(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(bare) ? isPublicAddress(bare) : !isInsideName(bare);
}
