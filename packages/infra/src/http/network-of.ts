import ipaddr from 'ipaddr.js';

/**
 * Returns one key for all addresses that one customer can choose from: an IPv4 address, or the /64 that providers
 * assign in IPv6 (https://www.rfc-editor.org/rfc/rfc6177). All counts by address use it.
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const groups = (address as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${groups.join(':')}::/64`;
}
